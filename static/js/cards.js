// SPDX-License-Identifier: MIT
// Piles of cards: every card has one owner. A card that somebody else has lies flat with that player's counter; tapping it
// moves it here, and a notice says so. A card with several copies counts as it is tapped. Arrows walk over the keys, and a
// typed number goes to its card.
import { current, discOf, nameOf, show } from "./tabs.js";

const form = document.querySelector("form[data-entry]");
const notice = document.querySelector("[data-moved-card]");
const NOTICE = 4000;
const TYPING = 900;
let typed = "";
let typedAt = 0;
let clearing;

const cardOf = (box) => `${box.name.replace(/^s\d+-/, "")}:${box.value}`;
const seatOf = (box) => Number(box.closest("[data-seat]")?.dataset.seat);
const boxes = () => [...form.querySelectorAll("[data-seat] [data-pile] input[type=checkbox]")];

/** Draw whose every card is. */
export function redraw() {
  const owners = new Map();
  for (const box of boxes()) if (box.checked) owners.set(cardOf(box), seatOf(box));
  for (const box of boxes()) {
    const owner = owners.get(cardOf(box));
    mark(box, owner !== undefined && owner !== seatOf(box) ? owner : undefined);
  }
  for (const key of form.querySelectorAll("[data-many]")) count(key);
  for (const head of form.querySelectorAll("[data-count]")) tally(head);
}

function mark(box, owner) {
  const key = box.closest(".key");
  box.dataset.label ??= box.getAttribute("aria-label");
  if (key.dataset.owner === String(owner ?? "")) return;
  key.dataset.owner = String(owner ?? "");
  key.classList.toggle("taken", owner !== undefined);
  key.querySelector(".own")?.remove();
  if (owner === undefined) {
    box.setAttribute("aria-label", box.dataset.label);
    return;
  }
  const own = document.createElement("span");
  own.className = "own";
  const disc = discOf(owner).cloneNode(true);
  disc.classList.add("s");
  own.append(disc);
  key.querySelector(".face").append(own);
  box.setAttribute("aria-label", said(form.dataset.has, { card: box.dataset.label, name: nameOf(owner) }));
}

const said = (sentence, words) => sentence.replace(/\{(\w+)\}/g, (whole, word) => words[word] ?? whole);

function take(box) {
  let moved = false;
  if (box.checked) {
    for (const other of boxes()) {
      if (other !== box && other.checked && cardOf(other) === cardOf(box)) {
        other.checked = false;
        moved = true;
        tell(said(form.dataset.moved, {
          card: box.dataset.label,
          from: nameOf(seatOf(other)),
          to: nameOf(seatOf(box)),
        }));
      }
    }
  }
  redraw();
  // The browser has told of the tap already, while the card lay with both.
  if (moved) form.dispatchEvent(new Event("input", { bubbles: true }));
}

function tell(sentence) {
  notice.textContent = sentence;
  notice.hidden = false;
  document.getElementById("said").textContent = sentence;
  clearTimeout(clearing);
  clearing = setTimeout(() => { notice.hidden = true; }, NOTICE);
}

function count(key) {
  const number = Number.parseInt(key.querySelector("input").value, 10) || 0;
  key.querySelector("[data-n]").textContent = String(number);
  key.classList.toggle("on", number > 0);
  key.classList.toggle("several", number > 1);
}

function tally(head) {
  const fold = head.closest("details") ?? foldOf(head.closest("button"));
  const number = fold?.querySelectorAll("input:checked").length;
  head.textContent = String(number || "");
}

function foldOf(button) {
  const at = [...button.parentElement.children].indexOf(button);
  return button.closest("[data-pile]").querySelectorAll("details.fold")[at];
}

// --- groups that fold: one at a time ---

function unfold(button) {
  const fold = foldOf(button);
  for (const other of button.closest("[data-pile]").querySelectorAll("details.fold")) other.open = other === fold;
  for (const other of button.parentElement.children) other.setAttribute("aria-pressed", String(other === button));
}

function begin() {
  for (const folds of form.querySelectorAll("[data-folds]")) {
    const first = [...folds.children].find((button) => foldOf(button).querySelector("input:checked"));
    unfold(first ?? folds.firstElementChild);
  }
  for (const key of form.querySelectorAll("[data-many] input")) key.setAttribute("inputmode", "none");
  redraw();
}

// --- taps and keys ---

form?.addEventListener("change", (event) => {
  if (event.target.matches("[data-pile] input[type=checkbox]")) take(event.target);
});
form?.addEventListener("input", (event) => {
  const key = event.target.closest("[data-many]");
  if (key) count(key);
});
form?.addEventListener("click", (event) => {
  const fold = event.target.closest("[data-folds] button");
  if (fold) unfold(fold);
  const key = event.target.closest("[data-many]");
  if (!key) return;
  event.preventDefault();
  const input = key.querySelector("input");
  const number = (Number.parseInt(input.value, 10) || 0) + 1;
  input.value = number > Number(key.dataset.many) ? "" : String(number);
  input.dispatchEvent(new Event("input", { bubbles: true }));
});
form?.addEventListener("keydown", (event) => {
  const pile = event.target.closest("[data-pile]");
  if (!pile || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.startsWith("Arrow")) {
    event.preventDefault();
    walk(pile, event.target, event.key);
  } else if (event.key === "Enter" && event.target.matches("input")) {
    event.preventDefault();
    show(current() + 1, { focus: true });
  } else if (/^[0-9]$/.test(event.key) && event.target.type === "checkbox") {
    goTo(pile, event.key);
  }
});

function walk(pile, from, arrow) {
  const here = from.getBoundingClientRect();
  const across = arrow === "ArrowLeft" || arrow === "ArrowRight";
  const sign = arrow === "ArrowRight" || arrow === "ArrowDown" ? 1 : -1;
  let best;
  for (const one of pile.querySelectorAll(".key input, .wildkey input, [data-folds] button")) {
    const box = one.getBoundingClientRect();
    if (one === from || !box.width) continue;
    const ahead = sign * (across ? box.left - here.left : box.top - here.top);
    const aside = Math.abs(across ? box.top - here.top : box.left + box.width / 2 - here.left - here.width / 2);
    if (ahead < 4) continue;
    const far = ahead + 4 * aside;
    if (!best || far < best.far) best = { one, far };
  }
  best?.one.focus();
}

function goTo(pile, digit) {
  const now = performance.now();
  typed = now - typedAt < TYPING ? typed + digit : digit;
  typedAt = now;
  for (const wanted of [typed, digit]) {
    for (const box of pile.querySelectorAll("input[type=checkbox]")) {
      if (box.closest(".face, .key").querySelector(".face > span:not(.own)")?.textContent === wanted && box.offsetWidth) {
        typed = wanted;
        box.focus();
        return;
      }
    }
  }
}

document.addEventListener("sheetfilled", redraw);
if (form) begin();
