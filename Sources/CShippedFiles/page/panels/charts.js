// SPDX-License-Identifier: MIT
// The two charts of a layer: bars, or a level over time, of what the engine rendered.

import { font, formatNumber, ink } from "../paint.js";

const room = { left: 38, right: 6, top: 17, bottom: 15, between: 12 };
/** What is drawn below the highest value: dB, or of ratios the least part. */
const deepest = 48, least = 1e-5;

/** The share of the height that a value has, and the values to be labelled. */
function scaleOf({ values, isRatio }) {
  const most = Math.max(...values);
  if (isRatio) {
    const top = 10 ** Math.ceil(Math.log10(most || 1)), decades = Math.log10(top / (top * least));
    const marks = Array.from({ length: Math.floor(decades / 2) + 1 }, (_, index) => top / 100 ** index);
    return { share: (value) => value > 0 ? Math.max(0, 1 + Math.log10(value / top) / decades) : 0, marks };
  }
  const top = Math.ceil(most / 6) * 6;
  return { share: (value) => Math.max(0, 1 - (top - value) / deepest), marks: [0, 12, 24, 36].map((down) => top - down) };
}

function frame(context, chart, scale, plot) {
  context.font = font(10.5);
  context.fillStyle = ink("soft");
  context.textBaseline = "top";
  context.textAlign = "left";
  context.fillText(chart.title, plot.left, 0, plot.right - plot.left);
  context.textBaseline = "middle";
  context.textAlign = "right";
  context.strokeStyle = ink("line");
  context.lineWidth = 1;
  for (const mark of scale.marks) {
    const y = plot.y(scale.share(mark));
    context.beginPath();
    context.moveTo(plot.left, y);
    context.lineTo(plot.right, y);
    context.stroke();
    context.fillText(formatNumber(mark), plot.left - 5, y);
  }
}

function bars(context, chart, scale, plot) {
  const wide = (plot.right - plot.left) / chart.values.length;
  context.fillStyle = ink("bubble");
  chart.values.forEach((value, index) => {
    const y = plot.y(scale.share(value));
    context.fillRect(plot.left + index * wide + 1, y, Math.max(1, wide - 2), plot.bottom - y);
  });
  context.fillStyle = ink("soft");
  context.textBaseline = "bottom";
  context.textAlign = "center";
  const each = Math.ceil(Math.max(...chart.labels.map((label) => context.measureText(label).width + 5)) / wide);
  chart.labels.forEach((label, index) => {
    if (index % each === 0) context.fillText(label, plot.left + (index + 0.5) * wide, plot.bottom + room.bottom);
  });
}

function line(context, chart, scale, plot) {
  const x = (seconds) => plot.left + (seconds / chart.seconds) * (plot.right - plot.left);
  const trace = () => {
    context.beginPath();
    chart.values.forEach((value, index) => context.lineTo(x(((index + 0.5) / chart.values.length) * chart.seconds), plot.y(scale.share(value))));
  };
  trace();
  context.strokeStyle = ink("bubble");
  context.lineWidth = 1.5;
  context.lineJoin = "round";
  context.stroke();
  context.lineTo(plot.right, plot.bottom);
  context.lineTo(plot.left, plot.bottom);
  context.fillStyle = ink("bubble");
  context.globalAlpha = 0.14;
  context.fill();
  context.globalAlpha = 1;
  context.fillStyle = ink("soft");
  context.textBaseline = "bottom";
  if (chart.marks.length) {
    context.textAlign = "left";
    const end = (index) => chart.marks[index + 1] ? x(chart.marks[index + 1].at) : plot.right;
    // Names where all of them fit, else their numbers.
    const areNames = chart.marks.every(({ at, name }, index) => context.measureText(name).width + 6 < end(index) - x(at));
    chart.marks.forEach(({ at, name }, index) => context.fillText(areNames ? name : index + 1, x(at), plot.bottom + room.bottom));
    return;
  }
  const step = [1, 2, 5, 10].find((seconds) => chart.seconds / seconds <= 6) ?? 20;
  for (let second = 0; second < chart.seconds * 0.97; second += step) {
    context.textAlign = second ? "center" : "left";
    context.fillText(second ? formatNumber(second) : "0 s", x(second), plot.bottom + room.bottom);
  }
}

/** Draws the charts of a picture side by side. */
export function drawCharts({ charts }, context, width, height) {
  // What goes on in time has more room than bars.
  const parts = charts.map(({ kind }) => (kind === "line" ? 1.6 : 1)), all = parts.reduce((sum, part) => sum + part, 0);
  let start = 0;
  charts.forEach((chart, index) => {
    const wide = (width - room.between * (charts.length - 1)) * (parts[index] / all), top = room.top, bottom = height - room.bottom;
    const plot = { left: start + room.left, right: start + wide - room.right, top, bottom, y: (share) => bottom - share * (bottom - top) };
    const scale = scaleOf(chart);
    frame(context, chart, scale, plot);
    (chart.kind === "bars" ? bars : line)(context, chart, scale, plot);
    start += wide + room.between;
  });
}
