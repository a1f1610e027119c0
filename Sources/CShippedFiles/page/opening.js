// SPDX-License-Identifier: MIT
// Opening a preset that comes with the program, or a preset or track from a file, chosen or dropped.

import { ask, on } from "./wire.js";
import { make, options } from "./paint.js";
import { close, open, openSave } from "./sheet.js";
import { showStatus } from "./status.js";

let presets = [], opened = {}, hasTrack = false;

const isPreset = (name) => /\.ya?ml$/i.test(name);

/** Sends a file to the studio; resolves with its number there. */
async function send(file) {
  let answer;
  try {
    answer = await fetch(`uploads/${encodeURIComponent(file.name)}`, { method: "PUT", body: file });
  } catch { throw { message: `${file.name} could not be sent.`, remedy: "At most 64 MB are accepted." }; }
  const text = (await answer.text()).trim();
  if (!answer.ok) throw { message: `${file.name}: ${text}.`, remedy: "" };
  return Number(text);
}

/** Runs an action that would lose changes, once the user has agreed. */
function confirmLoss(action) {
  const { title, side, isChanged, isOtherSideChanged } = opened;
  if (!isChanged && !isOtherSideChanged) return action();
  const actions = [["Cancel", false, close], ["Discard the changes", false, () => { close(); action(); }]];
  // Saving takes the version that is heard; the other one would be lost all the same.
  if (!isOtherSideChanged) actions.push(["Save first", true, () => openSave(action)]);
  const owner = !isOtherSideChanged ? `${title} has` : isChanged ? `Both versions of ${title} have` : `Version ${side === "A" ? "B" : "A"} of ${title} has`;
  return open("unsaved", "Open another preset", [make("p", {}, `${owner} changes that are not saved. Opening another preset loses them.`)], actions);
}

/** Opens a preset or tracks; true if they were accepted. */
async function attempt(action, words) {
  try {
    const answer = await action();
    close();
    showStatus(answer.words ?? words);
    return true;
  } catch (error) {
    showRefusal(error);
    return false;
  }
}

/** Shows a fault in the open sheet, or in a sheet of its own. */
function showRefusal({ message, remedy }) {
  const line = document.getElementById("open-fault"), words = `${message} ${remedy}`;
  if (line?.closest("dialog[open]")) line.textContent = words;
  else open("refused", "This could not be opened", [make("p", { role: "alert" }, words)], [["Close", true, close]]);
}

/** Opens the preset among the files, and all others as tracks that are heard together. */
async function openFiles(files) {
  const [preset, ...others] = files.filter(({ name }) => isPreset(name)), tracks = files.filter(({ name }) => !isPreset(name));
  if (others.length) return showRefusal({ message: `These are ${others.length + 1} presets; one is open at a time.`, remedy: "Choose one of them." });
  // One after the other: a question about the preset stays until it is answered, and a fault until it is read.
  if (tracks.length && !await attempt(async () => ask("openTracks", { uploads: await Promise.all(tracks.map(send)) }))) return;
  if (preset) confirmLoss(() => attempt(async () => ask("openPreset", { upload: await send(preset) }), `Opened ${preset.name}.`));
}

/** Offers shipped presets and files to open. */
export function offer() {
  const shipped = make("select", { id: "open-shipped" }, ...options(presets));
  const file = make("input", { type: "file", id: "open-file", multiple: "" });
  file.addEventListener("change", () => {
    openFiles([...file.files]);
    // The same file can be chosen again after it has been corrected.
    file.value = "";
  });
  const preset = make("button", { type: "button" }, "Open");
  preset.addEventListener("click", () => confirmLoss(() => attempt(() => ask("openPreset", { name: shipped.value }), `Opened ${shipped.value}.`)));
  const content = [
    make("div", { class: "row-field" }, make("label", { for: shipped.id }, "A shipped preset"), shipped, preset),
    make("div", { class: "row-field" }, make("label", { for: file.id }, "A preset or tracks"), file),
    make("p", {}, "Files can also be dropped anywhere on the page. Several tracks are heard together."),
    make("p", { id: "open-fault", class: "fault", role: "alert" }),
  ];
  const actions = [["Close", false, close]];
  if (hasTrack) actions.unshift(["Play without a track", false, () => attempt(() => ask("openTracks", { uploads: [] }))]);
  open("opening", "Open", content, actions);
}

export function start() {
  on("welcome", (message) => { presets = message.presets; });
  on("preset", (message) => { opened = message; });
  on("ride", (message) => { hasTrack = Boolean(message.title); });
  document.getElementById("open").addEventListener("click", offer);
  // The browser handles text that is dragged into a field.
  const hasFiles = ({ dataTransfer }) => dataTransfer.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  // The browser also reports a move from one element to the next as leaving, but then names the next one.
  addEventListener("dragleave", ({ relatedTarget }) => { if (!relatedTarget) document.body.classList.remove("dropping"); });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!hasFiles(event)) return;
    event.preventDefault();
    openFiles([...event.dataTransfer.files]);
  });
}
