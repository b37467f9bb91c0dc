// What leaves soon, and what was forgotten: of that only counts are left.
import { h, clear } from "./dom.js";
import { get } from "./api.js";
import { at } from "./session.js";
import { failure, waiting } from "./shell.js";
import { dayFull, dayName } from "./dates.js";
import { t, tongue } from "./words.js";

/** A fold at the end of the memories; it is asked for when it is opened. */
export function forgetting() {
  const inside = h("div", {});
  const fold = h("details", { class: "forgetting" }, h("summary", {}, t("forgetting.title")), inside);
  const load = async () => {
    clear(inside, waiting());
    try {
      show(await get(at("/memories/forgetting")));
    } catch (error) {
      clear(inside, failure(error, load));
    }
  };
  const show = ({ leaving, forgotten }) => {
    const soon = leaving.map((memory) => h("li", {}, h("span", { lang: tongue(memory.text) }, memory.text), " ", h("span", { class: "quiet" }, t("memories.until", { day: dayName(memory.expires_on) }))));
    const days = [...new Set(forgotten.map((row) => row.date))];
    const gone = days.map((day) => h("li", {}, h("span", { class: "quiet" }, dayFull(day)), " ", said(forgotten.filter((row) => row.date === day))));
    clear(
      inside,
      h("h2", {}, t("forgetting.leaving")),
      soon.length ? h("ul", { class: "list" }, soon) : h("p", { class: "quiet" }, t("forgetting.none-leaving")),
      h("h2", {}, t("forgetting.gone")),
      h("p", { class: "quiet" }, t("forgetting.about")),
      gone.length ? h("ul", { class: "list" }, gone) : h("p", { class: "quiet" }, t("forgetting.none-gone")),
    );
  };
  fold.addEventListener("toggle", () => fold.open && load());
  return fold;
}

/** One day: memories by what they were about, then the rest. */
function said(rows) {
  const parts = rows.map((row) => t(`forgetting.${row.kind}.${row.cause}`, { n: row.count, topic: row.topic_name ?? "" }));
  return parts.join(t("list.comma"));
}
