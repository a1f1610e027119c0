// SPDX-License-Identifier: MIT
// The picture of a layer: the one whose parameter was changed last, or that was chosen, or else the loudest.

import { on } from "../wire.js";
import { make, offer, painter } from "../paint.js";
import { drawDrop, partsOf } from "./drop.js";
import { drawCharts } from "./charts.js";

const get = (id) => document.getElementById(id);
const canvas = get("picture"), title = get("picture-title"), legend = get("picture-legend"), choice = get("picture-layer");

export function start() {
  let drop = null, pictures = [], levels = {}, isDropOff = false, wanted = null, shown = null;
  const redraw = painter(canvas, (context, width, height) => {
    if (shown) drawCharts(shown, context, width, height);
    else if (drop) drawDrop(drop, context, width, height);
  });

  /** The layers that have a picture, the loudest first. */
  const names = () => {
    const all = pictures.map(({ name }) => name);
    if (!isDropOff || !all.length) all.push("drops");
    return all.sort((a, b) => (levels[b] ?? -200) - (levels[a] ?? -200));
  };

  function show() {
    const offered = names(), name = offered.includes(wanted) ? wanted : offered[0];
    shown = pictures.find((picture) => picture.name === name) ?? null;
    offer(choice, offered);
    choice.value = name;
    choice.hidden = offered.length < 2;
    title.textContent = shown?.title ?? "One drop";
    const parts = shown || !drop ? [] : partsOf(drop);
    legend.replaceChildren(...parts.map(({ kind, words }) => make("li", { class: kind }, words)));
    canvas.setAttribute("aria-label", shown?.words ?? `The waveform of one drop: ${parts.map(({ words }) => words).join(", ")}`);
    redraw();
  }

  get("rows").addEventListener("focusin", ({ target }) => {
    const layer = target.closest("[data-name]")?.dataset.name.split(".")[0];
    if (!layer || !names().includes(layer)) return;
    wanted = layer;
    show();
  });
  choice.addEventListener("change", () => {
    wanted = choice.value;
    show();
  });
  on("drop", (message) => {
    drop = message;
    show();
  });
  on("layers", (message) => {
    ({ levels, pictures } = message);
    show();
  });
  on("preset", ({ layers }) => {
    isDropOff = layers.some(({ name, off }) => name === "drops" && off.length > 0);
    show();
  });
}
