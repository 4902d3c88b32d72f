// SPDX-License-Identifier: MIT
// One less, one more: buttons beside a typed count. They change the field and say so, as typing would.
function bounded(input, value) {
  const low = Number(input.dataset.low ?? -Infinity);
  const high = Number(input.dataset.high ?? Infinity);
  return Math.min(high, Math.max(low, value));
}

function show(root) {
  for (const button of root.querySelectorAll("[data-stepper] [data-step]")) button.hidden = false;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  const input = button?.closest("[data-stepper]")?.querySelector("input");
  if (!input || input.readOnly) return;
  const now = Number.parseInt(input.value, 10) || 0;
  input.value = String(bounded(input, now + Number(button.dataset.step)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
});
new MutationObserver(() => show(document)).observe(document.body, { childList: true, subtree: true });
show(document);
