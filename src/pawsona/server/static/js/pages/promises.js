// Promises: what the pet said it would bring up; settled, moved to another day, or forgotten.
import { clear, h } from "../dom.js";
import { get, patch, post, remove } from "../api.js";
import { peek } from "../figure.js";
import { at, loadNow, onNews, session } from "../session.js";
import { explain, failure, toast, waiting } from "../shell.js";
import { clockTime, dayFull, dayOf, momentDay } from "../dates.js";
import { second } from "../second.js";
import { t, tongue } from "../words.js";
import { twice } from "../twice.js";

export async function promises(main) {
  main.classList.add("book");
  const now = session.now ?? (await loadNow());
  const place = h("div", {});
  const page = h("div", { class: "page notes" }, h("h1", {}, t("promises.title")), h("p", { class: "about" }, t("promises.about", { pet: now.pet.name })), place);
  clear(main, h("aside", {}, second("promises"), peek(now)), page);
  clear(place, waiting());
  const load = async () => {
    try {
      show(await get(at("/promises")));
    } catch (error) {
      clear(place, failure(error, load));
    }
  };
  const act = async (work, words, undo = null) => {
    try {
      await work();
      await Promise.all([load(), loadNow()]);
      toast(words, undo ? { label: t("act.undo"), act: () => act(undo, t("promises.reopened")) } : {});
    } catch (error) {
      toast(explain(error));
    }
  };
  const show = (found) => {
    const open = found.filter((one) => !one.closed);
    const due = (one) => new Date(one.due) <= new Date(session.now.local_time);
    const closed = found.filter((one) => one.closed).toReversed();
    const rows = (some) => h("ul", { class: "list" }, some.map((one) => row(one, act)));
    clear(
      place,
      part(t("promises.now"), open.filter(due), rows),
      part(t("promises.open"), open.filter((one) => !due(one)), rows),
      !open.length && h("p", { class: "state" }, t("promises.none")),
      closed.length > 0 && h("details", { class: "others" }, h("summary", {}, t("promises.closed", { n: closed.length })), rows(closed)),
    );
  };
  await load();
  return onNews((news) => news === "promise" && load());
}

const part = (title, some, rows) => some.length > 0 && h("section", {}, h("h2", {}, title), rows(some));

function row(one, act) {
  const path = at(`/promises/${one.id}`);
  const settle = () => act(() => post(`${path}/close`), t("promises.settled"), () => patch(path, { closed: false }));
  const words = h("div", {}, h("p", { lang: tongue(one.text) }, one.text), h("p", { class: "quiet" }, when(one)), one.said && h("p", { class: "quiet" }, t("promises.asked", { day: momentDay(one.made_at) }), h("q", { lang: tongue(one.said) }, one.said)));
  const acts = h(
    "div",
    { class: "acts", role: "group", "aria-label": one.text },
    !one.closed && h("button", { class: "text-link", type: "button", onclick: settle }, t("promises.settle")),
    h("button", { class: "text-link", type: "button", onclick: () => move(one, path, words, act) }, t("promises.move")),
    twice(t("promises.delete"), t("promises.delete-sure"), () => act(() => remove(path), t("promises.deleted"))),
  );
  words.append(acts);
  return h("li", { class: one.closed ? "row-item closed" : "row-item" }, words);
}

function when(one) {
  const due = t("promises.due", { day: dayFull(dayOf(one.due)), time: clockTime(one.due) });
  return one.closed ? t("promises.was", { due }) : one.asked ? t("promises.brought-up", { due }) : due;
}

/** Another day, at the same time of day. */
function move(one, path, words, act) {
  const open = words.querySelector("form");
  if (open) return open.remove();
  const today = dayOf(session.now.local_time);
  const due = dayOf(one.due);
  const field = h("input", { type: "date", min: today, value: due < today ? today : due, required: true, "aria-label": t("promises.move") });
  const save = (event) => {
    event.preventDefault();
    act(() => patch(path, { on: field.value }), t("promises.moved"));
  };
  words.append(h("form", { class: "inline-form", onsubmit: save, onkeydown: (event) => event.key === "Escape" && event.currentTarget.remove() }, field, h("div", { class: "end" }, h("button", { class: "btn", type: "submit" }, t("act.save")))));
  return field.focus();
}
