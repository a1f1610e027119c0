// SPDX-License-Identifier: MIT
// Where there is no track: a slider or a choice for every channel that the preset maps, heard as a track's would be.

import { askNewest, isFlying, on } from "../wire.js";
import { formatNumber, make, options } from "../paint.js";
import { request, showFault } from "../status.js";

const panel = document.getElementById("tests");
/** The message from which the controls were made. */
let content = "";
/** The functions that show a channel's value, by its name. */
const shows = new Map();

const set = (channel, text) => askNewest(`test ${channel}`, "test", { channel, ...(text === "" ? {} : { text }) }).catch(showFault);
const words = ({ unit }, text) => (text === undefined ? "not known" : `${formatNumber(Number(text))}${unit ? ` ${unit}` : ""}`);

function sliderOf(channel) {
  const { name, low, high } = channel, id = `t-${name.replaceAll(".", "-")}`;
  const range = make("input", { id, type: "range", min: low, max: high, step: (high - low) / 200 || "any", ".value": low, title: "Delete: not known" });
  const figure = make("output", { for: id, "aria-live": "off" });
  const show = (text) => {
    range.value = text ?? low;
    range.style.setProperty("--at", text === undefined ? 0 : (range.value - low) / (high - low || 1));
    range.classList.toggle("unset", text === undefined);
    figure.textContent = words(channel, text);
    range.setAttribute("aria-valuetext", words(channel, text));
  };
  const send = (text) => {
    show(text);
    set(name, text ?? "");
  };
  range.addEventListener("input", () => send(String(Number(Number(range.value).toPrecision(6)))));
  range.addEventListener("keydown", (event) => {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    send(undefined);
  });
  range.addEventListener("dblclick", () => send(undefined));
  shows.set(name, show);
  return make("div", { class: "test" }, make("label", { for: id }, name), range, figure);
}

function choiceOf({ name, values }) {
  const id = `t-${name.replaceAll(".", "-")}`;
  const select = make("select", { id }, make("option", { value: "" }, "not known"), ...options(values));
  select.addEventListener("change", () => set(name, select.value));
  shows.set(name, (text) => { select.value = text ?? ""; });
  return make("div", { class: "test" }, make("label", { for: id }, name), select);
}

function draw(channels) {
  const next = JSON.stringify(channels.map(({ text, ...rest }) => rest));
  if (next !== content) {
    content = next;
    const focused = panel.contains(document.activeElement) ? document.activeElement.id : "";
    shows.clear();
    const clear = make("button", { type: "button", id: "test-clear" }, "Back to rest");
    clear.addEventListener("click", () => request("rest"));
    panel.replaceChildren(make("p", {}, channels.length ? "Without a track, every channel can be tried." : "The preset maps nothing."),
      ...channels.map((channel) => (channel.values.length ? choiceOf(channel) : sliderOf(channel))), ...(channels.length ? [clear] : []));
    document.getElementById(focused)?.focus();
  }
  for (const { name, text } of channels) if (!isFlying(`test ${name}`)) shows.get(name)(text);
}

export function start() {
  let hasTrack = false;
  on("ride", ({ title }) => {
    hasTrack = Boolean(title);
    panel.hidden = hasTrack;
  });
  on("tests", ({ channels }) => { if (!hasTrack) draw(channels); });
}
