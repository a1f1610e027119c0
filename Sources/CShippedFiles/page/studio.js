// SPDX-License-Identifier: MIT
// The page as a whole: the deck, the preset's tools and the track's position.

import { askNewest, connect, isFlying, on, sentences } from "./wire.js";
import { offer, repaint } from "./paint.js";
import { request, showFault, showStatus } from "./status.js";
import * as parameters from "./panels/parameters.js";
import * as picture from "./panels/picture.js";
import * as curves from "./panels/curves.js";
import * as items from "./panels/items.js";
import * as map from "./panels/map.js";
import * as spectrum from "./panels/spectrum.js";
import * as sound from "./sound.js";
import { openExport, openSave, showExport } from "./sheet.js";
import * as opening from "./opening.js";
import * as testing from "./panels/testing.js";

const get = (id) => document.getElementById(id);

// Everything that sounds
const play = get("play");
play.addEventListener("click", () => {
  const isWanted = !play.classList.contains("on");
  if (isWanted) sound.begin();
  request("play", { on: isWanted });
});
get("freeze").addEventListener("click", () => request("freeze", { on: get("freeze").getAttribute("aria-pressed") !== "true" }));
get("speed").addEventListener("change", () => request("speed", { factor: Number(get("speed").value) }));

const twoDigits = (value) => String(Math.floor(value)).padStart(2, "0");
const clock = (seconds) => (seconds >= 3600 ? `${Math.floor(seconds / 3600)}:` : "") + `${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;

const scrub = get("scrub");
let duration = 0, scrubDescribed = 0;

function describeScrub() {
  scrubDescribed = performance.now();
  scrub.setAttribute("aria-valuetext", `${clock(scrub.value / 1000 * duration)} of ${clock(duration)}`);
}

scrub.addEventListener("input", () => {
  scrub.style.setProperty("--at", scrub.value / 1000);
  describeScrub();
  askNewest("scrub", "scrub", { place: scrub.value / 1000 }).catch(showFault);
});

// The preset's tools
get("ab").addEventListener("click", () => request("ab"));
get("copy").addEventListener("click", () => request("copy"));
get("undo").addEventListener("click", () => request("undo"));
get("redo").addEventListener("click", () => request("redo"));
get("save").addEventListener("click", () => openSave());
get("export").addEventListener("click", () => openExport());

/** Commits the text of a field, as when a button is clicked: a field reports its change when it loses the focus. */
function commitField() {
  const field = document.activeElement;
  if (!field?.matches("main input[type=text]")) return;
  field.blur();
  field.focus();
}

/** The shortcuts with Ctrl, while no sheet is open. */
const shortcuts = {
  z: (event) => request(event.shiftKey ? "redo" : "undo"),
  y: () => request("redo"),
  s: () => openSave(),
  o: () => opening.offer(),
};

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase(), isHistory = key === "z" || key === "y";
  // A field has its own undo history.
  if (!Object.hasOwn(shortcuts, key) || isHistory && event.target.matches?.("input[type=text], input[type=search]")) return;
  event.preventDefault();
  if (get("sheet").open) return;
  if (!isHistory) commitField();
  shortcuts[key](event);
});

// Light, dark, or as the system has it
const themes = ["system", "light", "dark"];
function applyTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  get("theme").textContent = `Theme: ${theme}`;
  repaint();
}
let theme = "system";
try { theme = localStorage.getItem("amaoto-theme") ?? "system"; } catch { /* a page without memory */ }
if (!themes.includes(theme)) theme = "system";
get("theme").addEventListener("click", () => {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  try { localStorage.setItem("amaoto-theme", theme); } catch { /* a page without memory */ }
  applyTheme(theme);
});

/** A button without effect stays enabled: disabled, it would lose the focus. */
const markIdle = (button, isIdle) => button.setAttribute("aria-disabled", String(isIdle));

// What the studio says
on("preset", (preset) => {
  get("title").textContent = preset.title;
  get("file").textContent = preset.isChanged ? `${preset.origin}, not saved` : preset.origin;
  document.title = `${preset.isChanged ? "• " : ""}${preset.title} – Amaoto studio`;
  const otherSide = preset.side === "A" ? "B" : "A";
  get("ab").textContent = `Version ${preset.side}`;
  get("ab").title = `Two versions of the preset can be compared. Version ${preset.side} is heard and edited; click for version ${otherSide}.`;
  get("copy").textContent = `Copy to ${otherSide}`;
  get("copy").title = `Version ${otherSide} becomes a copy of version ${preset.side}, with which further changes can be compared`;
  const named = (button, word, step, keys) => {
    markIdle(button, !step);
    button.title = `${step ? `${word}: ${step}` : `Nothing to ${word.toLowerCase()}`} (${keys})`;
  };
  named(get("undo"), "Undo", preset.undo, "Ctrl+Z");
  named(get("redo"), "Redo", preset.redo, "Ctrl+Shift+Z");
  markIdle(get("save"), !preset.isChanged && !preset.isShipped);
});

on("moment", (moment) => {
  play.textContent = moment.isPlaying ? "Stop" : "Start";
  play.classList.toggle("on", moment.isPlaying);
  const freeze = get("freeze"), hasTrack = moment.duration > 0;
  freeze.disabled = scrub.disabled = get("speed").disabled = !hasTrack;
  freeze.setAttribute("aria-pressed", String(moment.isFrozen));
  duration = moment.duration;
  if (!hasTrack) {
    get("clock").textContent = "–";
    return;
  }
  get("clock").textContent = `${clock(moment.elapsed)} of ${clock(moment.duration)}`;
  if (!isFlying("scrub") && !scrub.matches(":active")) {
    scrub.value = (1000 * moment.elapsed) / moment.duration;
    scrub.style.setProperty("--at", scrub.value / 1000);
  }
  // A screen reader says each new value of the slider that has the focus: of values that the user has not set, one every ten seconds.
  if (document.activeElement !== scrub || performance.now() > scrubDescribed + 10000) describeScrub();
  const speed = get("speed");
  if (document.activeElement !== speed) offerSpeed(speed, moment.speed);
});

function offerSpeed(select, now) {
  const usual = [1, 2, 5, 10, 20, 50, 100];
  const nearest = usual.find((factor) => Math.abs(factor - now) < 0.005 * factor);
  const wanted = nearest ?? Number(now.toPrecision(3));
  const factors = nearest ? usual : [...usual, wanted].sort((a, b) => a - b);
  offer(select, factors, (factor) => `${factor}×`);
  select.value = String(wanted);
}

on("export", showExport);
on("note", ({ words }) => showStatus(words));
on("fault", showFault);
on("line", ({ isOpen, reason }) => {
  document.body.classList.toggle("gone", !isOpen);
  // A studio that is started again has another address.
  const words = sentences(reason ? { message: `The studio has closed this page: ${reason}.` } : { message: "The studio has gone.", remedy: "Start it again and open its new address." });
  // Each new attempt fails, and a screen reader would report it every time.
  const status = get("status");
  if (!isOpen && status.textContent !== words) showStatus(words, true);
  if (isOpen && status.classList.contains("bad")) showStatus("Connected.");
});

for (const part of [parameters, picture, curves, items, opening, testing, map, spectrum, sound]) part.start();
applyTheme(theme);
connect();
