// SPDX-License-Identifier: MIT
// Scores below zero on a phone's number pad, which has no minus: a ± button in front of the field.
function show(root) {
  for (const button of root.querySelectorAll("[data-sign][hidden]")) {
    button.hidden = false;
    document.getElementById(button.dataset.sign)?.setAttribute("inputmode", "numeric");
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sign]");
  const input = button && document.getElementById(button.dataset.sign);
  if (!input || input.readOnly) return;
  const typed = input.value.trim();
  input.value = /^[-−]/.test(typed) ? typed.slice(1) : `-${typed}`;
  input.focus();
  input.dispatchEvent(new Event("input", { bubbles: true }));
});
new MutationObserver(() => show(document)).observe(document.body, { childList: true, subtree: true });
show(document);
