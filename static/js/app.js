// SPDX-License-Identifier: MIT
// Starts the small modules. Every one finds its elements by data- attributes and does nothing without them;
// all listen on the document, so that fragments that come later need no starting.
import "./early.js";
import "./theme.js";
import "./stepper.js";
import "./sign.js";
import "./filter.js";
import "./counts.js";
import "./seats.js";
import "./tabs.js";
import "./cards.js";
import "./keypad.js";
import "./live.js";
import "./draft.js";
import "./say.js";
