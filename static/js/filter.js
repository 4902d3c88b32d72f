// SPDX-License-Identifier: MIT
// Narrows a list as its search field is typed in: [data-filter] names the list by id.
document.addEventListener("input", (event) => {
  const list = document.getElementById(event.target.dataset?.filter ?? "");
  if (!list) return;
  const wanted = event.target.value.trim().toLocaleLowerCase();
  for (const item of list.children) {
    item.hidden = !(item.dataset.name ?? item.textContent).toLocaleLowerCase().includes(wanted);
  }
});
