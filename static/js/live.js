// SPDX-License-Identifier: MIT
// What stands on the sheet so far, asked of the server with every change: it alone knows the rules. A newer question
// takes the place of an older one; without an answer the form works as it does without scripts.
import { show } from "./tabs.js";

const form = document.querySelector("form[data-entry]");
let asking;

/** Ask for the points so far; *more* goes along with the form. */
export async function ask(more = {}) {
  asking?.abort();
  const mine = (asking = new AbortController());
  const body = new URLSearchParams(new FormData(form));
  for (const [name, value] of Object.entries({ action: "live", ...more })) body.set(name, value);
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, signal: mine.signal });
    if (!answer.ok || answer.redirected) return ready();
    const text = await answer.text();
    if (!mine.signal.aborted) put(new DOMParser().parseFromString(text, "text/html"));
  } catch (error) {
    if (error.name !== "AbortError") ready();
  }
}

/** Put every part of an answer in its place on the page. */
function put(answer) {
  for (const fresh of answer.querySelectorAll("[data-live]")) {
    const old = document.querySelector(`[data-live="${fresh.dataset.live}"]`);
    if (old) become(old, fresh);
  }
  beside(answer);
  fill(answer);
  const said = answer.querySelector("[data-said]");
  if (form.elements.seen) form.elements.seen.value = said?.dataset.seen ?? "";
  off();
}

function become(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !["class", "data-of"].includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "class") old.setAttribute(name, value);
  }
  for (const name of ["moon", "tray"]) old.classList.toggle(name, fresh.classList.contains(name));
  if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
}

/** Say beside its control what is wrong with it. */
function beside(answer) {
  for (const old of form.querySelectorAll(".err")) old.remove();
  for (const bad of form.querySelectorAll("[aria-invalid]")) {
    bad.removeAttribute("aria-invalid");
    bad.closest(".trow, .opt")?.classList.remove("bad");
  }
  for (const one of answer.querySelectorAll("[data-beside]")) {
    const control = document.getElementById(one.dataset.beside);
    if (!control) continue;
    const text = document.createElement("span");
    text.className = one.dataset.severity === "ask" ? "err odd" : "err";
    text.id = `${control.id}-err`;
    text.textContent = one.textContent;
    const row = control.closest(".trow, .opt");
    const home = row?.querySelector(".grow, .exp") ?? row?.querySelector(".ttl") ?? control.querySelector("legend");
    if (row || control.matches("fieldset")) (home === control.querySelector?.("legend") ? home.after(text) : home?.append(text));
    control.setAttribute("aria-describedby", [`${control.id}-help`, text.id].filter((id) => document.getElementById(id)).join(" "));
    if (one.dataset.severity === "error") {
      control.setAttribute("aria-invalid", "true");
      row?.classList.add("bad");
    }
  }
  document.getElementById("errors")?.remove();
}

/** Set the controls that the rest went into. */
function fill(answer) {
  const changes = answer.querySelectorAll("[data-fill]");
  for (const { dataset } of changes) {
    const values = dataset.values.split(" ").filter(Boolean);
    for (const control of form.querySelectorAll(`[name="${CSS.escape(dataset.fill)}"]`)) {
      if (control.matches("[type=checkbox], [type=radio]")) control.checked = values.includes(control.value);
      else control.value = values[0] ?? "";
    }
  }
  if (!changes.length) return;
  document.dispatchEvent(new CustomEvent("sheetfilled"));
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

// --- may it be saved ---

/** A button that waits looks so, and can be pressed all the same: the answer says what is missing. */
function off() {
  const save = document.querySelector("[data-live=save]");
  if ("off" in save.dataset) save.setAttribute("aria-disabled", "true");
  else save.removeAttribute("aria-disabled");
}

function ready() {
  const save = document.querySelector("[data-live=save]");
  delete save.dataset.off;
  off();
}

function begin() {
  form.addEventListener("input", (event) => {
    if (event.target.type !== "hidden") ask();
  });
  document.addEventListener("seatshown", () => ask());
  document.addEventListener("click", (event) => {
    const rest = event.target.closest("button[name=rest]");
    if (!rest) return;
    event.preventDefault();
    show(Number(rest.value));
    ask({ rest: rest.value });
  });
  off();
  if ("refresh" in form.dataset) ask();
}

if (form) begin();
