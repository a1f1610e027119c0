// SPDX-License-Identifier: MIT
// The spectrogram of what is heard, and the level meter. Time runs to the right, pitch upwards.

import { on } from "../wire.js";
import { font, formatNumber, ink, isCalm, painter } from "../paint.js";

const columns = 150;
/** In dB; levels come in tenths. */
const quietest = -82, loudest = -34;

const colour = (text) => {
  const value = parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

export function start() {
  const canvas = document.getElementById("spectrum");
  const meter = document.getElementById("meter");
  const rate = document.getElementById("rate");
  const past = [];
  let shown = 0;
  /** The colours of every tenth of a dB, from quiet to loud. */
  const ramp = () => {
    const stops = ["wet-0", "wet-1", "wet-2", "wet-3"].map((name) => colour(ink(name))), steps = (loudest - quietest) * 10;
    return Array.from({ length: steps + 1 }, (_, step) => {
      const position = (step / steps) ** 1.4 * 3, index = Math.min(2, Math.floor(position)), way = position - index;
      return [...stops[index].map((part, channel) => Math.round(part + (stops[index + 1][channel] - part) * way)), 255];
    });
  };
  const redraw = painter(canvas, (context, width, height) => {
    const bands = past.at(-1)?.length ?? 0;
    if (!bands) return;
    const image = new ImageData(columns, bands), colours = ramp();
    past.forEach((column, index) => {
      const x = columns - past.length + index;
      column.forEach((level, band) => {
        const step = Math.min(Math.max(Math.round((level - quietest) * 10), 0), colours.length - 1);
        image.data.set(colours[step], ((bands - 1 - band) * columns + x) * 4);
      });
    });
    const sheet = new OffscreenCanvas(columns, bands);
    sheet.getContext("2d").putImageData(image, 0, 0);
    context.imageSmoothingEnabled = true;
    context.drawImage(sheet, 0, 0, width, height);
    context.font = font(10);
    context.textBaseline = "middle";
    for (const [hertz, label] of [[100, "100"], [1000, "1 k"], [10000, "10 k"]]) {
      const y = height * (1 - Math.log(hertz / 50) / Math.log(16000 / 50));
      const plate = context.measureText(label).width + 6;
      context.fillStyle = ink("surface");
      context.fillRect(0, y - 7, plate, 14);
      context.fillStyle = ink("soft");
      context.fillText(label, 3, y);
    }
  });
  on("moment", ({ bands, level, dropsPerSecond }) => {
    rate.textContent = `${formatNumber(Number(dropsPerSecond.toPrecision(3)))} /s`;
    const loud = Math.max(-60, level ?? -60);
    meter.firstElementChild.style.transform = `scaleX(${(loud + 60) / 60})`;
    meter.setAttribute("aria-valuenow", Math.round(loud));
    meter.setAttribute("aria-valuetext", level === undefined ? "silence" : `${Math.round(level)} decibels`);
    if (!bands?.length) return;
    past.push(bands);
    if (past.length > columns) past.shift();
    shown += 1;
    // With reduced motion, the picture changes once every two seconds.
    if (!isCalm() || shown % 40 === 1) redraw();
  });
}
