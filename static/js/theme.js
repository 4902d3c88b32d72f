// SPDX-License-Identifier: MIT
// Light, dark, or as the system says: kept in a cookie on this device, so that the server sends the page
// in the right colours and nothing flashes.
const YEAR = 365 * 24 * 60 * 60;
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

const chosen = () => root.dataset.theme || "";
const dark = () => (chosen() ? chosen() === "dark" : system.matches);

function choose(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  document.cookie = `theme=${theme};path=/;max-age=${theme ? YEAR : 0};samesite=lax`;
  show();
}

function show() {
  for (const button of document.querySelectorAll("[data-theme-toggle]")) {
    button.hidden = false;
    button.setAttribute("aria-label", dark() ? button.dataset.toLight : button.dataset.toDark);
  }
  for (const group of document.querySelectorAll("[data-theme-choice]")) {
    group.hidden = false;
    for (const input of group.querySelectorAll("input")) input.checked = input.value === chosen();
  }
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-toggle]")) return;
  const wanted = dark() ? "light" : "dark";
  const bySystem = system.matches ? "dark" : "light";
  choose(wanted === bySystem ? "" : wanted);
});
document.addEventListener("change", (event) => {
  if (event.target.closest("[data-theme-choice]")) choose(event.target.value);
});
system.addEventListener("change", show);
show();
