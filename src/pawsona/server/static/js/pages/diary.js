// Diary: one day of the pet's life, what the person thinks of it, the days before.
import { clear, h } from "../dom.js";
import { get, Gone } from "../api.js";
import { calendar } from "../calendar.js";
import { feedback } from "../feedback.js";
import { peek } from "../figure.js";
import { keepDays, lastNow } from "../offline.js";
import { at, loadNow, session, watch } from "../session.js";
import { second } from "../second.js";
import { begun, dayFull, dayOf } from "../dates.js";
import { spot } from "../shelf.js";
import { again, go, ticket } from "../router.js";
import { toast } from "../shell.js";
import { t } from "../words.js";

export async function diary(main, [date = "today"]) {
  main.classList.add("book");
  const mine = ticket();
  const now = await present();
  const [{ dates: made }, tastes] = await Promise.all([get(at("/days")), get(at("/tastes"))]);
  const today = now.day?.date ?? dayOf(now.local_time);
  const dates = made.filter((one) => one >= now.pet.adopted_on && one <= today); // a day to come is not told beforehand
  const asked = date === "today" && now.away ? dates.at(-1) : date;
  if (date === "today" && !begun(now)) return firstMorning(main, now);
  const day = asked === "today" && now.day ? now.day : await get(at(`/days/${asked}`)).catch(unwritten);
  if (!day) return go("/diary", { replace: true }).then(() => toast(t("diary.no-day")));
  keepDays(at("/days"), dates);
  const liked = h("section", { class: "tastes", "aria-live": "polite" });
  const refresh = async () => fillTastes(liked, await get(at("/tastes")));
  fillTastes(liked, tastes);
  const page = h("div", { class: "page" });
  const aside = h("aside", { "aria-label": t("diary.days") }, second("diary"), peek(now), calendar(dates, day.date), h("details", { class: "past-days" }, h("summary", {}, t("diary.days")), calendar(dates, day.date)));
  const body = h("div", {});
  clear(page, h("p", { class: "date" }, t("diary.of", { pet: now.pet.name })), h("h1", {}, day.title), h("p", { class: "lead" }, day.outline), day.stopgap && h("p", { class: "quiet stopgap" }, t("diary.stopgap")), body, liked);
  clear(main, aside, page);
  await entries(body, day, refresh);
  let shown = versions(day);
  return watch(async (fresh) => {
    if (mine() && date === "today" && fresh.day && fresh.day.date !== day.date && !body.contains(document.activeElement)) return again();
    if (!mine() || fresh.day?.date !== day.date || versions(fresh.day) === shown || body.contains(document.activeElement)) return;
    shown = versions(fresh.day);
    await entries(body, fresh.day, refresh);
  });
}

/** Adopted after midnight: nothing is written yet, and nothing of the day before was its own. */
function firstMorning(main, now) {
  const page = h("div", { class: "page" }, h("p", { class: "date" }, t("diary.of", { pet: now.pet.name })), h("h1", {}, dayFull(dayOf(now.local_time))), h("p", { class: "lead" }, t("home.first-morning")));
  clear(main, h("aside", {}, second("diary"), peek(now)), page);
  return watch((fresh) => begun(fresh) && again());
}

/** A day that never was, by an old or mistyped address. */
function unwritten(error) {
  if (error.status !== 404 && error.status !== 422) throw error;
}

/** While the server is away, the diary can be read with what was last known. */
async function present() {
  try {
    return await loadNow();
  } catch (error) {
    const last = error instanceof Gone && lastNow(session.pet.id);
    if (!last) throw error;
    return last;
  }
}

const versions = (day) => JSON.stringify(day.items.map((item) => [item.at, item.label, item.state, item.detail]));

async function entries(body, day, refresh) {
  const newest = day.items.findLastIndex((item) => item.state !== "later");
  const drawn = await Promise.all(day.items.map((item, index) => entry(day, item, index === newest, refresh)));
  drawn[0]?.classList.add("first");
  clear(body, drawn.length ? drawn : h("p", { class: "quiet" }, t("diary.empty")));
}

async function entry(day, item, newest, refresh) {
  const later = item.state === "later";
  const title = h("h2", {}, item.label, item.state === "now" && h("span", { class: "now-word" }, t("home.now")));
  const told = [!later && (await spot(item.kind)), title, !later && (item.detail ? h("p", {}, item.detail) : item.detail === null && h("p", { class: "quiet" }, t("diary.unwritten")))];
  return h(
    "article",
    { class: `entry ${later ? "later" : ""} ${item.state === "now" ? "is-now" : ""}` },
    h("time", { datetime: item.at }, item.at),
    h("div", {}, told, !later && feedback(day.date, item, newest, refresh)),
  );
}

function fillTastes(place, tastes) {
  const names = (sign) => tastes.filter((taste) => taste.value * sign > 0).map((taste) => taste.label).join(t("list.comma"));
  const more = names(1);
  const less = names(-1);
  clear(
    place,
    h("h2", {}, t("tastes.title")),
    more && h("p", {}, t("tastes.more", { list: more })),
    less && h("p", {}, t("tastes.less", { list: less })),
    !more && !less && h("p", { class: "quiet" }, t("tastes.none")),
  );
}
