// SPDX-License-Identifier: MIT
// The parameters: a slider, a number and a mark at the default for each, grouped as in the table.

import { ask, askNewest, isFlying, nextGesture, on } from "./wire.js";
import { make, read, say } from "./paint.js";

const rows = new Map();
const helpLine = document.getElementById("help-line");
const resting = helpLine.textContent;
let fault = () => {};

const words = (spec, value) => `${say(value)}${spec.unit ? ` ${spec.unit}` : ""}`;

let gesture = 0;

/** A slider over a parameter; `shown` is told what the studio made of the place. Returns what shows a state. */
function slider(spec, element, shown) {
  const key = `value ${spec.name}`;
  const show = (state) => {
    element.value = state.place;
    element.style.setProperty("--at", state.place);
    element.setAttribute("aria-valuetext", state.words);
  };
  const slide = (place) => {
    element.style.setProperty("--at", place);
    askNewest(key, "slide", { name: spec.name, place: Number(place), gesture })
      .then((answer) => {
        if (!answer) return;
        element.setAttribute("aria-valuetext", answer.words);
        shown(answer);
      }, fault);
  };
  element.addEventListener("pointerdown", () => { gesture = nextGesture(); });
  element.addEventListener("input", () => slide(element.value));
  element.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (!event.repeat) gesture = nextGesture();
    if (steps) ask("nudge", { name: spec.name, steps, fine: event.shiftKey, gesture }).catch(fault);
    else if (event.key === "Home" || event.key === "End") slide(event.key === "Home" ? 0 : 1);
    else if (event.key === "Delete" || event.key === "Backspace") ask("reset", { name: spec.name }).catch(fault);
    else return;
    event.preventDefault();
  });
  element.addEventListener("dblclick", () => ask("reset", { name: spec.name }).catch(fault));
  return show;
}

function help(spec) {
  if (spec.choices.length) return `${spec.help} Default ${spec.choices[spec.default]}.`;
  return `${spec.help} ${words(spec, spec.low)} to ${words(spec, spec.high)}, default ${words(spec, spec.default)}.`;
}

function explain(element, spec) {
  const tell = () => { helpLine.textContent = help(spec); };
  element.addEventListener("focusin", tell);
  element.addEventListener("pointerenter", tell);
  element.addEventListener("pointerleave", () => {
    if (!element.contains(document.activeElement)) helpLine.textContent = resting;
  });
}

function makeRow(spec) {
  const id = `p-${spec.name.replaceAll(".", "-")}`;
  // The group stands above; its name is not said twice.
  const short = spec.name.startsWith(`${spec.group}.`) ? spec.name.slice(spec.group.length + 1) : spec.name;
  const isVariation = short.endsWith(".variation");
  const label = make("label", { for: id, title: spec.name, class: isVariation ? "under" : null }, isVariation ? "varied by" : short);
  const note = make("span", { id: `${id}-help`, class: "unseen" }, help(spec));
  const row = make("div", { class: "row", "data-name": spec.name }, label);
  explain(row, spec);
  if (spec.choices.length) {
    const select = make("select", { id, "aria-label": spec.name, "aria-describedby": note.id });
    for (const choice of spec.choices) select.append(make("option", { value: choice }, choice));
    select.addEventListener("change", () => ask("set", { name: spec.name, text: select.value }).catch(fault));
    row.append(select, note);
    return { row, note, show: (state) => { select.value = state.words; }, now: () => {} };
  }
  const range = make("input", {
    id, type: "range", min: 0, max: 1, step: "any", "aria-label": spec.name, "aria-describedby": note.id,
  });
  const mark = make("i", { "aria-hidden": "true" });
  const live = make("b", { "aria-hidden": "true", hidden: "" });
  const travel = make("div", { class: "travel" }, range, mark, live);
  // The thumb's middle runs between half its width and the rest.
  const left = (place) => `calc(${place} * (100% - 13px) + 6.5px)`;
  mark.style.left = left(spec.defaultPlace);
  const number = make("input", {
    type: "text", inputmode: "decimal", "aria-label": `${spec.name}, number`, "aria-describedby": note.id, autocomplete: "off",
  });
  const type = (state) => { number.value = say(state.value); };
  const show = slider(spec, range, type);
  const restore = () => type(rows.get(spec.name).state);
  let shown, value;
  number.addEventListener("change", () => {
    const typed = read(number.value);
    if (!Number.isFinite(typed)) return restore();
    return ask("set", { name: spec.name, text: String(typed) }).catch((error) => { fault(error); restore(); });
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
      // A hand in the field keeps what it types until the value is another one.
      if (document.activeElement !== number || state.value !== value) type(state);
      value = state.value;
    },
    now: (place) => {
      if (place === shown) return;
      shown = place;
      live.hidden = place === undefined;
      if (place !== undefined) live.style.left = left(place);
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

/** Raises what keeps a layer off to a middle value. */
async function turnOn(layer) {
  for (const name of layer.off) {
    const place = Math.max(0.6, rows.get(name)?.spec.defaultPlace ?? 0);
    await ask("slide", { name, place, gesture: nextGesture() }).catch(fault);
  }
}

/** Shows the layers that sound first, the loudest first of all, and folds those that are off. */
function arrange() {
  let turnedOn = null;
  for (const layer of layers) {
    const own = [...sections].filter(([name]) => layerOf(name) === layer.name).map(([, section]) => section);
    const isOff = layer.off.length > 0;
    // Not under a hand that has turned the last value down, and may turn it up again.
    const isHeld = own.some((section) => section.contains(document.activeElement));
    own.forEach((section, index) => {
      if (!isOff || !isHeld) section.classList.toggle("folded", isOff);
      if (index) return;
      section.querySelector("h3 .level").textContent = isOff ? "off" : levels[layer.name] === undefined ? "" : `${say(levels[layer.name])} dB`;
      const button = section.querySelector("h3 button");
      if (!isOff && button.matches(":focus-visible")) turnedOn = section;
      button.hidden = !isOff;
      button.onclick = () => turnOn(layer);
    });
  }
  // Not under a hand that is using them.
  if (!group.contains(document.activeElement)) {
    const place = (name) => {
      const layer = layers.find((one) => one.name === layerOf(name));
      if (!layer) return 1000;
      return layer.off.length ? 500 : levels[layer.name] === undefined ? 400 : -levels[layer.name];
    };
    const ordered = [...sections].sort(([a], [b]) => place(a) - place(b)).map(([, section]) => section);
    if (ordered.some((section, index) => group.children[index] !== section)) group.replaceChildren(...ordered);
  }
  sift();
  // The button that has done its work hands the focus on.
  turnedOn?.querySelector(".row:not([hidden]) :is(input, select)")?.focus();
}

export function start(onFault) {
  fault = onFault;
  on("welcome", ({ parameters }) => {
    group.replaceChildren();
    rows.clear();
    sections.clear();
    for (const spec of parameters) {
      let section = sections.get(spec.group);
      if (!section) {
        section = make("div", { class: "group", role: "group", "aria-label": spec.group }, make("h3", {}, spec.group, make("span", { class: "level" }),
          make("button", { type: "button", hidden: "", "aria-label": `Turn on ${spec.group}` }, "Turn on")));
        sections.set(spec.group, section);
        group.append(section);
      }
      const made = makeRow(spec);
      rows.set(spec.name, { spec, state: null, ...made });
      section.append(made.row);
    }
    const level = rows.get("master.level")?.spec;
    if (level && !master.dataset.ready) {
      master.dataset.ready = "yes";
      const show = slider(level, master, (state) => { masterValue.textContent = state.words; });
      master.setAttribute("aria-label", "Master level");
      showMaster = (state) => { show(state); masterValue.textContent = state.words; };
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
      // What the sign and the weight of the type show.
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
    for (const [name, row] of rows) row.now(moved?.[name]);
  });
  const search = document.getElementById("search");
  search.addEventListener("input", sift);
  document.getElementById("vary").addEventListener("click", () => {
    ask("vary", { amount: 0.5 }).catch(fault);
  });
}

function sift() {
  const wanted = document.getElementById("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { spec, row } of rows.values()) {
    const text = `${spec.name} ${spec.help} ${spec.unit}`.toLowerCase();
    const isFolded = !wanted.length && row.closest(".group")?.classList.contains("folded");
    row.hidden = isFolded || !wanted.every((word) => text.includes(word));
    row.style.display = row.hidden ? "none" : "";
  }
  for (const section of group.children) {
    const isEmpty = [...section.querySelectorAll(".row")].every((row) => row.hidden);
    section.hidden = isEmpty && section.querySelector("h3 button").hidden;
  }
}

/** What a mapping needs to know of a parameter. */
export const specOf = (name) => rows.get(name)?.spec;
