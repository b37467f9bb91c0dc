// How long a memory stays, as a moon: the lit share is the time left; full is for good.
import { svg } from "./dom.js";

export function moon(left) {
  const root = svg("svg", { class: "moon", viewBox: "0 0 28 28", "aria-hidden": "true" }, svg("circle", { class: "dark", cx: 14, cy: 14, r: 11.5 }));
  if (left >= 0.995) root.append(svg("circle", { class: "lit", cx: 14, cy: 14, r: 11 }));
  else if (left > 0.02) root.append(svg("path", { class: "lit", d: phase(left) }));
  return root;
}

/** The right half is lit; the terminator is a half ellipse, bulging left above one half, right below. */
function phase(left) {
  const bulge = Math.abs(2 * left - 1) * 11;
  return `M14 3A11 11 0 0 1 14 25A${bulge.toFixed(2)} 11 0 0 ${left >= 0.5 ? 1 : 0} 14 3Z`;
}
