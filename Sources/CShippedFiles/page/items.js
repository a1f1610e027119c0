// SPDX-License-Identifier: MIT
// The mappings and events: a list of each, which one is shown, and adding and removing them.

import { ask, on } from "./wire.js";
import { make, suggestions } from "./paint.js";
import * as curves from "./curves.js";
import * as form from "./form.js";
import { close, open, refuse } from "./sheet.js";

const get = (id) => document.getElementById(id);
const lists = { mapping: get("mapping-list"), event: get("event-list") };

let preset = { mappings: [], events: [] }, known = { channels: [], triggers: [], parameters: [] };
/** The item that is shown. While it stays the same one, wherever it stands in its list, this stays the same object. */
let chosen = { kind: "mapping", place: 0 };
/** What is shown as soon as the studio has it. */
let awaited = null;
let tell = () => {}, fault = () => {};

const all = (kind, { mappings, events } = preset) => (kind === "mapping" ? mappings : events);
const shown = () => all(chosen.kind)[chosen.place];
const isOwn = (item) => Number.isInteger(item?.index);

function rowOf(kind, item, place) {
  const isChosen = kind === chosen.kind && place === chosen.place;
  const isFirst = place === 0 && (kind !== chosen.kind || !shown());
  const name = kind === "mapping" ? [make("span", { class: "from" }, `${item.channel} →`), make("span", {}, item.parameter)] : [make("span", {}, item.name)];
  const row = make("button", {
    class: "item", type: "button", role: "radio", "aria-checked": String(isChosen), tabindex: isChosen || isFirst ? 0 : -1, title: item.words,
  }, make("span", {}, ...name), kind === "mapping" ? curves.thumb(item) : "", make("span", { class: "words" }, item.words));
  row.addEventListener("click", () => choose(kind, place));
  return row;
}

function showLists() {
  for (const [kind, list] of Object.entries(lists)) {
    const focused = [...list.children].indexOf(document.activeElement);
    list.replaceChildren(...all(kind).map((item, place) => rowOf(kind, item, place)));
    if (focused >= 0) list.children[kind === chosen.kind ? chosen.place : Math.min(focused, list.children.length - 1)]?.focus({ preventScroll: true });
  }
  get("events-title").hidden = !preset.events.length;
}

function showItem() {
  const item = shown(), isEvent = chosen.kind === "event";
  get("item-say").textContent = item?.say ?? "";
  get("hear").hidden = !isEvent || !item;
  get("remove").hidden = !isOwn(item);
  curves.show(isEvent ? null : item, chosen);
  if (isOwn(item)) form.show({ [chosen.kind]: item.index }, item, chosen);
  else form.tell(item ? `${item.words}. Comes from the preset that this one builds on.` : "This preset maps nothing yet.");
}

function choose(kind, place, isFocused = false) {
  // The item that is shown already keeps its fields: new ones would lose what a hand is typing into them.
  if (kind !== chosen.kind || place !== chosen.place) chosen = { kind, place };
  showLists();
  showItem();
  if (isFocused) lists[kind].children[place]?.focus();
  lists[kind].children[place]?.scrollIntoView({ block: "nearest" });
  if (kind === "event") hear();
}

/** The notes of the event that is shown. */
function hear() {
  ask("strike", { event: chosen.place }).then(({ words }) => { if (words) tell(words); }, fault);
}

async function remove({ kind, place }) {
  const item = all(kind)[place];
  if (!isOwn(item)) return;
  const hadFocus = get("remove") === document.activeElement;
  try { tell((await ask("remove", { [kind]: item.index })).words); } catch (error) { fault(error); }
  if (hadFocus) lists[kind].children[Math.min(place, all(kind).length - 1)]?.focus();
}

for (const [kind, list] of Object.entries(lists)) {
  list.addEventListener("keydown", (event) => {
    const count = all(kind).length, place = [...list.children].indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Delete") remove({ kind, place });
    else if (step && count) choose(kind, (place + step + count) % count, true);
    else return;
    event.preventDefault();
  });
}

/** Asks for what a new item needs. `rows` are labels and their fields; `add` asks the studio and returns its answer. */
function askNew(kind, heading, rows, add) {
  const send = () => add().then(({ index }) => {
    close();
    await_(kind, index);
  }, refuse);
  const content = rows.map(([label, field]) => make("label", { class: "row-field" }, make("span", {}, label), field));
  open(`new ${kind}`, heading, content, [["Cancel", false, close], ["Add", true, send]]);
  rows[0][1].focus();
}

/** Shows an item of the file once the studio has sent it. */
function await_(kind, index) {
  const place = all(kind).findIndex((item) => item.index === index);
  awaited = place < 0 ? { kind, index } : null;
  if (place >= 0) choose(kind, place, true);
}

const suggested = (id, words, fields) => [
  make("input", { type: "text", list: id, autocomplete: "off", spellcheck: "false", ...fields }),
  suggestions(id, words),
];

function addMapping() {
  const [channel, list] = suggested("new-channel", known.channels, { ".value": "speed" });
  const parameter = make("select", {}, ...known.parameters.filter(({ fixed }) => !fixed).map(({ name }) => make("option", { value: name }, name)));
  const mapped = new Set(preset.mappings.map((mapping) => mapping.parameter));
  parameter.value = ["drops.rate", "drops.level", "drops.brightness"].find((name) => !mapped.has(name)) ?? "drops.rate";
  askNew("mapping", "Add a mapping", [["The channel", channel], ["moves", parameter]],
    () => ask("addMapping", { channel: channel.value, parameter: parameter.value }));
  channel.after(list);
}

function addEvent() {
  const taken = new Set(preset.events.map(({ name }) => name));
  const [trigger, list] = suggested("new-trigger", known.triggers, { ".value": known.triggers.find((name) => !taken.has(name)) ?? "" });
  askNew("event", "Add an event", [["Sounds at", trigger]], () => ask("addEvent", { trigger: trigger.value }));
  trigger.after(list);
}

/** What an item is, wherever it stands. */
const face = ({ index, name, ...rest }, kind) => JSON.stringify([kind === "event" ? name : "", rest]);

/** Follows the item that is shown when another page, or an undo, adds or removes others before it. */
function follow(before, after) {
  const old = all(chosen.kind, before).map((item) => face(item, chosen.kind)), now = all(chosen.kind, after).map((item) => face(item, chosen.kind));
  if (before.file !== after.file) chosen = { ...chosen };
  if (old.length === now.length) return;
  const shorter = Math.min(old.length, now.length);
  let head = 0, tail = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  if (chosen.place < head) return;
  if (chosen.place >= old.length - tail) chosen.place += now.length - old.length;
  else chosen = { ...chosen };
}

export function start(onWord, onFault) {
  [tell, fault] = [onWord, onFault];
  form.start(get("form-help"));
  get("add-mapping").addEventListener("click", addMapping);
  get("add-event").addEventListener("click", addEvent);
  get("remove").addEventListener("click", () => remove(chosen));
  get("hear").addEventListener("click", hear);
  on("welcome", (message) => { known = message; });
  on("preset", (message) => {
    follow(preset, message);
    preset = message;
    chosen.place = Math.min(chosen.place, Math.max(0, all(chosen.kind).length - 1));
    if (!shown()) chosen = { kind: preset.mappings.length ? "mapping" : "event", place: 0 };
    showLists();
    showItem();
    if (awaited) await_(awaited.kind, awaited.index);
  });
}
