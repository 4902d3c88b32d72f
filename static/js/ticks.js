// SPDX-License-Identifier: MIT
// Ticked steps are kept as they are ticked, so that a reload shows them: [data-keep] is what the form's
// button that only keeps would send. One after the other, so that the last tick is the last to arrive.
let turn = Promise.resolve();

async function keep(list) {
  const sent = new FormData(list.closest("form"));
  sent.set("do", list.dataset.keep);
  // Without an answer nothing is lost: the ticks are sent again with the next step.
  await fetch(location.href, { method: "POST", body: sent, redirect: "manual", keepalive: true }).catch(() => {});
}

document.addEventListener("change", (event) => {
  const list = event.target.closest("[data-keep]");
  if (list) turn = turn.then(() => keep(list));
});
