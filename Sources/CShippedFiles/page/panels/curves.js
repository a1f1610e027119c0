// SPDX-License-Identifier: MIT
// The curve of one mapping: its points are dragged by hand or moved by keys.

import { askNewest, isFlying, nextGesture, on } from "../wire.js";
import { formatNumber, make } from "../paint.js";
import { showFault } from "../status.js";

const svg = document.getElementById("curve");
const edge = { left: 52, right: 14, top: 8, bottom: 36 };

let mapping = null, channels = {}, held = null, size = { width: 300, height: 200 };
let nowMarks = null;
/** An object that stays the same one while the mapping does, wherever it stands in its list. */
let identity = null;
/** The gesture of a key that is held. */
let keyGesture = 0;

const unit = (text) => (text ? ` ${text}` : "");

/** True for an item of the file itself, rather than of the preset that it extends. */
export const isOwn = (item) => Number.isInteger(item?.index);

/** The window in which a mapping is drawn: the ranges of its channel and its parameter, with room to drag. */
function windowOf(mapping) {
  const inputs = mapping.points.map((point) => point[0]), outputs = mapping.points.map((point) => point[1]);
  const spread = (values, limits, share) => {
    const low = Math.min(...values), high = Math.max(...values), room = (high - low || Math.abs(high) || 1) * share;
    return [Math.max(limits?.[0] ?? -Infinity, low - room), Math.min(limits?.[1] ?? Infinity, high + room)];
  };
  // The window extends below 0 only if a value does.
  const x = spread(inputs, Math.min(...inputs) >= 0 ? [0, Infinity] : null, 0.12), y = spread(outputs, mapping.limits, 0.22);
  if (mapping.curve === "log" && y[0] <= 0) y[0] = Math.min(...outputs) / 1.5;
  return { x, y: y[0] === y[1] ? [y[0] - 1, y[1] + 1] : y, isLog: mapping.curve === "log" };
}

/** Where values are drawn: from a value to a pixel, and back. */
function plotOf(mapping) {
  const view = held?.view ?? windowOf(mapping);
  const width = size.width - edge.left - edge.right, height = size.height - edge.top - edge.bottom;
  const up = (value) => view.isLog ? Math.log(Math.max(value, view.y[0]) / view.y[0]) / Math.log(view.y[1] / view.y[0])
    : (value - view.y[0]) / (view.y[1] - view.y[0]);
  return {
    view,
    x: (value) => edge.left + ((value - view.x[0]) / (view.x[1] - view.x[0])) * width,
    y: (value) => edge.top + (1 - up(value)) * height,
    input: (x) => view.x[0] + ((x - edge.left) / width) * (view.x[1] - view.x[0]),
    output: (y) => {
      const way = 1 - (y - edge.top) / height;
      return view.isLog ? view.y[0] * (view.y[1] / view.y[0]) ** way : view.y[0] + way * (view.y[1] - view.y[0]);
    },
    bottom: edge.top + height, right: edge.left + width,
  };
}

/** Points of the whole curve, its ends held to the edges of the window. */
function trace(mapping, plot) {
  return [[plot.view.x[0], mapping.trace[0][1]], ...mapping.trace, [plot.view.x[1], mapping.trace.at(-1)[1]]]
    .map(([input, output], index) => `${index ? "L" : "M"}${plot.x(input).toFixed(1)} ${plot.y(output).toFixed(1)}`).join("");
}

const rounded = (value, width) => Number(value.toPrecision(12)) === 0 ? 0 : Number(value.toFixed(Math.max(0, Math.min(8, 2 - Math.floor(Math.log10(width))))));

/** True for a domain that falls, such as 120 to 0. The highest channel value is on the right all the same. */
const isFalling = ({ points }) => points[0][0] > points.at(-1)[0];

/** The point that is dragged keeps its place among its neighbours. */
function clampInput(mapping, index, value) {
  const { points } = mapping, room = Math.abs(points.at(-1)[0] - points[0][0]) / 1000 || 1e-6;
  const [left, right] = isFalling(mapping) ? [index + 1, index - 1] : [index - 1, index + 1];
  return Math.min(Math.max(value, (points[left]?.[0] ?? -Infinity) + room), (points[right]?.[0] ?? Infinity) - room);
}

function move(mapping, index, input, output, gesture) {
  const limits = mapping.limits ?? [-Infinity, Infinity];
  const view = held?.view ?? windowOf(mapping);
  const point = [
    mapping.fixedInputs ? mapping.points[index][0] : rounded(clampInput(mapping, index, input), view.x[1] - view.x[0]),
    Math.min(Math.max(rounded(output, view.isLog ? Math.abs(output) || 1 : view.y[1] - view.y[0]), limits[0]), limits[1]),
  ];
  mapping.points[index] = point;
  const handle = svg.querySelectorAll(".handle")[index];
  if (handle) placeHandle(mapping, index, handle, plotOf(mapping));
  askNewest(`curve ${mapping.index}`, "point", { mapping: mapping.index, point: index, input: point[0], output: point[1], gesture })
    .catch(showFault);
}

function placeHandle(mapping, index, handle, plot) {
  const [input, output] = mapping.points[index];
  handle.setAttribute("transform", `translate(${plot.x(input).toFixed(1)} ${plot.y(output).toFixed(1)})`);
  handle.setAttribute("aria-valuenow", output);
  handle.setAttribute("aria-valuetext", `${formatNumber(input)}${unit(mapping.unit)} gives ${formatNumber(output)}${unit(mapping.parameterUnit)}`);
}

function handleOf(mapping, index, plot) {
  const names = mapping.points.length !== 2 ? [] : isFalling(mapping) ? ["high end", "low end"] : ["low end", "high end"];
  const handle = make("g", {
    class: "handle", role: "slider", tabindex: 0,
    "aria-label": `${mapping.channel} to ${mapping.parameter}, ${names[index] ?? `point ${index + 1}`}`,
    "aria-valuemin": mapping.limits?.[0], "aria-valuemax": mapping.limits?.[1],
    "aria-describedby": "curve-keys",
  }, make("circle", { class: "reach", r: 18 }), make("circle", { r: 6 }));
  placeHandle(mapping, index, handle, plot);
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.focus({ preventScroll: true });
    svg.setPointerCapture(event.pointerId);
    held = { mapping, index, view: windowOf(mapping), gesture: nextGesture() };
  });
  handle.addEventListener("keydown", (event) => {
    const ways = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] }[event.key];
    if (!ways) return;
    event.preventDefault();
    // A fine step is more than half of the last digit that is kept (see `rounded`), or it would lead nowhere.
    const { view } = plotOf(mapping), share = event.shiftKey ? 0.006 : 0.02, [input, output] = mapping.points[index];
    const step = view.isLog ? output * ((view.y[1] / view.y[0]) ** share - 1) : (view.y[1] - view.y[0]) * share;
    if (!event.repeat) keyGesture = nextGesture();
    move(mapping, index, input + ways[0] * (view.x[1] - view.x[0]) * share, output + ways[1] * step, keyGesture);
  });
  return handle;
}

svg.addEventListener("pointermove", (event) => {
  if (!held) return;
  const box = svg.getBoundingClientRect(), plot = plotOf(held.mapping);
  move(held.mapping, held.index, plot.input(event.clientX - box.left), plot.output(event.clientY - box.top), held.gesture);
});
for (const end of ["pointerup", "pointercancel"]) {
  svg.addEventListener(end, () => {
    held = null;
    draw();
  });
}

/** Round figures between two limits: about four, or on a scale of ratios those of 1, 2 and 5 that fit. */
function ticks([low, high], isLog) {
  const marks = [];
  if (isLog) {
    const all = [];
    for (let decade = Math.floor(Math.log10(low)); decade <= Math.log10(high); decade += 1) all.push(...[1, 2, 5].map((part) => part * 10 ** decade));
    const fitting = all.filter((mark) => mark >= low && mark <= high);
    const tens = fitting.filter((mark) => Math.abs(Math.log10(mark) % 1) < 1e-9);
    return fitting.length > 5 && tens.length > 1 ? tens : fitting;
  }
  const rough = (high - low) / 4, size = 10 ** Math.floor(Math.log10(rough));
  const step = size * ([1, 2, 2.5, 5, 10].find((part) => part * size >= rough) ?? 10);
  for (let mark = Math.ceil(low / step) * step; mark <= high + step * 1e-9; mark += step) marks.push(Number(mark.toPrecision(6)));
  return marks;
}

function axes(plot, mapping) {
  const marks = [make("rect", { class: "frame", x: edge.left, y: edge.top, width: plot.right - edge.left, height: plot.bottom - edge.top, rx: 6 })];
  for (const input of ticks(plot.view.x, false)) {
    const x = plot.x(input);
    marks.push(make("line", { class: "grid", x1: x, x2: x, y1: edge.top, y2: plot.bottom }));
    marks.push(make("text", { x, y: plot.bottom + 15, "text-anchor": x > plot.right - 16 ? "end" : "middle" }, formatNumber(input)));
  }
  for (const output of ticks(plot.view.y, plot.view.isLog)) {
    const y = plot.y(output);
    marks.push(make("line", { class: "grid", x1: edge.left, x2: plot.right, y1: y, y2: y }));
    marks.push(make("text", { x: edge.left - 7, y: y + 4, "text-anchor": "end" }, formatNumber(output)));
  }
  marks.push(
    make("text", { class: "axis", x: plot.right, y: plot.bottom + 30, "text-anchor": "end" }, `${mapping.channel}${mapping.unit ? `, ${mapping.unit}` : ""}`),
    make("text", { class: "axis", x: edge.left + 8, y: edge.top + 16 }, `${mapping.parameter}${mapping.parameterUnit ? `, ${mapping.parameterUnit}` : ""}`));
  return marks;
}

function draw() {
  svg.style.display = mapping ? "" : "none";
  if (!mapping) return;
  size = { width: svg.clientWidth || 300, height: svg.clientHeight || 200 };
  svg.setAttribute("aria-label", `${mapping.channel} to ${mapping.parameter}`);
  const plot = plotOf(mapping), line = trace(mapping, plot);
  nowMarks = make("g", { "aria-hidden": "true" });
  const focused = [...svg.querySelectorAll(".handle")].indexOf(document.activeElement);
  svg.replaceChildren(
    ...axes(plot, mapping),
    make("path", { class: "under", d: `${line}L${plot.right} ${plot.bottom}L${edge.left} ${plot.bottom}Z` }),
    make("path", { class: "line", d: line }), nowMarks,
    ...(isOwn(mapping) ? mapping.points.map((_, index) => handleOf(mapping, index, plot)) : []));
  if (focused >= 0) svg.querySelectorAll(".handle")[focused]?.focus({ preventScroll: true });
  showNow();
}

function showNow() {
  if (!mapping || !nowMarks) return;
  const now = channels[mapping.name];
  nowMarks.replaceChildren();
  if (!now) return;
  const plot = plotOf(mapping), x = Math.min(Math.max(plot.x(now[0]), edge.left), plot.right), y = plot.y(now[1]);
  nowMarks.append(make("line", { class: "now-line", x1: x, x2: x, y1: y, y2: plot.bottom }), make("circle", { class: "now-dot", cx: x, cy: y, r: 4 }));
}

/** The small curve in the list: its shape alone. */
export function thumb({ trace: way }) {
  if (!way) return make("svg", { viewBox: "0 0 44 24", "aria-hidden": "true" }, make("path", { d: "M2 20h8v-6h8v-8h8v10h8v-6h8" }));
  const inputs = way.map((point) => point[0]), outputs = way.map((point) => point[1]);
  const share = (value, all) => (value - Math.min(...all)) / (Math.max(...all) - Math.min(...all) || 1);
  const path = way.map(([input, output], index) => `${index ? "L" : "M"}${(2 + 40 * share(input, inputs)).toFixed(1)} ${(22 - 20 * share(output, outputs)).toFixed(1)}`).join("");
  return make("svg", { viewBox: "0 0 44 24", "aria-hidden": "true" }, make("path", { d: path }));
}

/** Draws a mapping; nothing without a curve. `itemIdentity` is the same while the mapping is, wherever it stands in its list. */
export function show(next, itemIdentity) {
  const shown = next?.points ? next : null;
  // A drag ends if its point no longer exists.
  if (itemIdentity !== identity || !shown) held = null;
  identity = itemIdentity;
  // The dragged value is newer than the studio's.
  if (mapping && shown?.name === mapping.name && isFlying(`curve ${mapping.index}`) && shown.points.length === mapping.points.length) shown.points = mapping.points;
  mapping = shown;
  if (held) held.mapping = mapping;
  draw();
}

export function start() {
  on("moment", ({ inputs }) => {
    channels = inputs ?? {};
    showNow();
  });
  new ResizeObserver(() => draw()).observe(svg);
}
