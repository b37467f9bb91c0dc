// The reviewer's page: one entry at a time, decided by button or key; a decision is kept before the next is shown.
import { WORDS } from "./words.js";
import { draft, keepDraft, put, send, show as standing, waiting } from "./kept.js";

const $ = id => document.getElementById(id);
let rows = [], given = {}, reasons = [], at = 0, reviewer = "", changing = null;
let language = localStorage.getItem("review-language") || (navigator.language.startsWith("zh") ? "zh" : "en");
const word = (name, ...more) => typeof WORDS[language][name] === "function" ? WORDS[language][name](...more) : WORDS[language][name];

const element = (name, fields, ...children) => {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children.filter(Boolean));
  return made;
};

function speak() {
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  document.title = word("title");
  $("language").value = language;
  document.querySelectorAll("[data-word]").forEach(one => { one.textContent = word(one.dataset.word); });
  for (const id of ["back", "next", "open"]) $(id).textContent = word(id);
  $("progress").setAttribute("aria-label", word("progress"));
  if (rows.length) show();
}

async function begin(event) {
  event.preventDefault();
  const name = $("reviewer").value.trim();
  const answer = await fetch(`queue?reviewer=${encodeURIComponent(name)}`);
  const body = await answer.json();
  if (!answer.ok) { $("status").textContent = body.error; return; }
  ({ rows, given, reasons } = body);
  standing(rows);
  reviewer = name;
  for (const one of waiting()) if (one.reviewer === name) given[one.decision.entry] = one.decision;
  $("nav").hidden = false;
  $("reviewer").blur();
  await flush();
  undecided();
}

async function decide(verdict, more = {}) {
  const row = rows[at];
  const decision = { entry: row.id, of: row.of, verdict, ...more };
  given[row.id] = decision;
  put({ reviewer, decision });
  keepDraft(row, null);
  changing = null;
  undecided(at + 1);
  await flush();
}

async function flush() {
  const refused = await send();
  const left = waiting().length;
  const kept = rows.every(one => given[one.id]) ? word("done") : Object.keys(given).length ? word("kept") : "";
  $("status").textContent = refused === "changed" ? word("changed") : refused || (left ? word("waiting", left) : kept);
}

function undecided(from = 0) {
  const open = [...rows.keys()].map(n => (n + from) % rows.length).find(n => !given[rows[n].id]);
  changing = null;
  if (open !== undefined) at = open;
  show();
  if (open === undefined) $("status").textContent = word("done");
}

function move(step) {
  at = Math.min(rows.length - 1, Math.max(0, at + step));
  changing = null;
  show();
}

const turn = one => element("div", { className: `turn ${one.role}` },
  element("p", { className: "role", textContent: word("roles")[one.role] }), element("div", { className: "text", textContent: one.text }));

function form(row) {
  const mine = given[row.id] || {};
  const text = changing === "edit" && element("textarea", {
    id: "edited", value: draft(row) ?? (mine.answer || row.answer), lang: row.language,
    oninput: event => keepDraft(row, event.target.value),
  });
  const options = reasons.map((name, n) => element("label", {}, element("input", {
    type: "radio", name: "reason", value: name, checked: mine.reason === name,
  }), `${n + 1}. ${word("reasons")[name]}`));
  const note = element("input", { id: "note", value: mine.note || "", maxLength: 2000 });
  return element("form", { className: "change", onsubmit: event => { event.preventDefault(); finish(row, text, note); } },
    text && element("label", {}, word("edited"), text),
    element("fieldset", {}, element("legend", { textContent: word("reason") }), ...options),
    element("label", {}, word("note"), note),
    element("div", { className: "choices" },
      element("button", { className: "main", textContent: word("keep") }),
      element("button", { type: "button", textContent: word("cancel"), onclick: () => { changing = null; show(); } })));
}

function finish(row, text, note) {
  const reason = document.querySelector("input[name=reason]:checked")?.value;
  const answer = text ? text.value.trim() : "";
  if (!reason) { $("status").textContent = word("needsReason"); return; }
  if (text && (!answer || answer === row.answer)) { $("status").textContent = word("needsText"); return; }
  decide(changing, { reason, answer, note: note.value });
}

function change(verdict) {
  changing = verdict;
  show();
  (document.getElementById("edited") || document.querySelector("input[name=reason]")).focus();
}

const choices = row => element("div", { className: "choices" },
  element("button", { id: "accept", className: "main", textContent: word("accept"), onclick: () => decide("accept") }),
  element("button", { id: "edit", textContent: word("edit"), onclick: () => change("edit") }),
  element("button", { id: "reject", textContent: word("reject"), onclick: () => change("reject") }),
  given[row.id] && element("p", { className: "hint", textContent: word("verdicts")[given[row.id].verdict] }));

function show() {
  const row = rows[at], { verdict, answer } = given[row.id] || {};
  const about = [...new Set([word("kinds")[row.kind], row.skill, row.category])].filter(Boolean).join(" · ");
  const talk = element("details", { open: !row.said }, element("summary", { textContent: word("whole") }), ...row.talk.map(turn));
  talk.lang = row.language;
  $("main").replaceChildren(...[
    element("p", { className: "hint", textContent: `${at + 1} / ${rows.length} · ${about}` }),
    row.real && element("p", { className: "about", textContent: word("real") }),
    row.about && element("p", { className: "about", lang: row.language, textContent: row.about }),
    row.should && element("p", { className: "about", lang: row.language, textContent: `${word("should")}: ${row.should}` }),
    row.said && element("h2", { textContent: word("said") }),
    row.said && element("div", { className: "said", lang: row.language, textContent: row.said }),
    element("h2", { textContent: word("answer") }),
    element("div", { className: "answer", lang: row.language, textContent: verdict === "edit" && answer ? answer : row.answer }),
    changing ? form(row) : choices(row),
    talk,
  ].filter(Boolean));
  scrollTo(0, 0);
  const finished = rows.filter(one => given[one.id]).length;
  Object.assign($("progress"), { max: rows.length, value: finished });
  $("count").textContent = `${finished} / ${rows.length}`;
}

const KEYS = { a: () => decide("accept"), e: () => change("edit"), r: () => change("reject"),
  ArrowRight: () => move(1), ArrowLeft: () => move(-1) };

function key(event) {
  const typing = event.target.matches("textarea, select, input:not([type=radio]):not([type=checkbox])");
  if (event.key === "Escape" && changing) { changing = null; show(); return; }
  if (!rows.length || typing || !$("keys").checked || event.ctrlKey || event.metaKey || event.altKey) return;
  const radio = changing && document.querySelectorAll("input[name=reason]")[Number(event.key) - 1];
  if (radio) { radio.checked = true; radio.focus(); return; }
  if (!changing && KEYS[event.key]) { event.preventDefault(); KEYS[event.key](); }
}

$("who").onsubmit = begin;
$("language").onchange = event => { language = event.target.value; localStorage.setItem("review-language", language); speak(); };
$("back").onclick = () => move(-1);
$("next").onclick = () => move(1);
$("open").onclick = () => undecided(at + 1);
document.addEventListener("keydown", key);
setInterval(() => { if (waiting().length) flush(); }, 3000);
speak();
