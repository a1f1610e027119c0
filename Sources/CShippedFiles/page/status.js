// SPDX-License-Identifier: MIT
// The status line: what was done, or what went wrong.

import { ask, sentences } from "./wire.js";

const line = document.getElementById("status");
let fading = 0;

/** Shows what happened, quietly; a fault stays until the next status. */
export function showStatus(text, isFault = false) {
  line.textContent = text;
  line.title = text;
  line.classList.toggle("bad", isFault);
  clearTimeout(fading);
  if (!isFault) fading = setTimeout(() => { line.textContent = line.title = ""; }, 6000);
}

export const showFault = (fault) => showStatus(sentences(fault), true);

/** Asks the studio to do something, and shows its answer in the status line. */
export function request(verb, fields) {
  return ask(verb, fields).then(({ words }) => { if (words) showStatus(words); }, showFault);
}
