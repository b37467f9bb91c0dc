// Help lines, as the place's data has them: nothing is said of hours or cost that the data does not say.
import { h } from "../dom.js";
import { t } from "../words.js";

const VERBS = { Call: "help.call", Text: "help.text", Open: "help.open" };
const verb = (way) => (VERBS[way.verb] ? t(VERBS[way.verb]) : way.verb);
const about = (line) => [line.hours, line.cost].filter(Boolean).join(t("list.comma"));
const told = (line) => line.text || [line.name, about(line)].filter(Boolean).join(t("list.colon"));
const dial = (number) => `tel:${number.replace(/[^\d+*#]/g, "")}`;
const leads = (way) => (way.href.startsWith("http") ? { target: "_blank", rel: "noreferrer noopener" } : {});

/** The panel on Care. */
export function helpPanel(resources) {
  return [
    h("h2", {}, resources.title),
    resources.intro && h("p", {}, resources.intro),
    resources.lines.map((line) => [
      line.how.map((way) => h("a", { class: way.href.startsWith("http") ? "tel link" : "tel", href: way.href, ...leads(way) }, t("help.way", { verb: verb(way), value: way.value }))),
      h("p", {}, told(line)),
    ]),
    resources.emergency && [
      resources.emergency.numbers.map((number) => h("a", { class: "tel", href: dial(number) }, t("help.way", { verb: t("help.call"), value: number }))),
      h("p", {}, resources.emergency.text),
    ],
    resources.note && h("p", { class: "quiet" }, resources.note),
  ];
}

/** Large numbers for the crisis view. */
export function helpList(resources, contact = null) {
  const named = contact?.href ? [row(contact.href, contact.value, t("contact.title"), verb(contact), {})] : [];
  const rows = resources.lines.flatMap((line) => line.how.map((way) => row(way.href, way.value, told(line), verb(way), leads(way))));
  const emergency = resources.emergency?.numbers.map((number) => row(dial(number), number, resources.emergency.text, t("help.call"), {})) ?? [];
  return h("ul", {}, rows, emergency, named);
}

function row(href, value, words, word, more) {
  return h("li", {}, h("a", { href, ...more }, h("b", { class: value.length > 14 ? "long" : null }, value), h("span", {}, words), h("em", {}, word)));
}

/** The line pinned on top of Talk after a hard moment. */
export function pinnedHelp(resources) {
  const first = resources.lines.slice(0, 2).map((line) => line.how[0]).filter(Boolean);
  return h(
    "div",
    { class: "pinned", role: "note" },
    h("span", {}, t("help.pinned")),
    first.map((way) => h("a", { href: way.href, ...leads(way) }, t("help.way", { verb: verb(way), value: way.value }))),
    h("a", { href: "/care" }, t("help.all")),
  );
}
