// Settings, a model at home: what each is for, how large it is and how long it takes; its technical name is folded away.
import { clear, h } from "../dom.js";
import { bytes, languageNames, memory, percent } from "../numbers.js";
import { cancelPull, pull, pulling, watchPull } from "../pulling.js";
import { t } from "../words.js";

const UNBROKEN = "\u2011";
/** Bytes a second of an ordinary line, sold as 50 megabits a second. */
const LINE = 50e6 / 8;
/** A model that talks is known by its size: under so many bytes it is called so. */
const SIZES = [[1e9, "tiny"], [2e9, "small"], [4e9, "medium"], [7e9, "large"], [Infinity, "huge"]];
const kind = ({ purpose, size }) => (purpose === "embedding" ? "recall" : SIZES.find(([most]) => size < most)[1]);

export function atHome(mind, pet) {
  const { local } = mind;
  if (!local.available) return [title(pet), h("p", {}, t("mind.needs-extra")), h("pre", { class: "command" }, h("code", {}, local.install))];
  const [talk, recall] = ["talk", "embedding"].map((purpose) => sorted(local.models.filter((one) => one.purpose === purpose)));
  const row = (model, first) => modelRow(model, mind, first, pet.name);
  return [
    title(pet),
    h("p", {}, t("mind.home-about")),
    row(talk[0], mind.kind === "storybook"),
    more(talk.slice(1).map((one) => row(one, false)), "mind.others"),
    recall.length && [h("h3", {}, t("mind.recall-title", { pet: pet.name })), row(recall[0], false)],
    more(recall.slice(1).map((one) => row(one, false)), "mind.others-recall"),
  ];
}

const title = (pet) => h("h3", {}, t("mind.home-title", { pet: pet.name }));
/** The recommended one first, the others as the catalogue has them. */
const sorted = (models) => models.toSorted((a, b) => b.recommended - a.recommended);
const more = (rows, key) => rows.length > 0 && h("details", { class: "others" }, h("summary", {}, t(key)), rows);

/** first: the one thing to do here. */
function modelRow(model, mind, first, pet) {
  const doing = h("div", { class: "doing" });
  const heard = h("span", { class: "sr", role: "status" });
  const about = h("div", {}, h("b", {}, t(`mind.what.${kind(model)}`, { pet })), model.recommended && h("span", { class: "fit" }, t("mind.recommended")), h("span", { class: "quiet" }, facts(model)), technical(model));
  const element = h("div", { class: "model", "data-model": model.name }, about, doing, heard);
  let shown = "";
  const show = (running) => {
    const mine = running?.name === model.name;
    const state = mine ? (running.error ? "stopped" : "running") : running && !running.error ? "waiting" : "idle";
    if (state !== shown) put(doing, parts(state));
    shown = state;
    if (mine) progress(doing, heard, running, model);
    element.classList.toggle("wide", mine);
  };
  const parts = (state) => {
    if (state === "running") return running(model);
    if (state === "stopped") return [h("p", { class: "wrong", role: "alert" }), button("state.again", false)];
    if (model.installed && mind.server === "local" && mind.model === model.name) return h("span", { class: "quiet" }, t("mind.speaks-now"));
    if (model.installed && model.purpose === "embedding") return h("span", { class: "quiet" }, t("mind.here"));
    if (!model.fits) return h("span", { class: "quiet" }, t("mind.too-large"));
    return button(model.installed ? "mind.speak" : "mind.download", state === "waiting");
  };
  const button = (key, disabled) => {
    const words = t(key);
    return h("button", { class: first ? "btn" : "btn soft", type: "button", disabled, "aria-label": `${words} ${model.name}`, onclick: () => pull(model.name) }, words);
  };
  show(pulling());
  const stop = watchPull((now) => (element.isConnected ? show(now) : stop()));
  return element;
}

function facts({ size, languages }) {
  const takes = t("mind.takes", { n: Math.ceil(size / LINE / 60) });
  return [languageNames(languages).join(t("list.and")), t("mind.size", { size: bytes(size) }), takes].join(t("list.comma"));
}

function technical(model) {
  const words = t("mind.technical", { name: model.name, licence: model.licence.replaceAll("-", UNBROKEN), memory: memory(model.memory) });
  return h("details", { class: "others" }, h("summary", {}, t("finding.more")), h("span", { class: "quiet" }, words));
}

/** Whoever pressed the button that goes stands on the one that comes. */
function put(doing, parts) {
  const inside = doing.contains(document.activeElement);
  clear(doing, parts);
  if (inside) doing.querySelector("button")?.focus();
}

function running(model) {
  const cancel = h("button", { class: "btn soft", type: "button", "aria-label": `${t("act.cancel")} ${model.name}`, onclick: cancelPull }, t("act.cancel"));
  return [h("progress", { max: 1, "aria-label": t("mind.downloading", { name: model.name }) }), h("span", { class: "quiet far" }), cancel];
}

/** Shown at each step; said aloud at every tenth only. */
function progress(doing, heard, { done, total, error, left }, model) {
  if (error) {
    doing.querySelector(".wrong").textContent = error;
    return;
  }
  const bar = doing.querySelector("progress");
  const share = total ? done / total : 0;
  const words = share === 1 ? t("mind.starting") : total ? [t("mind.so-far", { done: bytes(done), total: bytes(total) }), left && t("mind.left", { n: left })].filter(Boolean).join(t("list.comma")) : t("state.loading");
  if (total && share < 1) bar.value = share;
  else bar.removeAttribute("value");
  doing.querySelector(".far").textContent = words;
  const tenth = share === 1 ? words : t("mind.percent", { name: model.name, percent: percent(Math.floor(share * 10) / 10) });
  if (heard.textContent !== tenth) heard.textContent = tenth;
}
