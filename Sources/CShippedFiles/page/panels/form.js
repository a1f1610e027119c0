// SPDX-License-Identifier: MIT
// The fields of one mapping or event, as the studio's table of the preset format has them. A refused value stays in its field,
// with the reason beneath; what sounds is not touched.

import { ask, askNewest, sentences } from "../wire.js";
import { keepChildren, make, options, parseNumber, suggestions } from "../paint.js";

const form = document.getElementById("form"), helpLine = document.getElementById("form-help");
/** The item's kind and index, as the studio's requests name it; null without one. */
let target = null;
/** An object that stays the same one while the item does, wherever it stands in its list: of the item, and of the rows. */
let identity = null, rowsIdentity = null;
/** The rows by their field's name. */
let rows = new Map();

/** The typed text, with a number as the preset writes it. */
const typed = (control) => { const number = parseNumber(control.value); return Number.isFinite(number) ? String(number) : control.value.trim(); };

const set = (name, text) => ask("field", { ...target, name, text });

function explain(element, help) {
  const showHelp = () => { helpLine.textContent = help; };
  element.addEventListener("focusin", showHelp);
  element.addEventListener("pointerenter", showHelp);
}

/** A field's layout: everything but its values. A row is rebuilt only if this differs. */
const layoutOf = ({ text, choices, ...rest }) => JSON.stringify([rest, choices?.map(({ name }) => name)]);

/** A field with its label, unit and room for a fault. */
class Row {
  constructor(field) {
    const id = `f-${field.name.replaceAll(".", "-")}`, control = controlOf(field);
    this.layout = layoutOf(field);
    this.control = control;
    this.identity = identity;
    this.fault = make("p", { id: `${id}-fault`, class: "fault", role: "alert" });
    control.id = id;
    control.setAttribute("aria-describedby", `${id}-help ${id}-fault`);
    if (field.isRequired) control.setAttribute("aria-required", "true");
    this.element = make("div", { class: "field" },
      make("label", { for: id }, field.label), control, make("span", { class: "unit" }, field.unit),
      make("span", { id: `${id}-help`, class: "unseen" }, field.help), this.fault);
    if (control.hasAttribute("list")) this.element.append(suggestions(control.getAttribute("list"), field.options));
    explain(this.element, field.help);
    this.show(field);
    control.addEventListener("change", () => this.send());
    control.addEventListener("keydown", (event) => { if (event.key === "Escape") this.show(this.field); });
  }

  show(field) {
    this.field = field;
    this.control.value = field.text;
    this.showFault(null);
  }

  /** Takes the studio's value, unless the field is being edited, or its text was refused or is pending. */
  follow(field) {
    const isBusy = this.control === document.activeElement && this.control.tagName === "INPUT" || this.fault.textContent || this.isSent;
    if (isBusy && field.text === this.field.text) this.field = field;
    else this.show(field);
  }

  send() {
    // Text typed for a removed item must not reach another.
    if (this.identity !== identity) return;
    const text = this.field.kind === "number" ? typed(this.control) : this.control.value.trim();
    this.isSent = true;
    set(this.field.name, text).then(() => this.showFault(null), (error) => this.showFault(error)).finally(() => { this.isSent = false; });
  }

  showFault(error) {
    this.fault.textContent = error ? sentences(error) : "";
    this.control.ariaInvalid = error ? "true" : null;
  }
}

function controlOf(field) {
  if (field.kind === "choice") {
    const none = field.standard ? `${field.standard} (default)` : "none";
    const first = field.isRequired ? [] : [make("option", { value: "" }, none)];
    return make("select", {}, ...first, ...options(field.options));
  }
  return make("input", {
    type: "text", autocomplete: "off", spellcheck: field.options.length || field.kind !== "words" ? "false" : "true",
    inputmode: field.kind === "number" ? "decimal" : "text", placeholder: field.standard,
    list: field.kind === "words" && field.options.length ? `${field.name}-words` : null,
  });
}

/** A value for each name: both can be changed, and names come and go. */
class NamesRow {
  constructor(field) {
    this.layout = layoutOf(field);
    this.identity = identity;
    this.field = field;
    this.fault = make("p", { class: "fault", role: "alert" });
    this.values = [];
    const list = field.choices.map((choice) => this.itemOf(choice));
    const key = this.nameControl("New name", ""), value = this.valueControl("The new name gives", field.options[0] ?? "");
    key.placeholder = "new name";
    const add = make("button", { type: "button", class: "gone", "aria-label": "Add the name", title: "Add the name" }, "+");
    const send = () => this.attempt(() => set(`choose.${key.value.trim()}`, typed(value)));
    add.addEventListener("click", send);
    for (const control of [key, value]) control.addEventListener("keydown", (event) => { if (event.key === "Enter") send(); });
    this.element = make("div", { class: "field names", role: "group", "aria-label": "A value for each name" },
      make("span", { class: "label" }, field.unit ? `choose, ${field.unit}` : "choose"), make("ul", {}, ...list, make("li", {}, key, value, add)), this.fault);
    explain(this.element, field.help);
  }

  itemOf({ name, text }) {
    const key = this.nameControl(`Name ${name}`, name), value = this.valueControl(`${name} gives`, text);
    const gone = make("button", { type: "button", class: "gone", "aria-label": `Remove ${name}`, title: `Remove ${name}` }, "×");
    key.addEventListener("change", () => this.attempt(() => ask("renameChoice", { ...target, name, text: key.value.trim() })));
    value.addEventListener("change", () => this.attempt(() => set(`choose.${name}`, typed(value))));
    gone.addEventListener("click", () => this.attempt(() => set(`choose.${name}`, "")));
    this.values.push(value);
    return make("li", {}, key, value, gone);
  }

  nameControl(label, text) {
    return make("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-label": label, ".value": text });
  }

  valueControl(label, text) {
    const words = this.field.options;
    return words.length
      ? make("select", { "aria-label": label }, ...words.map((word) => make("option", { value: word, selected: word === text ? "" : null }, word)))
      : make("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": label, ".value": text });
  }

  /** Takes the studio's values if any of them has changed; until then, text that is being typed or was refused stays. */
  follow(field) {
    const before = this.field.choices.map(({ text }) => text);
    this.field = field;
    if (field.choices.every(({ text }, index) => text === before[index])) return;
    field.choices.forEach(({ text }, index) => {
      const control = this.values[index];
      if (control !== document.activeElement || text !== before[index]) control.value = text;
    });
    this.fault.textContent = "";
  }

  attempt(action) {
    if (this.identity !== identity) return;
    action().then(() => { this.fault.textContent = ""; }, (error) => { this.fault.textContent = sentences(error); });
  }
}

/** Identifies a control, so that it regains the focus when its row is rebuilt. */
const markOf = (control) => control.id || control.getAttribute("aria-label");

const controls = () => [...form.querySelectorAll("input, select, button")];

function draw(fields) {
  const former = rowsIdentity === identity ? rows : new Map();
  const position = controls().indexOf(document.activeElement), focused = position < 0 ? null : markOf(document.activeElement);
  rowsIdentity = identity;
  rows = new Map(fields.map((field) => {
    const row = former.get(field.name);
    if (row?.layout !== layoutOf(field)) return [field.name, field.kind === "names" ? new NamesRow(field) : new Row(field)];
    row.follow(field);
    return [field.name, row];
  }));
  keepChildren(form, [...rows.values()].map(({ element }) => element));
  if (!focused || form.contains(document.activeElement)) return;
  // If a name was removed or renamed, the focus moves to the control in its place.
  (controls().find((control) => markOf(control) === focused) ?? controls()[position])?.focus({ preventScroll: true });
}

/** Shows the fields of an item, named as the studio's requests name it; `itemIdentity` is the same while the item is. */
export function show(item, itemIdentity) {
  [target, identity] = [item, itemIdentity];
  askNewest("form", "form", item).then((answer) => {
    // If the item was removed or moved, these are the fields of another one.
    if (answer && identity === itemIdentity && JSON.stringify(target) === JSON.stringify(item)) draw(answer.fields);
  }, () => {});
}

/** Shows words in place of fields. */
export function showWords(words) {
  target = identity = rowsIdentity = null;
  rows = new Map();
  form.replaceChildren(make("p", {}, words));
}
