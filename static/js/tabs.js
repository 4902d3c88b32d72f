// SPDX-License-Identifier: MIT
// One player at a time: the tabs [data-tab] choose which [data-seat] of the form shows, [data-next] goes on to the next.
// Says "seatshown" on the document whenever another player shows.
const form = document.querySelector("form[data-entry]");
const tabs = [...document.querySelectorAll("[data-tab]")];
const next = document.querySelector("[data-next]");

export const current = () => Number(form?.elements.seat?.value || 0);
export const seats = () => tabs.length;
export const nameOf = (seat) => tabs[seat]?.querySelector(".nm").textContent ?? "";
export const discOf = (seat) => tabs[seat]?.querySelector(".disc");

/** Show a player's part of the form; with *focus* the keyboard goes there, too. */
export function show(seat, { focus = false } = {}) {
  if (!tabs[seat]) return;
  form.elements.seat.value = String(seat);
  for (const tab of tabs) {
    const mine = Number(tab.dataset.tab) === seat;
    tab.classList.toggle("now", mine);
    tab.setAttribute("aria-selected", String(mine));
    tab.tabIndex = mine ? 0 : -1;
    if (mine) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  for (const part of document.querySelectorAll("[data-seat], [data-of]")) {
    part.classList.toggle("now", Number(part.dataset.seat ?? part.dataset.of) === seat);
  }
  const after = (seat + 1) % tabs.length;
  if (next) next.querySelector("span").textContent = nameOf(after);
  document.dispatchEvent(new CustomEvent("seatshown", { detail: { seat } }));
  if (focus) {
    const panel = document.querySelector(`[data-seat="${seat}"]`);
    panel?.querySelector("input:not([type=hidden]), button:not([hidden])")?.focus({ preventScroll: true });
  }
}

function begin() {
  tabs[0].parentElement.setAttribute("role", "tablist");
  for (const tab of tabs) {
    const panel = document.getElementById(`seat-${tab.dataset.tab}`);
    tab.id = `tab-${tab.dataset.tab}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      show(Number(tab.dataset.tab));
      scrollTo(0, 0);
    });
    tab.addEventListener("keydown", step);
  }
  next.hidden = tabs.length < 2;
  next.addEventListener("click", () => {
    show((current() + 1) % tabs.length);
    scrollTo(0, 0);
  });
  document.addEventListener("sheetfilled", () => show(current()));
  show(current());
}

function step(event) {
  const last = tabs.length - 1;
  const now = current();
  const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: last }[event.key];
  if (event.key === " " || event.key === "Enter" || event.key === "ArrowDown") {
    event.preventDefault();
    show(now, { focus: true });
  } else if (to !== undefined) {
    event.preventDefault();
    const seat = (to + tabs.length) % tabs.length;
    show(seat);
    tabs[seat].focus();
  }
}

if (form && tabs.length && next) begin();
