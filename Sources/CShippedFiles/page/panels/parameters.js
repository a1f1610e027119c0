// SPDX-License-Identifier: MIT
// The parameters: a slider, a number and a mark at the default for each, grouped as in the table.

import { ask, askNewest, isFlying, nextGesture, on } from "../wire.js";
import { formatNumber, keepChildren, make, options, parseNumber } from "../paint.js";
import { request, showFault } from "../status.js";

const rows = new Map();
const helpLine = document.getElementById("help-line");
const resting = helpLine.textContent;

const words = (spec, value) => `${formatNumber(value)}${spec.unit ? ` ${spec.unit}` : ""}`;

let gesture = 0;

/** A slider over a parameter; `showAnswer` receives the studio's value for the position. Returns a function that shows a state. */
function slider(spec, element, showAnswer) {
  const key = `value ${spec.name}`;
  const show = (state) => {
    element.value = state.place;
    element.style.setProperty("--at", state.place);
    element.setAttribute("aria-valuetext", state.words);
  };
  const slide = (position) => {
    element.style.setProperty("--at", position);
    askNewest(key, "slide", { name: spec.name, place: Number(position), gesture })
      .then((answer) => {
        if (!answer) return;
        element.setAttribute("aria-valuetext", answer.words);
        showAnswer(answer);
      }, showFault);
  };
  element.addEventListener("pointerdown", () => { gesture = nextGesture(); });
  // A screen reader moves a slider without a pointer and without keys.
  element.addEventListener("change", () => { gesture = nextGesture(); });
  element.addEventListener("input", () => slide(element.value));
  element.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (!event.repeat) gesture = nextGesture();
    if (steps) ask("nudge", { name: spec.name, steps, fine: event.shiftKey, gesture }).catch(showFault);
    else if (event.key === "Home" || event.key === "End") slide(event.key === "Home" ? 0 : 1);
    else if (event.key === "Delete" || event.key === "Backspace") request("reset", { name: spec.name });
    else return;
    event.preventDefault();
  });
  element.addEventListener("dblclick", () => request("reset", { name: spec.name }));
  return show;
}

function help(spec) {
  if (spec.choices.length) return `${spec.help} Default ${spec.choices[spec.default]}.`;
  return `${spec.help} ${words(spec, spec.low)} to ${words(spec, spec.high)}, default ${words(spec, spec.default)}.`;
}

function explain(element, spec) {
  const showHelp = () => { helpLine.textContent = help(spec); };
  element.addEventListener("focusin", showHelp);
  element.addEventListener("pointerenter", showHelp);
  element.addEventListener("pointerleave", () => {
    if (!element.contains(document.activeElement)) helpLine.textContent = resting;
  });
}

function makeRow(spec) {
  const id = `p-${spec.name.replaceAll(".", "-")}`;
  // The group's name is in the heading above; it is not repeated.
  const short = spec.name.startsWith(`${spec.group}.`) ? spec.name.slice(spec.group.length + 1) : spec.name;
  const isVariation = short.endsWith(".variation");
  const label = make("label", { for: id, title: spec.name, class: isVariation ? "under" : null }, isVariation ? "varied by" : short);
  const note = make("span", { id: `${id}-help`, class: "unseen" }, help(spec));
  const row = make("div", { class: "row", "data-name": spec.name }, label);
  explain(row, spec);
  if (spec.choices.length) {
    const select = make("select", { id, "aria-label": spec.name, "aria-describedby": note.id }, ...options(spec.choices));
    select.addEventListener("change", () => request("set", { name: spec.name, text: select.value }));
    row.append(select, note);
    return { row, note, show: (state) => { select.value = state.words; }, showLive: () => {} };
  }
  const range = make("input", {
    id, type: "range", min: 0, max: 1, step: "any", "aria-label": spec.name, "aria-describedby": note.id,
  });
  const mark = make("i", { "aria-hidden": "true" });
  const live = make("b", { "aria-hidden": "true", hidden: "" });
  const travel = make("div", { class: "travel" }, range, mark, live);
  // The thumb's middle runs between half its width and the rest.
  const left = (position) => `calc(${position} * (100% - 13px) + 6.5px)`;
  mark.style.left = left(spec.defaultPlace);
  const number = make("input", {
    type: "text", inputmode: "decimal", "aria-label": `${spec.name}, number`, "aria-describedby": note.id, autocomplete: "off",
  });
  const showNumber = (state) => { number.value = formatNumber(state.value); };
  const show = slider(spec, range, showNumber);
  const restore = () => showNumber(rows.get(spec.name).state);
  let livePosition, value;
  number.addEventListener("change", () => {
    const typed = parseNumber(number.value);
    if (!Number.isFinite(typed)) return restore();
    return ask("set", { name: spec.name, text: String(typed) }).catch((error) => { showFault(error); restore(); });
  });
  number.addEventListener("keydown", (event) => {
    if (event.key === "Escape") restore();
  });
  if (spec.fixed) range.title = number.title = "Takes effect at the next start.";
  row.append(travel, number, make("span", { class: "unit" }, spec.unit), note);
  return {
    row, note,
    show: (state) => {
      show(state);
      // A field that is being edited keeps its text until the value changes.
      if (document.activeElement !== number || state.value !== value) showNumber(state);
      value = state.value;
    },
    showLive: (position) => {
      if (position === livePosition) return;
      livePosition = position;
      live.hidden = position === undefined;
      if (position !== undefined) live.style.left = left(position);
    },
  };
}

const group = document.getElementById("rows");
const master = document.getElementById("master");
const masterValue = document.getElementById("master-value");
let showMaster = () => {};

const sections = new Map();
let layers = [];
let levels = {};

const layerOf = (name) => name.split(".")[0];

/** Raises the value that keeps a layer off to a middle one. */
async function turnOn(layer) {
  for (const name of layer.off) {
    const position = Math.max(0.6, rows.get(name)?.spec.defaultPlace ?? 0);
    await ask("slide", { name, place: position, gesture: nextGesture() }).catch(showFault);
  }
}

/** Shows the layers that sound first, the loudest first of all, and folds those that are off. */
function arrange() {
  let turnedOn = null;
  for (const layer of layers) {
    const own = [...sections].filter(([name]) => layerOf(name) === layer.name).map(([, section]) => section);
    const isOff = layer.off.length > 0;
    // Not while the user, who has just turned the last value down, may turn it up again.
    const isHeld = own.some((section) => section.contains(document.activeElement));
    own.forEach((section, index) => {
      if (!isOff || !isHeld) section.classList.toggle("folded", isOff);
      if (index) return;
      section.querySelector("h3 .level").textContent = isOff ? "off" : levels[layer.name] === undefined ? "" : `${formatNumber(levels[layer.name])} dB`;
      const button = section.querySelector("h3 button");
      if (!isOff && button.matches(":focus-visible")) turnedOn = section;
      button.hidden = !isOff;
      button.onclick = () => turnOn(layer);
    });
  }
  // Not while the user is using them.
  if (!group.contains(document.activeElement)) {
    const rank = (name) => {
      const layer = layers.find((one) => one.name === layerOf(name));
      if (!layer) return 1000;
      return layer.off.length ? 500 : levels[layer.name] === undefined ? 400 : -levels[layer.name];
    };
    keepChildren(group, [...sections].sort(([a], [b]) => rank(a) - rank(b)).map(([, section]) => section));
  }
  sift();
  // A button that has been used passes the focus on.
  turnedOn?.querySelector(".row:not([hidden]) :is(input, select)")?.focus();
}

export function start() {
  on("welcome", ({ parameters }) => {
    // A page that connects again keeps its rows, with what is being typed: the table is the program's.
    if (rows.size) return;
    for (const spec of parameters) {
      let section = sections.get(spec.group);
      if (!section) {
        section = make("div", { class: "group", role: "group", "aria-label": spec.group }, make("h3", {}, spec.group, " ", make("span", { class: "level" }),
          make("button", { type: "button", hidden: "", "aria-label": `Turn on ${spec.group}` }, "Turn on")));
        sections.set(spec.group, section);
        group.append(section);
      }
      const made = makeRow(spec);
      rows.set(spec.name, { spec, state: null, ...made });
      section.append(made.row);
    }
    const level = rows.get("master.level")?.spec;
    if (level) {
      const show = slider(level, master, (state) => { masterValue.textContent = state.words; });
      master.setAttribute("aria-label", "Master level");
      showMaster = (state) => { show(state); masterValue.textContent = state.words; };
      document.getElementById("master-help").textContent = help(level);
      explain(master.parentElement, level);
    }
    sift();
  });
  on("preset", ({ values, mappings, layers: list }) => {
    const moved = new Set(mappings.map((mapping) => mapping.parameter));
    for (const [name, row] of rows) {
      if (!(name in values)) continue;
      row.state = values[name];
      row.row.classList.toggle("changed", values[name].changed);
      row.row.classList.toggle("mapped", moved.has(name));
      // The meaning of the sign and of the font weight.
      row.note.textContent = `${moved.has(name) ? "Mapped. " : ""}${values[name].changed ? "Not saved. " : ""}${help(row.spec)}`;
      if (isFlying(`value ${name}`)) continue;
      row.show(values[name]);
      if (name === "master.level") showMaster(values[name]);
    }
    layers = list;
    arrange();
  });
  on("layers", (message) => {
    levels = message.levels;
    arrange();
  });
  on("moment", ({ moved }) => {
    for (const [name, row] of rows) row.showLive(moved?.[name]);
  });
  const search = document.getElementById("search");
  search.addEventListener("input", sift);
  document.getElementById("vary").addEventListener("click", () => request("vary", { amount: 0.5 }));
}

function sift() {
  const wanted = document.getElementById("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { spec, row } of rows.values()) {
    const text = `${spec.name} ${spec.help} ${spec.unit}`.toLowerCase();
    const isFolded = !wanted.length && row.closest(".group")?.classList.contains("folded");
    row.hidden = isFolded || !wanted.every((word) => text.includes(word));
  }
  for (const section of group.children) {
    const isEmpty = [...section.querySelectorAll(".row")].every((row) => row.hidden);
    section.hidden = isEmpty && section.querySelector("h3 button").hidden;
  }
}
