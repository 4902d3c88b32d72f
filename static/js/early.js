// SPDX-License-Identifier: MIT
// Before anything is drawn: says that scripts run, so that no page shows its plain form first and then another.
document.documentElement.classList.add("js");
