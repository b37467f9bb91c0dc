// Settings: who writes the pet's words and where they go; models at home and at hand; which minds it has spoken with.
import { clear, h } from "../dom.js";
import { get, remove } from "../api.js";
import { languageNames } from "../numbers.js";
import { watchPull } from "../pulling.js";
import { at, session } from "../session.js";
import { explain, failure, toast, waiting } from "../shell.js";
import { t, understood } from "../words.js";
import { history, named } from "./minds.js";
import { atHome } from "./models.js";
import { atHand } from "./offers.js";

/** The server's reasons are a closed list (app/minds.py). */
const WHY = {
  "it is configured": "mind.why.configured",
  "it was pulled into this home": "mind.why.pulled",
  "you chose it": "mind.why.chosen",
  "you said yes to it": "mind.why.agreed",
};

const fixed = (mind) => mind.why === "it is configured";
const keeps = ({ mind, pins }) => pins.at(-1)?.held && pins.at(-1).mind !== mind.name && pins.at(-1);

/** Whether what is said to this pet goes to a server that is not this home's own; where that can't be known, it is said. */
export function leaves(state) {
  const kept = keeps(state);
  const own = (name) => state.mind.local.models.some((model) => model.installed && model.name === name);
  if (kept) return kept.mind !== "storybook" && !own(named(kept.mind));
  return state.mind.kind === "llm" && state.mind.server !== "local";
}

/** The section fills itself, so that a mind that can't be asked keeps nobody from the rest of the page; told(state): at each change. */
export function mindSection(pet, told) {
  const place = h("div", {});
  const title = h("h2", { id: "mind-title", tabindex: "-1" }, t("care.mind"));
  const section = h("section", { id: "mind", "aria-labelledby": "mind-title" }, title, place);
  const fresh = async () => {
    const [mind, pins] = await Promise.all([get("/mind"), get(at("/minds"))]);
    const inside = place.contains(document.activeElement);
    told({ mind, pins });
    clear(place, who({ mind, pins }, pet, act), finding(mind.finding, pet), !fixed(mind) && [atHome(mind, pet), atHand(changed)], history(pins, pet, act));
    if (inside) title.focus({ preventScroll: true });
  };
  const changed = (mind) => {
    keepMind(mind);
    toast(speaks(mind));
    return fresh();
  };
  /** A button that changes the mind; said(answer): what to tell of it, where that is not the mind itself. */
  const act = async (work, said = null) => {
    try {
      const answer = await work();
      if (!said) return await changed(answer);
      toast(said(answer));
      return await fresh();
    } catch (error) {
      return toast(explain(error));
    }
  };
  const load = async () => {
    clear(place, waiting());
    try {
      await fresh();
      const stop = watchPull((_, arrived) => (section.isConnected ? arrived && fresh().catch(() => {}) : stop()));
    } catch (error) {
      clear(place, failure(error, load));
    }
  };
  load();
  return section;
}

function keepMind({ name, kind, why }) {
  session.home.mind = { name, kind, why };
}

const speaks = (mind) => t(mind.kind === "storybook" ? "mind.now-storybook" : mind.server === "local" ? "mind.now-home" : "mind.now-speaks", { pet: session.pet.name, name: mind.model });

/** A download that is complete: on whatever page the person is by now. */
export function arrival({ name, mind }) {
  keepMind(mind);
  const talks = mind.local.models.some((model) => model.name === name && model.purpose === "talk");
  toast(talks ? speaks(mind) : t("mind.recall-here", { pet: session.pet.name }), { seconds: 10 });
}

/** By which embedder it remembers. */
function finding({ embedder, understands }, pet) {
  const words = understands.length ? t("finding.meaning", { pet: pet.name, languages: languageNames(understands).join(t("list.and")) }) : t("finding.words", { pet: pet.name });
  return [h("p", {}, words), h("details", { class: "others" }, h("summary", {}, t("finding.more")), h("p", { class: "quiet" }, t("finding.name", { name: embedder })))];
}

function who(state, pet, act) {
  const { mind } = state;
  const kept = keeps(state);
  const key = mind.kind === "storybook" ? "mind.storybook-speaks" : mind.server === "local" ? "mind.home-speaks" : "mind.server-speaks";
  return [
    h("p", { class: "speaks" }, kept ? t("mind.kept", { pet: pet.name, name: named(kept.mind) }) : t(key, { pet: pet.name, name: mind.model, server: mind.server })),
    !kept && mind.why in WHY && h("p", { class: "quiet" }, t(WHY[mind.why])),
    !kept && mind.trouble && h("p", { class: "wrong" }, t("mind.trouble", { why: understood(mind.trouble) ? mind.trouble : t("mind.no-answer") })),
    !kept && mind.cut_at > 0 && h("p", { class: "wrong" }, t("mind.cut", { n: mind.cut_at })),
    kept && h("p", { class: "quiet" }, t("mind.set-to", { name: named(mind.name) })),
    h(
      "div",
      { class: "end" },
      mind.kind === "llm" && !fixed(mind) && h("button", { class: "btn soft", type: "button", onclick: () => act(() => remove("/mind/use")) }, t("mind.back")),
      state.pins.some((pin) => pin.mind !== "storybook") && h("a", { class: "text-link", href: "/costs" }, t("costs.link")),
    ),
  ];
}
