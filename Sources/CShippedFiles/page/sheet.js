// SPDX-License-Identifier: MIT
// Saving, with what the file will have changed, and exporting a sound file.

import { ask, on, sentences } from "./wire.js";
import { make, parseNumber } from "./paint.js";
import { request, showFault, showStatus } from "./status.js";

const sheet = document.getElementById("sheet");
const title = document.getElementById("sheet-title");
const body = document.getElementById("sheet-body");
const buttons = document.getElementById("sheet-buttons");
let showing = "";
/** True while an export goes on, as far as this page knows. */
let isExporting = false;

export function open(kind, heading, content, actions) {
  showing = kind;
  title.textContent = heading;
  body.replaceChildren(...content);
  buttons.replaceChildren(...actions.map(([label, isFirst, action]) => {
    const button = make("button", { type: "button", class: isFirst ? "primary" : null }, label);
    button.addEventListener("click", action);
    return button;
  }));
  if (!sheet.open) sheet.showModal();
  // The element with the focus is gone; the heading tells a screen reader what is shown now.
  else title.focus();
}

export const close = () => sheet.close();
sheet.addEventListener("close", () => { showing = ""; });
sheet.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input[type=text], select")) return;
  event.preventDefault();
  buttons.querySelector(".primary")?.click();
});

/** Shows in the sheet why something was refused, in place of an earlier refusal. */
export function refuse(error) {
  body.querySelector(".fault")?.remove();
  body.append(make("p", { role: "alert", class: "fault" }, sentences(error)));
}

/** Shows what saving will change, and saves; then runs the action that waited for it. `isNew` asks for the name of a new file. */
export async function openSave(next, isNew = false) {
  let answer;
  try { answer = await ask("diff"); } catch (error) { return showFault(error); }
  const save = (fields) => ask("save", fields).then(({ words }) => { close(); showStatus(words); next?.(); }, refuse);
  const content = [];
  if (answer.lines.length) content.push(make("pre", { class: "diff", tabindex: 0, "aria-label": "What changes in the file" }, answer.lines.join("\n")));
  else content.push(make("p", {}, "Nothing differs from the file."));
  if (!answer.isShipped && !isNew) {
    content.unshift(make("p", {}, `${answer.file} gets these values; nothing else in it changes.`));
    return open("save", "Save", content, [
      ["Not now", false, close], ["Save under another name", false, () => openSave(next, true)], ["Save", true, () => save({})],
    ]);
  }
  // The studio decides where: a name is asked for, never a path.
  const suggestion = answer.suggestion + (answer.isShipped ? "" : "-2");
  const name = make("input", { type: "text", "aria-label": "Name of the new preset", ".value": suggestion, autocomplete: "off", spellcheck: "false" });
  const why = !answer.isShipped ? `${answer.file} stays as it is; this preset is saved`
    : answer.comesWithProgram ? "A shipped preset is not changed; this one is saved" : "This preset has no file here yet; it is saved";
  content.unshift(make("p", {}, `${why} under a name of its own in ${answer.folder}.`));
  content.push(make("label", { class: "row-field" }, "Name", name, ".yaml"));
  open("save", "Save as", content, [["Not now", false, close], ["Save", true, () => save({ name: name.value })]]);
}

/** Asks how long, and exports. */
export async function openExport() {
  let answer;
  try { answer = await ask("exportable"); } catch (error) { return showFault(error); }
  const seconds = make("input", { type: "text", inputmode: "decimal", "aria-label": "Length in seconds", ".value": String(answer.seconds) });
  const content = [make("p", {}, `A WAV file in ${answer.folder}: what is heard now, rendered anew as fast as this machine can.`)];
  content.push(make("label", { class: "row-field" }, "Length", seconds, answer.hasTrack ? "s at most, from the start of the track" : "s"));
  open("export", "Export", content, [
    ["Not now", false, close],
    ["Export", true, () => {
      const length = parseNumber(seconds.value);
      if (Number.isFinite(length)) ask("export", { seconds: length }).catch(refuse);
      else refuse({ message: "The length is a number of seconds." });
    }],
  ]);
}

// Nothing moves in it any more, and it would cover what has happened to the studio.
on("line", ({ isOpen }) => { if (!isOpen && showing === "export running") close(); });

/** An export goes on, whichever page began it. */
export function showExport(message) {
  const isHere = sheet.open && showing.startsWith("export"), isNews = isHere || isExporting;
  isExporting = message.state === "running";
  // A page that connects is also told of an export that had ended before.
  if (!isExporting && !isNews) return undefined;
  if (message.state === "failed") {
    if (isHere) close();
    return showFault(message);
  }
  if (message.state === "running") {
    if (!isHere) return undefined;
    const done = body.querySelector("progress");
    if (done) {
      done.value = message.done;
      body.querySelector("p").textContent = message.words;
      return undefined;
    }
    const bar = make("progress", { max: 1, "aria-label": "Export" });
    bar.value = message.done;
    return open("export running", "Exporting", [bar, make("p", {}, message.words)], [
      ["Cancel", false, () => request("cancelExport")], ["Continue in the background", true, close],
    ]);
  }
  showStatus(message.words);
  if (!isHere) return undefined;
  if (message.state === "cancelled") return close();
  const link = make("a", { href: message.link, download: message.name }, `Download ${message.name}`);
  return open("exported", "Exported", [make("p", {}, message.words), make("p", {}, link)], [["Close", true, close]]);
}

