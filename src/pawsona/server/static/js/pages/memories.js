// Memories: by how long they stay; search, why, keep, edit, forget with Undo.
import { clear, h } from "../dom.js";
import { get, patch } from "../api.js";
import { forget, forgetWithMessages } from "../forget.js";
import { forgetting } from "../forgetting.js";
import { icon } from "../icons.js";
import { moon } from "../moon.js";
import { reword } from "../reword.js";
import { at, loadNow, onNews, session } from "../session.js";
import { sky } from "../figure.js";
import { explain, failure, toast, waiting } from "../shell.js";
import { dayName, momentDay } from "../dates.js";
import { twice } from "../twice.js";
import { t, tongue } from "../words.js";

const KINDS = ["permanent", "long_term", "short_term"];
const PAGE = 40;

export async function memories(main) {
  main.classList.add("keep");
  sky().update(session.now ?? (await loadNow()));
  const state = { q: "", retention: "" };
  const list = h("div", {});
  const filters = h("div", { class: "chips", role: "group", "aria-label": t("memories.filter") });
  const count = h("p", { class: "sr", role: "status" });
  let timer = 0;
  let asked = 0;
  const search = h("input", { type: "search", placeholder: t("memories.search"), "aria-label": t("memories.search") });
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => ((state.q = search.value.trim()), load()), 200);
  });
  const find = h("label", { class: "find" }, icon("search"), search);
  const bar = h("div", { class: "bar" }, find, filters);
  clear(main, h("h1", {}, t("memories.title", { pet: session.pet.name })), h("p", { class: "about" }, t("memories.about")), bar, count, list, forgetting());
  clear(list, waiting());

  async function load() {
    const mine = (asked += 1);
    try {
      const kinds = KINDS.filter((kind) => !state.retention || kind === state.retention);
      const found = await Promise.all(kinds.map((kind) => some(kind, state.q, Math.max(PAGE, shown(list, kind)))));
      if (mine === asked) show(found);
    } catch (error) {
      if (mine === asked) clear(list, failure(error, load));
    }
  }
  function show(found) {
    const { counts } = found[0];
    bar.hidden = counts.all === 0;
    const pick = (retention) => {
      state.retention = retention;
      return load();
    };
    clear(filters, ["", ...KINDS].map((kind) => (kind === "" || counts[kind]) && chip(kind, counts, state.retention, pick)));
    const held = list.contains(document.activeElement) && document.activeElement.closest(".mem")?.dataset.id;
    const all = found.reduce((sum, { total }) => sum + total, 0);
    count.textContent = t("memories.found", { n: all });
    if (!all) return clear(list, h("div", { class: "state" }, h("p", {}, t(counts.all ? "memories.no-match" : "memories.none", { pet: session.pet.name }))));
    clear(list, found.map((one) => group(one, state.q, load)));
    if (held) list.querySelector(`[data-id="${held}"] .acts button`)?.focus();
    return list;
  }
  await load();
  const stop = onNews((news) => news === "day" && !list.contains(document.activeElement) && load());
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** The latest of a kind, at most `limit`, before one if that is given. */
async function some(kind, q, limit, before = "") {
  const query = new URLSearchParams(Object.entries({ retention: kind, q, limit, before }).filter(([, value]) => value));
  return { kind, ...(await get(at(`/memories?${query}`))) };
}

const shown = (list, kind) => list.querySelectorAll(`[aria-labelledby="kind-${kind}"] .mem`).length;

function chip(kind, counts, chosen, pick) {
  const words = t(`memories.chip.${kind || "all"}`, { count: counts[kind || "all"] });
  return h("button", { class: "chip", type: "button", "aria-pressed": String(kind === chosen), onclick: (event) => pick(kind).then(() => refocus(event, kind)), "data-kind": kind || "all" }, words);
}

function refocus(event, kind) {
  if (event.detail === 0) document.querySelector(`.chip[data-kind="${kind || "all"}"]`)?.focus();
}

function group({ kind, memories: found, more }, q, reload) {
  if (!found.length) return null;
  const list = h("ul", { class: "list" }, found.map((memory) => row(memory, reload)));
  return h(
    "section",
    { "aria-labelledby": `kind-${kind}` },
    h("div", { class: "kind" }, h("h2", { id: `kind-${kind}` }, t(`memories.${kind}`)), h("span", { class: "quiet" }, t(`memories.${kind}.about`))),
    list,
    more && further(list, kind, q, found.at(-1).id, reload),
  );
}

/** Fetches the next page of a kind when one scrolls near its end, or on request. */
function further(list, kind, q, last, reload) {
  const button = h("button", { class: "text-link more", type: "button", onclick: () => fetchMore() }, t("memories.more"));
  const near = new IntersectionObserver(([entry]) => entry.isIntersecting && fetchMore(), { rootMargin: "600px" });
  async function fetchMore() {
    if (button.disabled) return;
    button.disabled = true;
    try {
      const next = await some(kind, q, PAGE, last);
      list.append(...next.memories.map((memory) => row(memory, reload)));
      last = next.memories.at(-1)?.id;
      if (!next.more) near.disconnect(), button.remove();
      else near.unobserve(button), near.observe(button);
    } catch (error) {
      if (error.status === 404) return reload();
      toast(explain(error));
    }
    button.disabled = false;
  }
  near.observe(button);
  return button;
}

function when(memory) {
  const origin = { said: "memories.said", inferred: "memories.inferred", simulated: "memories.simulated" }[memory.origin] ?? "memories.said";
  const parts = [t(origin, { day: momentDay(memory.said_at) })];
  if (memory.expires_on && !memory.pinned) parts.push(t("memories.until", { day: dayName(memory.expires_on) }));
  return [parts.join(t("list.comma")), memory.topic_name].filter(Boolean).join(" · ");
}

/** The same in the pet's own words, once a night has found them. */
const own = ({ voice, text }) => voice && voice !== text && h("p", { class: "own" }, h("span", { class: "sr" }, t("memories.voice", { pet: session.pet.name })), h("span", { lang: tongue(voice) }, voice));

function row(memory, reload) {
  const words = h("div", {}, h("p", { lang: tongue(memory.text) }, memory.text), own(memory), h("p", { class: "quiet" }, when(memory)));
  const item = h("li", { class: "mem", "data-id": memory.id }, moon(memory.pinned ? 1 : memory.left), words);
  const change = async (body) => {
    try {
      await patch(at(`/memories/${memory.id}`), body);
      await reload();
    } catch (error) {
      toast(explain(error));
    }
  };
  const act = (name, label, onclick, pressed = null) => h("button", { class: "icon-btn", type: "button", "aria-label": label, title: label, "aria-pressed": pressed, onclick }, icon(name));
  const keep = t(memory.pinned ? "memories.unpin" : "memories.pin");
  item.append(
    h(
      "div",
      { class: "acts", role: "group", "aria-label": memory.text },
      act("why", t("memories.why"), (event) => why(memory, words, event.currentTarget, () => forgetWithMessages(memory, () => leave(item, reload), reload))),
      (memory.pinned || memory.retention !== "permanent") && act("pin", keep, () => change({ pinned: !memory.pinned }), String(memory.pinned)),
      act("edit", t("memories.edit"), () => edit(memory, words, reload)),
      act("forget", t("memories.forget"), () => forget(memory, () => leave(item, reload), reload)),
    ),
  );
  return item;
}

/** The row goes at once; the focus moves to the next one, not to the top of the page. */
function leave(item, reload) {
  const next = item.nextElementSibling ?? item.previousElementSibling;
  item.remove();
  next?.querySelector(".acts button")?.focus();
  return reload();
}

async function why(memory, words, button, whole) {
  const open = words.querySelector(".why");
  if (open) {
    open.remove();
    return button.setAttribute("aria-expanded", "false");
  }
  try {
    const { messages } = await get(at(`/memories/${memory.id}/why`));
    const close = (event) => event.key === "Escape" && (note.remove(), button.setAttribute("aria-expanded", "false"), button.focus());
    const said = messages.map((message) => h("p", {}, h("span", {}, t("recall.from", { day: momentDay(message.at) })), h("q", { lang: tongue(message.text) }, message.text)));
    const note = h("div", { class: "why", tabindex: "-1", onkeydown: close }, said.length ? [...said, h("p", {}, twice(t("memories.forget-whole"), t("memories.forget-whole.sure"), whole))] : h("p", {}, t("memories.no-source")));
    words.append(note);
    button.setAttribute("aria-expanded", "true");
    note.focus();
  } catch (error) {
    toast(explain(error));
  }
  return null;
}

function edit(memory, words, reload) {
  if (words.querySelector("form")) return words.querySelector("input").focus();
  const field = h("input", { value: memory.text, "aria-label": t("memories.words"), lang: tongue(memory.text) });
  const save = async (event) => {
    event.preventDefault();
    if (await reword(memory, field.value, form)) await reload();
  };
  const leave = () => {
    form.remove();
    if (form.querySelector(".theirs")) reload();
  };
  const form = h(
    "form",
    { class: "inline-form", onsubmit: save, onkeydown: (event) => event.key === "Escape" && leave() },
    field,
    h("div", { class: "end" }, h("button", { class: "btn", type: "submit" }, t("act.save")), h("button", { class: "btn soft", type: "button", onclick: leave }, t("act.cancel"))),
  );
  words.append(form);
  return field.focus();
}
