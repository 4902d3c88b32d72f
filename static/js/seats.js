// SPDX-License-Identifier: MIT
// While names are typed, the counters beside them and the choice of who deals first show them at once:
// [data-seat] is the number of the seat.
document.addEventListener("input", (event) => {
  const field = event.target;
  if (field.dataset?.seat === undefined) return;
  const name = field.value.trim();
  const sign = [...name].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? [...name][0];
  const initial = sign?.toLocaleUpperCase() ?? String(Number(field.dataset.seat) + 1);
  const chip = document.querySelector(`input[name=first][value="${field.dataset.seat}"] + .chip`);
  for (const counter of [field.closest("li")?.querySelector(".disc"), chip?.querySelector(".disc")]) {
    if (counter) counter.textContent = initial;
  }
  if (chip) chip.lastChild.textContent = name || field.placeholder;
});
