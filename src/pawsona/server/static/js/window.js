// <moon-window>: sky, land and season inside a round frame; the hour moves the orb and the bead on the rim.
import { drawing, h, svg } from "./dom.js";

const TURN = 2 * Math.PI;

class MoonWindow extends HTMLElement {
  async connectedCallback() {
    this.classList.add("moon-window");
    this.setAttribute("aria-hidden", "true");
    const view = await drawing("art/window.svg");
    this.replaceChildren(h("div", { class: "sky" }, h("div", { class: "glow" })), ...view.children);
    this.place();
  }

  /** hour: 0 to 24 where the person is; times: hours of the day's items, repeated on the rim. */
  show(hour, times = []) {
    this.hour = hour;
    this.times = times;
    this.place();
  }

  place() {
    const orb = this.querySelector(".orb");
    if (!orb || this.hour === undefined) return;
    const { x, y } = orbit(this.hour, document.documentElement.dataset.tod);
    put(orb, x, y);
    const glow = this.querySelector(".glow");
    glow.style.setProperty("--orb-x", `${(((x - 23) / 594) * 100).toFixed(1)}%`);
    glow.style.setProperty("--orb-y", `${(((y - 23) / 594) * 100).toFixed(1)}%`);
    put(this.querySelector(".bead"), ...rim(this.hour));
    const ticks = this.times.map((time) => rim(time)).map(([cx, cy]) => svg("circle", { class: "tick", cx, cy, r: 3 }));
    this.querySelector(".ticks").replaceChildren(...ticks);
  }
}

/** Noon is at the top of the rim; the bead goes round once a day. */
function rim(hour) {
  const angle = ((hour - 12) / 24) * TURN - TURN / 4;
  return [320 + 301 * Math.cos(angle), 320 + 301 * Math.sin(angle)];
}

/** The sun rises left, stands high at noon and sets right, half behind the hills; the moon goes the same way by night. */
function orbit(hour, tod) {
  if (tod === "dawn") return { x: 123, y: 373 };
  if (tod === "dusk") return { x: 517, y: 373 };
  const share = tod === "night" ? ((hour + 24 - 17) % 24) / 14 : (hour - 6) / 12;
  const part = Math.min(0.9, Math.max(0.1, share));
  return { x: 320 - 215 * Math.cos(part * Math.PI), y: 400 - 270 * Math.sin(part * Math.PI) };
}

function put(circle, x, y) {
  circle.setAttribute("cx", x.toFixed(1));
  circle.setAttribute("cy", y.toFixed(1));
}

customElements.define("moon-window", MoonWindow);

/** The hour on a clock text ("17:21" or an ISO moment with the person's own offset). */
export function hourOf(text) {
  const [, hours, minutes] = /(\d\d):(\d\d)/.exec(text);
  return Number(hours) + Number(minutes) / 60;
}
