// SPDX-License-Identifier: MIT
// The map, drawn from the track and the railway database alone: no tiles, nothing from outside.

import { on } from "../wire.js";
import { font, ink, painter } from "../paint.js";

const canvas = document.getElementById("map");
const near = document.getElementById("near");
const now = document.getElementById("now");

let ride = null, riders = [], isNear = false, redraw = () => {};

/** A plane with the same scale in both directions; y grows to the north. */
function flatten(latitude, longitude, middle) {
  return [(longitude - middle.longitude) * Math.cos((middle.latitude * Math.PI) / 180), latitude - middle.latitude];
}

function prepare(message) {
  const known = message.track.filter(Boolean);
  if (!known.length) return null;
  const span = (axis) => [Math.min(...known.map((point) => point[axis])), Math.max(...known.map((point) => point[axis]))];
  const [south, north] = span(0), [west, east] = span(1);
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const flat = ([latitude, longitude]) => flatten(latitude, longitude, middle);
  const lines = (pieces) => pieces.map((piece) => piece.map(flat));
  const [low, high] = [flat([south, west]), flat([north, east])];
  const pieces = message.track.reduce((all, point) => {
    if (point) all.at(-1).push(point);
    else if (all.at(-1).length) all.push([]);
    return all;
  }, [[]]);
  return {
    middle, box: { left: low[0], right: high[0], bottom: low[1], top: high[1] },
    track: lines(pieces.filter((piece) => piece.length)),
    railways: message.railways.map((railway) => ({ ...railway, pieces: lines(railway.pieces) })),
    stations: message.stations.map((station) => ({ ...station, at: flat([station.latitude, station.longitude]) })),
  };
}

function camera(width, height) {
  const pad = 22, { left, right, bottom, top } = ride.box;
  const whole = Math.min((width - 2 * pad) / Math.max(right - left, 1e-4), (height - 2 * pad) / Math.max(top - bottom, 1e-4));
  if (isNear && riders.length) {
    // About 2.5 km across.
    const scale = Math.max(whole, width / 0.0225);
    return ([x, y]) => [width / 2 + (x - riders[0].at[0]) * scale, height / 2 - (y - riders[0].at[1]) * scale];
  }
  const middle = [(left + right) / 2, (bottom + top) / 2];
  return ([x, y]) => [width / 2 + (x - middle[0]) * whole, height / 2 - (y - middle[1]) * whole];
}

function stroke(context, at, pieces, width, colour) {
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.beginPath();
  for (const piece of pieces) piece.forEach((point, index) => { const [x, y] = at(point); index ? context.lineTo(x, y) : context.moveTo(x, y); });
  context.stroke();
}

function names(context, at, width, height) {
  context.font = font(11);
  context.textBaseline = "middle";
  const taken = [];
  for (const station of ride.stations) {
    const [x, y] = at(station.at);
    if (x < 0 || y < 0 || x > width || y > height) continue;
    context.fillStyle = ink("surface");
    context.strokeStyle = station.isMain ? ink("ink") : ink("strong-line");
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc(x, y, station.isMain ? 3.2 : 2.2, 0, 7);
    context.fill();
    context.stroke();
    if (!station.isMain) continue;
    const wide = context.measureText(station.name).width, isLeft = x + 8 + wide > width;
    const box = [isLeft ? x - 8 - wide : x + 8, y - 7, wide, 14];
    if (box[0] < 0 || taken.some(([a, b, c, d]) => box[0] < a + c + 4 && a < box[0] + wide + 4 && box[1] < b + d && b < box[1] + 14)) continue;
    taken.push(box);
    context.strokeStyle = ink("surface");
    context.lineWidth = 3;
    context.strokeText(station.name, box[0], y);
    context.fillStyle = ink("ink");
    context.fillText(station.name, box[0], y);
  }
}

function drawRider(context, at, rider) {
  const [x, y] = at(rider.at);
  context.fillStyle = ink("impact");
  context.globalAlpha = 0.2;
  context.beginPath();
  context.arc(x, y, 13, 0, 7);
  context.fill();
  context.globalAlpha = 1;
  // A drop, whose tip is where the rider is.
  context.beginPath();
  context.moveTo(x, y);
  context.bezierCurveTo(x - 5, y - 6, x - 6.5, y - 8.5, x - 6.5, y - 11.5);
  context.arc(x, y - 11.5, 6.5, Math.PI, 0);
  context.bezierCurveTo(x + 6.5, y - 8.5, x + 5, y - 6, x, y);
  context.fill();
  context.strokeStyle = ink("surface");
  context.lineWidth = 1.5;
  context.stroke();
  if (!rider.name) return;
  context.font = font(11);
  context.textAlign = "center";
  context.textBaseline = "bottom";
  context.lineWidth = 3;
  context.strokeText(rider.name, x, y - 21);
  context.fillStyle = ink("ink");
  context.fillText(rider.name, x, y - 21);
}

/** Everything but the rider, on a canvas of its own: it changes only with the size, the theme or the view. */
function drawGround(context, at, width, height) {
  context.textAlign = "left";
  context.lineJoin = context.lineCap = "round";
  for (const railway of ride.railways) if (!railway.isRidden) stroke(context, at, railway.pieces, 1, ink("line"));
  for (const railway of ride.railways) if (railway.isRidden) stroke(context, at, railway.pieces, 5, railway.color);
  stroke(context, at, ride.track, ride.railways.some(({ isRidden }) => isRidden) ? 1.5 : 2.5, ink("ink"));
  names(context, at, width, height);
}

export function start() {
  /** The ground, and the size, colours and view with which it was drawn. */
  let ground = null, drawn = null;
  redraw = painter(canvas, (context, width, height) => {
    if (!ride) return;
    const at = camera(width, height);
    const key = [canvas.width, canvas.height, ink("surface"), isNear && riders[0]?.at].join();
    if (key !== drawn) {
      drawn = key;
      ground = new OffscreenCanvas(canvas.width, canvas.height);
      const sheet = ground.getContext("2d");
      sheet.scale(canvas.width / width, canvas.height / height);
      drawGround(sheet, at, width, height);
    }
    context.drawImage(ground, 0, 0, width, height);
    for (const rider of riders) drawRider(context, at, rider);
  });
  on("ride", (message) => {
    ride = message.track ? prepare(message) : null;
    drawn = null;
    near.hidden = canvas.hidden = !ride;
    riders = [];
    document.getElementById("track-title").textContent = message.title ?? "";
    canvas.setAttribute("aria-label", message.words ?? "No track is loaded.");
    redraw();
  });
  on("moment", ({ riders: list, words }) => {
    if (words && now.textContent !== words) now.textContent = words;
    if (!ride || !list?.length) return;
    const next = list.map(({ name, position }) => ({ name, at: flatten(position[0], position[1], ride.middle) }));
    if (JSON.stringify(next) === JSON.stringify(riders)) return;
    riders = next;
    redraw();
  });
  near.addEventListener("click", () => {
    isNear = !isNear;
    near.setAttribute("aria-pressed", String(isNear));
    redraw();
  });
}
