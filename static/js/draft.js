// SPDX-License-Identifier: MIT
// What is entered and not saved stays: at once in this browser, a little later on the server. The newer of the two comes
// back, and what was saved after all comes back no more.
const form = document.querySelector("form[data-entry]");
const PAUSE = 700;
let waiting;
let leaving = false;

const place = () => `companion:entry:${form.dataset.draft}`;
const HIDDEN = ["csrf_token", "mode", "phase", "seen"];

function values() {
  return [...new FormData(form)].filter(([name]) => !HIDDEN.includes(name));
}

function store() {
  try {
    localStorage.setItem(place(), JSON.stringify({ mode: form.elements.mode.value, values: values() }));
  } catch { /* a browser that keeps nothing: the server does */ }
}

function forget() {
  try { localStorage.removeItem(place()); } catch { /* nothing was kept */ }
}

function stored() {
  try { return JSON.parse(localStorage.getItem(place())); } catch { return null; }
}

/** Send the draft to the server; `keepalive` lets it arrive after the page is gone. */
export async function keep() {
  clearTimeout(waiting);
  waiting = undefined;
  const body = new URLSearchParams(new FormData(form));
  body.set("action", "keep");
  try { await fetch(form.getAttribute("action"), { method: "POST", body, keepalive: true }); } catch { /* it is kept here */ }
}

function changed() {
  form.elements.rev.value = String(Number(form.elements.rev.value) + 1);
  store();
  clearTimeout(waiting);
  waiting = setTimeout(keep, PAUSE);
}

/** Put back what this browser kept, where it is newer than what the server sent. */
function restore() {
  const draft = stored();
  if (!draft) return;
  const sent = new Map();
  for (const [name, value] of draft.values) sent.set(name, [...(sent.get(name) ?? []), value]);
  const saved = form.dataset.saved.split(" ").includes(sent.get("key")?.[0]);
  if (saved) return forget();
  const newer = Number(sent.get("rev")?.[0] ?? 0) > Number(form.elements.rev.value);
  if (!newer || draft.mode !== form.elements.mode.value || form.querySelector("#errors")) return;
  for (const control of form.elements) {
    if (!control.name || HIDDEN.includes(control.name) || control.type === "submit") continue;
    const mine = sent.get(control.name) ?? [];
    if (control.matches("[type=checkbox], [type=radio]")) control.checked = mine.includes(control.value);
    else control.value = mine[0] ?? "";
  }
  document.dispatchEvent(new CustomEvent("sheetfilled"));
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

function begin() {
  restore();
  form.addEventListener("input", (event) => {
    if (event.target.type !== "hidden") changed();
  });
  document.addEventListener("submit", (event) => {
    leaving = true;
    clearTimeout(waiting);
    waiting = undefined;
    if (event.target.matches("[data-fresh]")) forget();
  });
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && waiting && !leaving) keep();
  });
  addEventListener("pagehide", () => { if (waiting && !leaving) keep(); });
  addEventListener("pageshow", () => { leaving = false; });
  document.addEventListener("click", async (event) => {
    const way = event.target.closest("a[data-way]");
    if (!way || !waiting) return;
    event.preventDefault();
    await keep();
    location.assign(way.href);
  });
}

if (form) begin();
