// Home: the window and the pet, today beside them, the writing line on the plank.
import { clear, h } from "../dom.js";
import { begun, dayFull } from "../dates.js";
import { furnish, itemNow, seat, sky } from "../figure.js";
import { post } from "../api.js";
import { go } from "../router.js";
import { at, loadNow, watch } from "../session.js";
import { explain, toast } from "../shell.js";
import { t, tongue } from "../words.js";
import { writing } from "../writing.js";

/** The top bar, and the least that a room takes (home.css), in pixels. */
const BAR = 72;
const LEAST = 690;
/** Under this the pet is a small one. */
const STAGE = 300;

export async function home(main) {
  main.classList.add("room");
  const now = await loadNow();
  const pet = seat(now, (words) => {
    const line = today.querySelector(".say");
    line.lang = tongue(words);
    line.textContent = words;
  });
  const outside = sky();
  const furniture = h("div", { "aria-hidden": "true" });
  const today = h("section", { class: "today", "aria-labelledby": "hello" });
  const line = writing(now.pet.name, (text) => go("/talk", { carry: { say: text } }));
  const honest = h("p", { class: "honest" }, now.disclosure);
  clear(main, h("div", { class: "stage" }, outside.element, furniture, pet.element), today, h("div", { class: "shelf", "aria-hidden": "true" }), line.element, honest);
  const show = (fresh) => {
    outside.update(fresh);
    pet.update(fresh);
    honest.textContent = fresh.disclosure;
    if (today.dataset.shown !== signature(fresh)) fill(today, fresh);
    return furnish(furniture, fresh);
  };
  await show(now);
  return watch(show);
}

/** The column is only redrawn when something in it changed, so that nothing moves under a finger. */
const signature = ({ greeting, local_time, day, now, due }) => JSON.stringify([greeting, local_time.slice(0, 10), day?.date, day?.items.map((i) => [i.at, i.label, i.short]), now, due]);

function fill(today, now) {
  today.dataset.shown = signature(now);
  clear(
    today,
    h("p", { class: "date" }, t("home.date", { day: dayFull(now.local_time.slice(0, 10)), part: t(`tod.${now.tod}`) })),
    h("h1", { id: "hello" }, now.greeting.hello),
    h("p", { class: "say", role: "status" }, now.greeting.say),
    begun(now) && now.day ? now.day.items.length > 0 && timeline(now) : h("p", { class: "state", role: "status" }, t(begun(now) ? "home.first-day" : "home.first-morning")),
    due(now),
    begun(now) && now.day?.items.length > 0 && h("a", { class: "text-link more", href: "/diary" }, t("home.read")),
  );
  // What was this morning folds up before the writing line leaves the screen, or the window grows small.
  today.classList.remove("tight");
  const room = today.parentElement;
  today.classList.toggle("tight", room.offsetHeight > Math.max(LEAST, window.innerHeight - BAR) + 1 || room.querySelector(".stage").offsetHeight < STAGE);
}

function due(now) {
  if (!now.due.length) return null;
  return h(
    "ul",
    { class: "due" },
    now.due.map((promise) => {
      const row = h("li", {}, h("span", {}, promise.text), h("button", { class: "text-link", type: "button", onclick: () => settle(promise, row) }, t("promises.settle")));
      return row;
    }),
  );
}

async function settle(promise, row) {
  try {
    await post(at(`/promises/${promise.id}/close`));
    row.remove();
    toast(t("promises.settled"));
  } catch (error) {
    toast(explain(error));
  }
}

function timeline(now) {
  const past = now.day.items.filter((item) => item.state === "past").length;
  const list = h("ol", { class: "timeline", "aria-label": t("home.today") });
  const unfold = () => {
    list.classList.add("unfolded");
    list.querySelector(".past a")?.focus();
  };
  if (past) list.append(h("li", { class: "fold" }, h("span", {}), h("i", {}), h("button", { type: "button", onclick: unfold }, t("home.earlier", { n: past }))));
  for (const item of now.day.items) list.append(row(item, item === itemNow(now)));
  return list;
}

function row(item, current) {
  const words = current && h("small", {}, [t("home.now"), item.short !== item.label && item.short].filter(Boolean).join(t("list.stop")));
  return h(
    "li",
    { class: current ? "is-now" : item.state === "past" ? "past" : "later", "aria-current": current ? "step" : null },
    h("time", { datetime: item.at }, item.at),
    h("i", { "aria-hidden": "true" }),
    h("a", { href: "/diary" }, item.label, words),
  );
}
