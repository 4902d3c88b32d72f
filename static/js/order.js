// SPDX-License-Identifier: MIT
// Puts people in another order: drag a grip, tap a grip and then the new place, or use the arrow keys on it.
// [data-order] is the list, each row's [data-grip] moves it; [data-plain] are the buttons that do without a script.
// The server moves, as it does for those buttons, and what it answers replaces the parts marked [data-fresh].
const FAR = 6; // pixels that tell a drag from a tap
const list = () => document.querySelector("[data-order]");
const rows = () => [...list().children];
const gripOf = (row) => row.querySelector("[data-grip]");
const place = (element) => rows().findIndex((row) => row.contains(element));
const say = (words) => (document.getElementById("said").textContent = words);
const names = () => rows().map((row) => row.querySelector("input").value);

let picked = null; // the row that was tapped and waits for its place
let dragged = null;
let turn = Promise.resolve();
let quiet = false; // the finger that lets a row go is no tap

function start() {
  if (!list()) return;
  for (const grip of list().querySelectorAll("[data-grip]")) grip.hidden = false;
  for (const plain of list().querySelectorAll("[data-plain]")) plain.hidden = true;
}

function pick(row) {
  picked = row;
  list().classList.toggle("choosing", Boolean(row));
  for (const one of rows()) {
    one.classList.toggle("picked", one === row);
    gripOf(one).setAttribute("aria-pressed", String(one === row));
  }
  const hint = document.querySelector("[data-order-hint]");
  hint.hidden = !row;
  if (row) say((hint.querySelector("span").textContent = gripOf(row).dataset.hint));
}

async function move(from, to) {
  pick(null);
  if (from === to || to < 0 || to >= rows().length) return;
  const form = list().closest("form");
  const sent = new FormData(form);
  const before = names();
  sent.set("do", `move:${from}:${to}`);
  let answer, text;
  try {
    answer = await fetch(location.href, { method: "POST", body: sent });
    text = await answer.text();
  } catch {
    answer = null;
  }
  if (!answer?.ok) return plainly(form, `move:${from}:${to}`);
  const typed = names(); // while the answer was on its way
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const part of document.querySelectorAll("[data-fresh]")) {
    const fresh = page.getElementById(part.id);
    if (fresh) part.replaceWith(document.adoptNode(fresh));
  }
  history.replaceState(null, "", answer.url);
  const order = before.map((_, seat) => seat);
  order.splice(to, 0, ...order.splice(from, 1));
  order.forEach((old, seat) => {
    if (typed[old] !== before[old]) rows()[seat].querySelector("input").value = typed[old];
  });
  start();
  gripOf(rows()[to]).focus();
  say(rows()[to].dataset.said);
}

// No answer: the browser itself sends the form, and shows what is the matter.
function plainly(form, what) {
  const button = Object.assign(document.createElement("button"), { name: "do", value: what, hidden: true });
  form.append(button);
  form.requestSubmit(button);
}

// One move after the other, each from where the last one left the focus.
function later(from, to) {
  turn = turn.then(() => move(from(), to()));
}

document.addEventListener("click", (event) => {
  const row = list() && rows().find((one) => one.contains(event.target));
  if (!row || quiet) return;
  const grip = event.target.closest("[data-grip]");
  if (picked && picked !== row) {
    const from = place(picked);
    const to = place(row);
    later(() => from, () => to);
  } else if (grip) pick(picked === row ? null : row);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (picked || dragged)) {
    if (dragged) drop(false);
    return pick(null);
  }
  const grip = event.target.closest?.("[data-grip]");
  const steps = { ArrowUp: -1, ArrowDown: 1 };
  if (!grip || !(event.key in steps)) return;
  event.preventDefault();
  const here = () => place(document.activeElement);
  later(here, () => (here() < 0 ? -1 : here() + steps[event.key]));
});

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.("[data-grip]");
  if (!grip || event.button) return;
  const row = rows()[place(grip)];
  const middles = rows().map((one) => {
    const box = one.getBoundingClientRect();
    return box.top + scrollY + box.height / 2;
  });
  dragged = { row, grip, middles, from: place(grip), to: place(grip), start: event.pageY, far: false };
  grip.setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const way = event.pageY - dragged.start;
  if (!dragged.far && Math.abs(way) < FAR) return;
  if (!dragged.far) pick(null);
  dragged.far = true;
  const { row, from, middles } = dragged;
  const middle = middles[from] + way;
  dragged.to = middles.filter((one, seat) => seat !== from && one < middle).length;
  row.classList.add("dragged");
  row.style.transform = `translateY(${way}px)`;
  rows().forEach((one, seat) => {
    if (one === row) return;
    const down = seat < from && seat >= dragged.to;
    const up = seat > from && seat <= dragged.to;
    one.style.transform = down || up ? `translateY(${(down ? 1 : -1) * row.offsetHeight}px)` : "";
  });
  if (event.clientY < 96) scrollBy(0, -12);
  if (event.clientY > innerHeight - 144) scrollBy(0, 12);
});

function drop(done) {
  const { row, from, to, far } = dragged;
  dragged = null;
  row.classList.remove("dragged");
  if (!far) return;
  if (!done || from === to) for (const one of rows()) one.style.transform = "";
  else later(() => from, () => to);
  quiet = true;
  setTimeout(() => (quiet = false));
}

document.addEventListener("pointerup", () => dragged && drop(true));
document.addEventListener("pointercancel", () => dragged && drop(false));
start();
