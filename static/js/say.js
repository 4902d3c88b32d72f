// SPDX-License-Identifier: MIT
// Reads out once what a page has to say after a save: [data-say]. A region is read only when its words change
// while it stands, so they come a moment after the page, and leave nothing that a step back would read again.
const LATER = 300; // milliseconds; readers first say the page's title
const words = document.querySelector("[data-say]");
if (words) {
  setTimeout(() => {
    document.getElementById("said").textContent = words.textContent;
    words.remove();
  }, LATER);
}
