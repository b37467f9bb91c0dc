// <pawsona-pet species mood pose outfit holding label>: a drawing file inlined, so that the style sheet can move it.
import { drawing } from "./dom.js";

const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) entry.target.classList.toggle("away", !entry.isIntersecting);
});

class PawsonaPet extends HTMLElement {
  static observedAttributes = ["species", "mood", "pose", "outfit", "holding", "label"];

  connectedCallback() {
    this.style.setProperty("--delay", `${-Math.round(Math.random() * 90) / 10}s`);
    seen.observe(this);
    this.draw();
  }

  disconnectedCallback() {
    seen.unobserve(this);
  }

  attributeChangedCallback(name, before, after) {
    if (!this.isConnected || before === after) return;
    if (name === "species") this.draw();
    else this.dress();
  }

  /** The head leans to where it is touched: 0 is its left edge, 1 its right one. */
  lean(where) {
    this.dataset.lean = where < 0.4 ? "left" : where > 0.6 ? "right" : "";
  }

  async draw() {
    const species = this.getAttribute("species");
    const [pet, things] = await Promise.all([drawing(`pets/${species}.svg`), drawing("pets/outfits.svg")]);
    if (species !== this.getAttribute("species")) return;
    this.things = things;
    this.replaceChildren(pet);
    this.dress();
  }

  dress() {
    const pet = this.firstElementChild;
    if (!pet) return;
    pet.dataset.mood = this.getAttribute("mood") ?? "content";
    pet.dataset.pose = this.getAttribute("pose") ?? "sit";
    const label = this.getAttribute("label");
    if (label) {
      pet.setAttribute("role", "img");
      pet.setAttribute("aria-label", label);
    } else pet.setAttribute("aria-hidden", "true");
    for (const slot of ["neck", "eyes", "head", "hand"]) pet.querySelector(`.slot-${slot}`).replaceChildren();
    const worn = `${this.getAttribute("outfit") ?? ""} ${this.getAttribute("holding") ?? ""}`.split(/\s+/).filter(Boolean);
    for (const name of worn) {
      const all = [...this.things.querySelectorAll(`[data-outfit="${name}"]`)];
      const thing = all.find((one) => one.dataset.for === this.getAttribute("species")) ?? all.find((one) => !one.dataset.for);
      if (thing) pet.querySelector(`.slot-${thing.dataset.slot}`).append(thing.cloneNode(true));
    }
  }
}

customElements.define("pawsona-pet", PawsonaPet);
