// SPDX-License-Identifier: MIT
// Number keys of our own under the form: a minus on every phone, sums that stay as typed, and a key that goes on to the
// next field. A keyboard works as well: digits, signs, arrows and Enter.
import { current, nameOf, seats, show } from "./tabs.js";

const form = document.querySelector("form[data-entry]");
const pad = document.querySelector("[data-keypad]");
const MINUS = "−";
let field;
let fresh = false;

const visible = (input) => input.offsetParent !== null;
const all = () => [...form.querySelectorAll("input[data-number]")].filter((one) => visible(one) && !one.readOnly);

/** Where the dock does not stick (large text, a very small screen) the phone's own keyboard has to do. */
const fits = () => getComputedStyle(pad.closest(".dock")).position === "sticky";

function open(input) {
  input.setAttribute("inputmode", fits() ? "none" : "decimal");
  if (!fits()) return;
  field = input;
  fresh = input.value !== "";
  for (const row of form.querySelectorAll(".trow")) row.classList.toggle("cur", row.contains(input));
  pad.hidden = false;
  document.body.classList.add("typing");
  pad.querySelector("[data-key=sign]").hidden = !("signed" in input.dataset);
  pad.querySelector("[data-key=point]").hidden = !input.dataset.decimals;
  pad.querySelector("[data-key='00']").hidden = Boolean(input.dataset.decimals);
  const go = pad.querySelector("[data-key=next]");
  go.textContent = nextName() ?? go.dataset.done;
  const row = input.closest(".trow, .opt") ?? input;
  const hidden = row.getBoundingClientRect().bottom - pad.closest(".dock").getBoundingClientRect().top;
  if (hidden > 0 && row.getBoundingClientRect().left < pad.getBoundingClientRect().right && innerHeight > innerWidth) scrollBy(0, hidden + 8);
}

function close() {
  pad.hidden = true;
  document.body.classList.remove("typing");
  for (const row of form.querySelectorAll(".trow.cur")) row.classList.remove("cur");
  field = undefined;
}

function nextName() {
  const inputs = all();
  const after = inputs[inputs.indexOf(field) + 1];
  if (after) return labelOf(after);
  return field.closest("[data-seat]") && current() + 1 < seats() ? nameOf(current() + 1) : undefined;
}

function labelOf(input) {
  const row = input.closest(".trow, .opt");
  const label = (row?.querySelector(".nm, .ttl") ?? input.labels?.[0])?.cloneNode(true);
  label?.querySelector(".disc")?.remove();
  return label?.textContent.trim();
}

function goOn(from = field) {
  const inputs = all();
  const after = inputs[inputs.indexOf(from) + 1];
  if (after) {
    after.focus();
    return;
  }
  const inTabs = from.closest("[data-seat]");
  if (inTabs && current() + 1 < seats()) {
    show(current() + 1);
    scrollTo(0, 0);
    const first = all()[0];
    if (first) first.focus();
    else close();
    return;
  }
  from.blur();
  close();
  document.querySelector("[data-live=save]")?.focus({ preventScroll: true });
}

// --- writing ---

function write(value) {
  field.value = value;
  fresh = false;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function turned(value) {
  const [, before, sign, number] = /^(.*?)([+\-−]?)(\d*[.,]?\d*)$/s.exec(value);
  if (sign === MINUS || sign === "-") return before ? `${before}+${number}` : number;
  return `${before}${MINUS}${number}`;
}

function press(key) {
  const now = field.value;
  if (key === "next") return goOn();
  if (key === "back") return write(now.slice(0, -1));
  if (key === "sign") return write(turned(now));
  if (key === "+") return write(/\d$/.test(now) ? `${now}+` : now);
  const old = fresh ? "" : now;
  if (key === "point") return write(/\d$/.test(old) ? old + pad.querySelector("[data-key=point]").textContent : old);
  if (key === "00") return write(/[1-9]\d*$/.test(old) ? `${old}00` : old);
  return write(old.replace(/(^|[+\-−])0$/, "$1") + key);
}

// --- taps and keys ---

/** A press on the pad must not take the focus from the field. */
function stay(event) {
  if (event.target.closest("[data-key]")) event.preventDefault();
}

function begin() {
  for (const input of form.querySelectorAll("input[data-number]")) input.setAttribute("inputmode", fits() ? "none" : "decimal");
  pad.addEventListener("pointerdown", stay);
  pad.addEventListener("mousedown", stay);
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (!key || !field) return;
    if (document.activeElement !== field) field.focus({ preventScroll: true });
    navigator.vibrate?.(10);
    press(key.dataset.key);
  });
  form.addEventListener("focusin", (event) => {
    if (event.target.matches("input[data-number]")) open(event.target);
    else if (!event.target.closest("[data-stepper]")) close();
  });
  form.addEventListener("keydown", typing);
  form.addEventListener("keydown", (event) => {
    // Enter would press the first button of the form, whatever that is.
    if (event.key === "Enter" && event.target.matches("input")) event.preventDefault();
  });
  form.addEventListener("input", (event) => { if (event.target === field) fresh = false; });
  document.addEventListener("seatshown", close);
  const empty = all().find((input) => !input.value);
  if (fits() && empty?.closest(".list.typed") && empty === all()[0]) empty.focus({ preventScroll: true });
}

function typing(event) {
  if (!event.target.matches("input[data-number]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const inputs = all();
  const at = inputs.indexOf(event.target);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (event.key === "Enter") {
    event.preventDefault();
    goOn(event.target);
  } else if (to !== undefined && inputs[to]) {
    event.preventDefault();
    inputs[to].focus();
  } else if (fresh && /^[0-9]$/.test(event.key)) {
    event.target.select();
  }
}

if (form && pad) begin();
