// SPDX-License-Identifier: MIT
// The waveform of one drop, its segments in colour: as it sounds at rest, by the same formula as the engine's.

import { font, formatNumber, ink } from "../paint.js";

const named = ["impact", "pause", "bubble"];

/** Draws the drop that the studio sent. */
export function drawDrop(drop, context, width, height) {
  const middle = (height - 14) / 2;
  const most = Math.max(0.05, ...drop.samples.map(Math.abs));
  const x = (seconds) => (seconds / drop.seconds) * width;
  context.strokeStyle = ink("line");
  context.beginPath();
  context.moveTo(0, middle);
  context.lineTo(width, middle);
  context.stroke();
  context.lineWidth = 1.75;
  context.lineJoin = "round";
  const step = drop.seconds / (drop.samples.length - 1);
  for (const segment of drop.segments) {
    const isNamed = named.includes(segment.kind);
    context.strokeStyle = isNamed ? ink(segment.kind) : ink("strong-line");
    context.fillStyle = isNamed ? ink(segment.kind) : "transparent";
    const first = Math.max(0, Math.floor(segment.start / step)), last = Math.min(drop.samples.length - 1, Math.ceil(segment.end / step));
    context.beginPath();
    for (let index = first; index <= last; index += 1) {
      context.lineTo(x(index * step), middle - (drop.samples[index] / most) * (middle - 4));
    }
    context.stroke();
    if (isNamed) {
      context.lineTo(x(Math.min(segment.end, last * step)), middle);
      context.lineTo(x(segment.start), middle);
      context.globalAlpha = 0.14;
      context.fill();
      context.globalAlpha = 1;
      context.fillRect(x(segment.start), height - 14, Math.max(1, x(segment.end) - x(segment.start) - 1), 2);
    }
  }
  context.fillStyle = ink("soft");
  context.font = font(10.5);
  context.textBaseline = "bottom";
  const tick = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500].find((ms) => drop.seconds * 1000 / ms <= 9) ?? 1000;
  for (let ms = 0; ms < drop.seconds * 1000 * 0.97; ms += tick) {
    context.textAlign = ms ? "center" : "left";
    context.fillText(ms ? formatNumber(ms) : "0 ms", x(ms / 1000), height);
  }
}

/** The legend: each segment's kind and its words. */
export function partsOf(drop) {
  return drop.segments.filter(({ kind }) => named.includes(kind))
    .map(({ kind, start, end }) => ({ kind, words: `${kind} ${formatNumber(Number(((end - start) * 1000).toFixed(2)))} ms` }));
}
