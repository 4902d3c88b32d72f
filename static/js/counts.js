// SPDX-License-Identifier: MIT
// How many cards are chosen inside a folded group, shown on its head.
document.addEventListener("change", (event) => {
  const fold = event.target.closest?.("details.fold");
  const count = fold?.querySelector("[data-count]");
  if (count) count.textContent = String(fold.querySelectorAll("input:checked").length || "");
});
