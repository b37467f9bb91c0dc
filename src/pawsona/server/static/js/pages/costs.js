// Costs: what the words of one pet took on a day, as a picture and as a table.
import { clear, h, svg } from "../dom.js";
import { get } from "../api.js";
import { count, money } from "../numbers.js";
import { at, loadNow, session } from "../session.js";
import { failure, waiting } from "../shell.js";
import { t } from "../words.js";

const DAYS = [7, 30, 365];
const STAGES = ["talk", "day", "memory", "other"];
/** What a bar is made of, from its left end. */
const PARTS = { fresh: (sum) => sum.tokens_in - sum.tokens_cached, cached: (sum) => sum.tokens_cached, written: (sum) => sum.tokens_out };

export async function costs(main) {
  main.classList.add("keep", "costs");
  const { pet } = session.now ?? (await loadNow());
  const place = h("div", { "aria-live": "polite" });
  const load = async () => {
    clear(place, waiting());
    try {
      clear(place, shown(await get(at(`/costs?days=${field.value}`))));
    } catch (error) {
      clear(place, failure(error, load));
    }
  };
  const field = h("select", { class: "sel", id: "days", onchange: load }, DAYS.map((n) => h("option", { value: n, selected: n === 30 }, t("costs.last", { n }))));
  clear(main, h("h1", {}, t("costs.title", { pet: pet.name })), h("div", { class: "bar" }, h("label", { for: "days" }, t("costs.when")), field), place);
  await load();
}

function shown({ days, whole, stages, skills, models }) {
  if (!whole.calls) return h("p", { class: "state voice" }, t(session.home.mind.kind === "storybook" ? "costs.nothing" : "costs.none"));
  const named = STAGES.filter((name) => stages[name]).map((name) => [t(`costs.stage.${name}`), stages[name]]);
  const paid = whole.money > 0;
  const part = (title, rows) => table(title, rows, days, paid);
  return [
    h("p", { class: "about" }, t("costs.about", { n: days })),
    h("p", { class: "about" }, t("costs.token")),
    picture(named, days),
    part(t("costs.by-stage"), [...named, [t("costs.all"), whole, "all"]]),
    h("details", { class: "others" }, h("summary", {}, t("finding.more")), part(t("costs.by-model"), Object.entries(models)), part(t("costs.by-skill"), Object.entries(skills))),
    whole.estimated > 0 && h("p", { class: "quiet" }, t("costs.estimated", { n: whole.estimated })),
    !paid && h("p", { class: "quiet" }, t("costs.unpriced")),
  ];
}

/** A bar for each stage; the figures beside it say the same, so that no screen reader needs the picture. */
function picture(rows, days) {
  const whole = (sum) => sum.tokens_in + sum.tokens_out;
  const most = Math.max(...rows.map(([, sum]) => whole(sum)), 1);
  const bar = ([name, sum]) => h("div", { class: "measure" }, h("span", {}, name), strip(sum, most), h("span", { class: "figure" }, count(whole(sum) / days)));
  return h(
    "figure",
    { class: "picture" },
    h("figcaption", {}, h("h2", {}, t("costs.picture")), h("p", { class: "legend" }, Object.keys(PARTS).map((part) => h("span", {}, swatch(part), t(`costs.part.${part}`))))),
    rows.map(bar),
  );
}

function strip(sum, most) {
  let x = 0;
  const pieces = Object.entries(PARTS).map(([part, of]) => {
    const width = (100 * of(sum)) / most;
    x += width;
    return svg("rect", { class: part, x: x - width, y: 0, width, height: 10 });
  });
  return svg("svg", { class: "strip", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, ...pieces);
}

const swatch = (part) => svg("svg", { class: "swatch", viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("rect", { class: part, width: 10, height: 10 }));

function table(title, rows, days, paid) {
  const columns = [
    [t("costs.calls"), (sum) => count(sum.calls / days)],
    [t("costs.read"), (sum) => count(sum.tokens_in / days)],
    [t("costs.again"), (sum) => count(sum.tokens_cached / days)],
    [t("costs.written"), (sum) => count(sum.tokens_out / days)],
    [t("costs.failed"), (sum) => count(sum.failed / days)],
    [t("costs.language"), (sum) => count(sum.language / days)],
    [t("costs.first"), (sum) => (sum.first_ms_p50 === null ? "" : t("costs.seconds", { s: (sum.first_ms_p50 / 1000).toFixed(1) }))],
    paid && [t("costs.money"), (sum) => money(sum.money / days)],
  ].filter(Boolean);
  return h(
    "div",
    { class: "sheet-of", tabindex: "0", role: "region", "aria-label": title },
    h(
      "table",
      {},
      h("caption", {}, title),
      h("thead", {}, h("tr", {}, h("td", {}), columns.map(([name]) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.map(([name, sum, kind]) => h("tr", { class: kind }, h("th", { scope: "row" }, name), columns.map(([, of]) => h("td", {}, of(sum)))))),
    ),
  );
}
