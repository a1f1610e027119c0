// SPDX-License-Identifier: MIT
// The fields of one mapping or event, as the studio's table of the preset format has them. A refused value stays in its field,
// with the reason beneath; what sounds is not touched.

import { ask, askNewest, sentences } from "./wire.js";
import { make, read, suggestions } from "./paint.js";

const place = document.getElementById("form");
let item = null, shape = "", helpLine = null;
/** Who the item is, wherever it stands in its list, and whose rows are shown. */
let whose = null, drawn = null;
/** The rows by their field's name. */
let rows = new Map();

const visible = (text) => text.replaceAll("-", "−");
/** What was typed, a number as the preset has it. */
const typed = (control) => { const number = read(control.value); return Number.isFinite(number) ? String(number) : control.value.trim(); };

/** A field with its label, unit and room for a fault. */
class Row {
  constructor(field, control) {
    const id = `f-${field.name.replaceAll(".", "-")}`;
    this.control = control;
    this.whose = whose;
    this.fault = make("p", { id: `${id}-fault`, class: "fault", role: "alert" });
    control.id = id;
    control.setAttribute("aria-describedby", `${id}-help ${id}-fault`);
    if (field.isRequired) control.setAttribute("aria-required", "true");
    this.element = make("div", { class: "field" },
      make("label", { for: id }, field.label), control, make("span", { class: "unit" }, field.unit),
      make("span", { id: `${id}-help`, class: "unseen" }, field.help), this.fault);
    explain(this.element, field.help);
    this.show(field);
    control.addEventListener("change", () => this.send());
    control.addEventListener("keydown", (event) => { if (event.key === "Escape") this.show(this.field); });
  }

  show(field) {
    this.field = field;
    this.control.value = field.kind === "number" ? visible(field.text) : field.text;
    this.complain("");
  }

  /** Takes what the studio says, unless a hand is in the field, or what it holds was refused or is on its way. */
  follow(field) {
    const isBusy = this.control === document.activeElement && this.control.tagName === "INPUT" || this.fault.textContent || this.isSent;
    if (isBusy && field.text === this.field.text) this.field = field;
    else this.show(field);
  }

  send() {
    // What was typed for an item that has gone is for no other.
    if (this.whose !== whose) return;
    const text = this.field.kind === "number" ? typed(this.control) : this.control.value.trim();
    this.isSent = true;
    set(this.field.name, text).then(() => this.complain(""), (error) => this.complain(error)).finally(() => { this.isSent = false; });
  }

  complain(error) {
    this.fault.textContent = error ? sentences(error) : "";
    this.control.ariaInvalid = error ? "true" : null;
  }
}

function set(name, text) { return ask("field", { ...item, name, text }); }

function explain(element, help) {
  const tell = () => { helpLine.textContent = help; };
  element.addEventListener("focusin", tell);
  element.addEventListener("pointerenter", tell);
}

function controlOf(field) {
  if (field.kind === "choice") {
    const none = field.standard ? `${field.standard} (default)` : "none";
    const first = field.isRequired ? [] : [make("option", { value: "" }, none)];
    return make("select", {}, ...first, ...field.options.map((word) => make("option", { value: word }, word)));
  }
  return make("input", {
    type: "text", autocomplete: "off", spellcheck: field.options.length || field.kind !== "words" ? "false" : "true",
    inputmode: field.kind === "number" ? "decimal" : "text", placeholder: visible(field.standard),
    list: field.kind === "words" && field.options.length ? `${field.name}-words` : null,
  });
}

function rowOf(field) {
  if (field.kind === "names") return namesOf(field);
  const row = new Row(field, controlOf(field));
  rows.set(field.name, row);
  if (field.kind === "words" && field.options.length) {
    row.element.append(suggestions(`${field.name}-words`, field.options));
  }
  return row.element;
}

/** A value for each name: both can be changed, and names come and go. */
function namesOf(field) {
  const value = (label, text) => field.options.length
    ? make("select", { "aria-label": label }, ...field.options.map((word) => make("option", { value: word, selected: word === text ? "" : null }, word)))
    : make("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": label, ".value": visible(text) });
  const name = (label, text) => make("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-label": label, ".value": text });
  const fault = make("p", { class: "fault", role: "alert" });
  const mine = whose;
  const try_ = (action) => mine === whose && action().then(() => { fault.textContent = ""; }, (error) => { fault.textContent = sentences(error); });
  const list = field.choices.map((choice) => {
    const key = name(`Name ${choice.name}`, choice.name), gives = value(`${choice.name} gives`, choice.text);
    const gone = make("button", { type: "button", class: "gone", "aria-label": `Remove ${choice.name}`, title: `Remove ${choice.name}` }, "×");
    key.addEventListener("change", () => try_(() => ask("renameChoice", { ...item, name: choice.name, text: key.value.trim() })));
    gives.addEventListener("change", () => try_(() => set(`choose.${choice.name}`, typed(gives))));
    gone.addEventListener("click", () => try_(() => set(`choose.${choice.name}`, "")));
    return make("li", {}, key, gives, gone);
  });
  const key = name("New name", ""), gives = value("The new name gives", field.options[0] ?? "");
  key.placeholder = "new name";
  const add = make("button", { type: "button", class: "gone", "aria-label": "Add the name", title: "Add the name" }, "+");
  const send = () => try_(() => set(`choose.${key.value.trim()}`, typed(gives)));
  add.addEventListener("click", send);
  for (const control of [key, gives]) control.addEventListener("keydown", (event) => { if (event.key === "Enter") send(); });
  const group = make("div", { class: "field names", role: "group", "aria-label": "A value for each name" },
    make("span", { class: "label" }, field.unit ? `choose, ${field.unit}` : "choose"), make("ul", {}, ...list, make("li", {}, key, gives, add)), fault);
  explain(group, field.help);
  return group;
}

/** What tells a control from the others, so that it has the focus again after all were made anew. */
const markOf = (control) => control.id || control.getAttribute("aria-label");

const controls = () => [...place.querySelectorAll("input, select, button")];

function draw(fields, choices) {
  for (const field of fields) if (field.kind === "names") field.choices = choices;
  const next = JSON.stringify(fields.map(({ text, ...rest }) => rest));
  if (next === shape && drawn === whose) {
    for (const field of fields) rows.get(field.name)?.follow(field);
    return;
  }
  [shape, drawn] = [next, whose];
  const before = controls().indexOf(document.activeElement), focused = before < 0 ? null : markOf(document.activeElement);
  rows = new Map();
  place.replaceChildren(...fields.map(rowOf));
  // A name that has gone, or is another one, leaves the focus to what stands in its place.
  if (focused) (controls().find((control) => markOf(control) === focused) ?? controls()[before])?.focus({ preventScroll: true });
}

/** Shows the fields of an item, named as the studio's requests name it; `who` is the same while the item is, wherever it stands. */
export function show(next, { choices }, who) {
  [item, whose] = [next, who];
  const mine = JSON.stringify(next);
  askNewest("form", "form", next).then((answer) => {
    if (answer && whose === who && JSON.stringify(item) === mine) draw(answer.form.fields, choices);
  }, () => {});
}

/** Shows words in place of fields. */
export function tell(words) {
  item = whose = drawn = null;
  shape = "";
  rows = new Map();
  place.replaceChildren(make("p", {}, words));
}

export function start(line) { helpLine = line; }
