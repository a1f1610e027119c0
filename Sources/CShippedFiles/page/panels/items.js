// SPDX-License-Identifier: MIT
// The mappings and events: a list of each, which one is shown, and adding and removing them.

import { ask, on } from "../wire.js";
import { keepChildren, make, options, suggestions } from "../paint.js";
import { request } from "../status.js";
import * as curves from "./curves.js";
import * as form from "./form.js";
import { close, open, refuse } from "../sheet.js";

const get = (id) => document.getElementById(id);
const lists = { mapping: get("mapping-list"), event: get("event-list") };

let preset = { mappings: [], events: [] }, known = { channels: [], triggers: [], parameters: [] };
/** The item that is shown, by its position in its list. While it stays the same item, wherever it stands, this stays the same object. */
let chosen = { kind: "mapping", position: 0 };
/** A new item of the file, to be shown as soon as the studio has sent it. */
let awaited = null;

const all = (kind, { mappings, events } = preset) => (kind === "mapping" ? mappings : events);
const shown = () => all(chosen.kind)[chosen.position];

/** The button of an item; `content` is what it was made from. */
function rowOf(kind, item, position, content) {
  const name = kind === "mapping" ? [make("span", { class: "from" }, `${item.channel} →`), make("span", {}, item.parameter)] : [make("span", {}, item.name)];
  const row = make("button", { class: "item", type: "button", role: "radio", ".content": content },
    make("span", {}, ...name), kind === "mapping" ? curves.thumb(item) : "", make("span", { class: "words", title: item.words }, item.words));
  row.addEventListener("click", () => choose(kind, position));
  return row;
}

function showLists() {
  for (const [kind, list] of Object.entries(lists)) {
    const focused = [...list.children].indexOf(document.activeElement);
    // A button with the same content stays: the click that commits a field's value must end on the button on which it began.
    keepChildren(list, all(kind).map((item, position) => {
      const content = JSON.stringify(item), row = list.children[position];
      return row?.content === content ? row : rowOf(kind, item, position, content);
    }));
    [...list.children].forEach((row, position) => {
      const isChosen = kind === chosen.kind && position === chosen.position;
      const isFirst = position === 0 && (kind !== chosen.kind || !shown());
      row.setAttribute("aria-checked", String(isChosen));
      row.tabIndex = isChosen || isFirst ? 0 : -1;
    });
    if (focused >= 0) list.children[kind === chosen.kind ? chosen.position : Math.min(focused, list.children.length - 1)]?.focus({ preventScroll: true });
  }
  get("events-title").hidden = !preset.events.length;
}

function showItem() {
  const item = shown(), isEvent = chosen.kind === "event";
  get("item-say").textContent = item?.say ?? "";
  get("hear").hidden = !isEvent || !item;
  get("remove").hidden = !curves.isOwn(item);
  curves.show(isEvent ? null : item, chosen);
  if (curves.isOwn(item)) form.show({ [chosen.kind]: item.index }, chosen);
  else form.showWords(item ? `${item.words}. Comes from the preset that this one builds on.` : "This preset maps nothing yet.");
}

function choose(kind, position, isFocused = false) {
  // The item that is shown already keeps its fields: new ones would lose what is being typed into them.
  if (kind !== chosen.kind || position !== chosen.position) chosen = { kind, position };
  showLists();
  showItem();
  if (isFocused) lists[kind].children[position]?.focus();
  lists[kind].children[position]?.scrollIntoView({ block: "nearest" });
  if (kind === "event") hear();
}

/** Plays the notes of the event that is shown. */
const hear = () => request("strike", { event: chosen.position });

async function remove({ kind, position }) {
  const item = all(kind)[position];
  if (!curves.isOwn(item)) return;
  const hadFocus = get("remove") === document.activeElement;
  await request("remove", { [kind]: item.index });
  if (hadFocus) lists[kind].children[Math.min(position, all(kind).length - 1)]?.focus();
}

for (const [kind, list] of Object.entries(lists)) {
  list.addEventListener("keydown", (event) => {
    const count = all(kind).length, position = [...list.children].indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Delete") remove({ kind, position });
    else if (step && count) choose(kind, (position + step + count) % count, true);
    else return;
    event.preventDefault();
  });
}

/** Asks for the values of a new item. `rows` are labels and their fields; `add` asks the studio and returns its answer. */
function askNew(kind, heading, rows, add) {
  const send = () => add().then(({ index }) => {
    close();
    chooseOnceSent(kind, index);
  }, refuse);
  const content = rows.map(([label, field]) => make("label", { class: "row-field" }, make("span", {}, label), field));
  open(`new ${kind}`, heading, content, [["Cancel", false, close], ["Add", true, send]]);
  rows[0][1].focus();
}

/** Shows an item of the file once the studio has sent it. */
function chooseOnceSent(kind, index) {
  const position = all(kind).findIndex((item) => item.index === index);
  awaited = position < 0 ? { kind, index } : null;
  if (position >= 0) choose(kind, position, true);
}

const suggested = (id, words, fields) => [
  make("input", { type: "text", list: id, autocomplete: "off", spellcheck: "false", ...fields }),
  suggestions(id, words),
];

function addMapping() {
  const [channel, list] = suggested("new-channel", known.channels, { ".value": "speed" });
  const parameter = make("select", {}, ...options(known.parameters.filter(({ fixed }) => !fixed).map(({ name }) => name)));
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

/** The identity of an item, independent of its position. */
const contentOf = ({ index, name, ...rest }, kind) => JSON.stringify([kind === "event" ? name : "", rest]);

/** Follows the item that is shown when another page, or an undo, adds or removes others before it. */
function follow(before, after) {
  const old = all(chosen.kind, before).map((item) => contentOf(item, chosen.kind)), now = all(chosen.kind, after).map((item) => contentOf(item, chosen.kind));
  if (before.file !== after.file) chosen = { ...chosen };
  // With nothing shown before, there is nothing to follow: the first item is shown.
  if (old.length === now.length || !old.length) return;
  const shorter = Math.min(old.length, now.length);
  let head = 0, tail = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  if (chosen.position < head) return;
  if (chosen.position >= old.length - tail) chosen.position += now.length - old.length;
  else chosen = { ...chosen };
}

export function start() {
  get("add-mapping").addEventListener("click", addMapping);
  get("add-event").addEventListener("click", addEvent);
  get("remove").addEventListener("click", () => remove(chosen));
  get("hear").addEventListener("click", hear);
  on("welcome", (message) => { known = message; });
  on("preset", (message) => {
    follow(preset, message);
    preset = message;
    chosen.position = Math.min(chosen.position, Math.max(0, all(chosen.kind).length - 1));
    if (!shown()) chosen = { kind: preset.mappings.length ? "mapping" : "event", position: 0 };
    showLists();
    showItem();
    if (awaited) chooseOnceSent(awaited.kind, awaited.index);
  });
}
