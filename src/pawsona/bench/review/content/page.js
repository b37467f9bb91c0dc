// The rater's page: one answer at a time; a rating is sent as soon as it is chosen.
const $ = id => document.getElementById(id);
let rows = [], given = {}, at = 0, rater = "";

const element = (name, fields, ...children) => {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
};
const done = row => row.scale.every(one => given[row.item]?.[one.name]);

async function begin() {
  const name = $("rater").value.trim();
  const answer = await fetch(`queue?rater=${encodeURIComponent(name)}`);
  const body = await answer.json();
  if (!answer.ok) { $("said").textContent = body.error; return; }
  [rows, given, rater] = [body.rows, body.given, name];
  $("said").textContent = "";
  $("nav").hidden = false;
  unrated();
}

async function keep(row, name, value) {
  given[row.item] = { ...given[row.item], [name]: value };
  const answer = await fetch("rate", { method: "POST", body: JSON.stringify({ rater, item: row.item, ratings: given[row.item] }) });
  $("said").textContent = answer.ok ? "" : (await answer.json().catch(() => ({}))).error || "Not kept. · 没有存上。";
  count();
}

function count() {
  const finished = rows.filter(done).length;
  Object.assign($("progress"), { max: rows.length, value: finished });
  $("count").textContent = `${finished} / ${rows.length}`;
}

function question(row, one) {
  const step = one.high - one.low > 1 && row.scale.every(other => other.high - other.low > 1) ? 0.5 : 1;
  const values = Object.keys(one.choices);
  for (let value = one.low; !Object.keys(one.choices).length && value <= one.high; value += step) values.push(String(value));
  const shown = value => one.choices[value] ?? (one.high === 1 && one.low === 0 ? (value === "1" ? "yes · 是" : "no · 否") : value);
  // Numbers that are names are read as words, in the order they are numbered.
  const options = values.map(value => element("label", {}, element("input", {
    type: "radio", name: one.name, value, checked: given[row.item]?.[one.name] === value,
    onchange: () => keep(row, one.name, value),
  }), shown(value)));
  return element("fieldset", {}, element("legend", { textContent: one.label ? `${one.name}. ${one.label}` : one.name }), ...options);
}

function show() {
  const row = rows[at];
  const note = element("textarea", { value: given[row.item]?.note || "", onchange: event => keep(row, "note", event.target.value) });
  $("main").lang = row.language;
  $("main").replaceChildren(
    element("p", { className: "who", textContent: `${at + 1} · ${row.task}` }),
    element("details", { open: true }, element("summary", { textContent: "What was asked · 收到的内容" }), element("div", { className: "asked", textContent: row.asked })),
    element("h2", { textContent: "The answer · 回答" }),
    element("div", { className: "answer", textContent: row.answer }),
    ...row.scale.map(one => question(row, one)),
    element("label", {}, "Note · 备注", note),
  );
  scrollTo(0, 0);
  count();
}

function unrated() {
  const place = rows.findIndex(row => !done(row));
  at = place < 0 ? at : place;
  show();
  if (place < 0) $("said").textContent = "All rated. Thank you! · 都评完了，谢谢！";
}

$("begin").onclick = begin;
$("rater").onkeydown = event => { if (event.key === "Enter") begin(); };
$("back").onclick = () => { at = Math.max(0, at - 1); show(); };
$("next").onclick = () => { at = Math.min(rows.length - 1, at + 1); show(); };
$("open").onclick = unrated;
