// SPDX-License-Identifier: MIT
// Shared by the panels: canvases with sharp pixels and the theme's colours, numbers as text, and elements.

let palette = null;
const painters = new Set();

/** The theme's colour of that name, as in studio.css. */
export function ink(name) {
  palette ??= new Map();
  if (!palette.has(name)) palette.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  return palette.get(name);
}

/** Draws `canvas` with `draw(context, width, height)` now and whenever its size or the theme changes; returns a redraw. */
export function painter(canvas, draw) {
  const context = canvas.getContext("2d");
  let asked = false;
  const paint = () => {
    asked = false;
    const scale = Math.min(window.devicePixelRatio || 1, 2);
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !height) return;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, width, height);
  };
  const redraw = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(paint);
  };
  painters.add(redraw);
  new ResizeObserver(redraw).observe(canvas);
  return redraw;
}

/** The theme has changed. */
export function repaint() {
  palette = null;
  for (const redraw of painters) redraw();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);

export const font = (size) => `${size}px system-ui, "Noto Sans", "DejaVu Sans", sans-serif`;

/** True if the user prefers reduced motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A number as presets and the studio's sentences have it: about four digits. */
export function formatNumber(value) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : size >= 0.01 ? 4 : 5;
  return String(Number(value.toFixed(digits)));
}

/** The number that a person wrote; NaN for other text. Commas between thousands are as in the studio's sentences; any other is decimal. */
export function parseNumber(text) {
  const plain = text.trim().replace("−", "-");
  if (plain === "") return NaN;
  return Number(/^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain.replace(",", "."));
}

/** Makes an element; `fields` are attributes, or properties where they start with a dot. */
export function make(tag, fields = {}, ...children) {
  const isSVG = ["svg", "path", "circle", "rect", "line", "g", "text"].includes(tag);
  const element = isSVG ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith(".")) element[name.slice(1)] = value;
    else if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Makes these the children of an element. Those already in place are left alone, so that they keep the focus and a click that has begun. */
export function keepChildren(parent, children) {
  for (const child of [...parent.children]) if (!children.includes(child)) child.remove();
  children.forEach((child, index) => { if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null); });
}

/** Words that a field with `list="id"` suggests. */
export const suggestions = (id, words) => make("datalist", { id }, ...words.map((value) => make("option", { value })));

/** The choices of a list, each shown as `words` has it. */
export const options = (values, words = String) => values.map((value) => make("option", { value }, words(value)));

/** Offers these choices; a list that has them already is left alone, since it may be open. */
export function offer(select, values, words) {
  if (select.dataset.values === values.join()) return;
  select.dataset.values = values.join();
  select.replaceChildren(...options(values, words));
}
