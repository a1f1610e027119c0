// SPDX-License-Identifier: MIT
// The sound on this page, where the machine has no device: blocks into a worklet, and an analyser that hears what is played.

import { ask, on } from "./wire.js";
import { request, showFault } from "./status.js";

const headerLength = 24;
const listen = document.getElementById("listen");
const here = document.getElementById("here");
const level = document.getElementById("page-level");

let streams = false, context = null, node = null, analyser = null, rate = 48000, lost = 0;

async function open() {
  context = new AudioContext({ sampleRate: rate, latencyHint: "interactive" });
  await context.audioWorklet.addModule("worklet.js");
  node = new AudioWorkletNode(context, "rain", { numberOfInputs: 0, outputChannelCount: [2] });
  analyser = context.createAnalyser();
  analyser.fftSize = 32768;
  node.connect(analyser).connect(context.destination);
  await context.resume();
}

function hear(buffer) {
  if (!node) return;
  const view = new DataView(buffer);
  if (view.byteLength <= headerLength || view.getUint16(0, true) !== 1) return;
  lost = view.getUint32(8, true);
  node.port.postMessage(new Float32Array(buffer.slice(headerLength)));
}

/** RMS of the last 0.7 s in dB of full scale, as this page's analyser hears it. */
function heard() {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return 10 * Math.log10(power / samples.length);
}

/** Called as the rain begins: the page plays the sound if it can. */
export let begin = () => {};

export function start() {
  const isOn = () => listen.getAttribute("aria-pressed") === "true";
  const press = (isPressed) => listen.setAttribute("aria-pressed", String(isPressed));
  on("welcome", (welcome) => {
    rate = welcome.sampleRate;
    streams = welcome.streams;
    here.hidden = !streams;
    if (isOn()) request("listen", { on: true });
  });
  on("sound", hear);
  // One after the other: the next click may come while the sound still opens.
  let turned = Promise.resolve();
  const turn = (wanted) => {
    press(wanted);
    turned = turned.then(async () => {
      if (wanted && !node) await open();
      if (wanted) await context.resume();
      else await context?.suspend();
      await ask("listen", { on: wanted });
    }).catch((error) => {
      press(false);
      showFault({ message: error.message ?? String(error), remedy: "" });
    });
  };
  listen.addEventListener("click", () => turn(!isOn()));
  begin = () => { if (streams && !isOn()) turn(true); };
  setInterval(() => {
    if (!analyser || context.state !== "running") {
      level.textContent = "off";
      return;
    }
    const now = heard();
    level.textContent = (Number.isFinite(now) ? `${now.toFixed(1)} dB` : "silence") + (lost ? `, ${lost} lost` : "");
  }, 500);
}
