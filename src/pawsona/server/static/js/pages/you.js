// You: how the person has been, as it was guessed from their words; the switch, and the eraser.
import { clear, h } from "../dom.js";
import { get, put, remove } from "../api.js";
import { chart, weeksOf } from "../chart.js";
import { peek } from "../figure.js";
import { at, loadNow, onNews, session } from "../session.js";
import { dayFull, dayName } from "../dates.js";
import { explain, toast } from "../shell.js";
import { second } from "../second.js";
import { t } from "../words.js";
import { twice } from "../twice.js";

/** Under this a day or week is neither low nor bright. */
const EVEN = 0.5;
const word = (level) => t(level <= -EVEN ? "you.low" : level >= EVEN ? "you.bright" : "you.even");

export async function you(main) {
  main.classList.add("book");
  const now = session.now ?? (await loadNow());
  const page = h("div", { class: "page you" });
  const place = h("div", {});
  clear(main, h("aside", {}, second("you"), peek(now)), page);
  clear(page, h("h1", {}, t("you.title")), place);
  const change = async (work) => {
    try {
      await work();
      draw(await get(at("/mood")));
      place.querySelector("button")?.focus();
    } catch (error) {
      toast(explain(error));
    }
  };
  const draw = (mood) => clear(place, how(mood, now.pet, change), mood.days.length ? shown(mood, change) : h("p", { class: "state" }, t(mood.reads ? "you.none" : "you.none-off")));
  const load = async () => draw(await get(at("/mood")));
  await load();
  const stop = onNews((news) => news === "day" && !place.contains(document.activeElement) && load());
  const sizes = new ResizeObserver(() => place.querySelector("figure")?.dispatchEvent(new Event("wide")));
  sizes.observe(page);
  return () => {
    stop();
    sizes.disconnect();
  };
}

function how(mood, pet, change) {
  const turn = () => change(() => put(at("/mood"), { reads: !mood.reads }));
  return [
    h("p", { class: "about" }, t(mood.reads ? "you.how" : "you.off", { pet: pet.name })),
    h("p", {}, h("button", { class: "btn soft", type: "button", onclick: turn }, t(mood.reads ? "you.switch-off" : "you.switch-on"))),
  ];
}

function shown(mood, change) {
  const weeks = weeksOf(mood.days).toReversed();
  return [
    picture(mood),
    table(t("you.weeks"), [t("you.week"), t("you.whole"), t("you.days"), t("you.mostly")], weeks.map((week) => [t("you.week-of", { day: dayName(week.monday) }), word(week.level), String(week.days.length), mostly(week.days)])),
    h("details", { class: "others" }, h("summary", {}, t("you.by-day")), table(t("you.by-day"), [t("you.day"), t("you.whole"), t("you.mostly")], mood.days.toReversed().map((day) => [dayFull(day.date), word(day.level), mostly([day])]))),
    h("p", {}, twice(t("you.delete"), t("you.delete-sure"), () => change(() => remove(at("/mood")).then(() => toast(t("you.deleted")))))),
  ];
}

/** The picture says nothing that the table beneath does not. */
function picture({ days, today }) {
  const place = h("div", {});
  const figure = h("figure", { class: "weeks" }, place, h("figcaption", { class: "quiet" }, t("you.legend")));
  let width = 0;
  figure.addEventListener("wide", () => {
    if (place.clientWidth === width) return;
    width = place.clientWidth;
    clear(place, chart(days, today, width));
  });
  return figure;
}

function mostly(days) {
  const families = days.map((day) => day.family).filter(Boolean);
  const often = families.toSorted((a, b) => families.filter((one) => one === b).length - families.filter((one) => one === a).length)[0];
  return often ? t(`feeling.${often}`) : t("you.nothing");
}

function table(title, heads, rows) {
  const cells = ([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), rest.map((cell) => h("td", {}, cell)));
  return h("div", { class: "sheet-of", tabindex: "0", role: "region", "aria-label": title }, h("table", {}, h("caption", {}, title), h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, rows.map(cells))));
}
