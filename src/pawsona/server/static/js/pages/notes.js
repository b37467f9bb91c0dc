// Notes and documents: what the person gave the pet to know.
import { clear, h } from "../dom.js";
import { get, post, put, remove } from "../api.js";
import { icon } from "../icons.js";
import { peek } from "../figure.js";
import { at, loadNow, session } from "../session.js";
import { explain, failure, toast, waiting } from "../shell.js";
import { momentDay } from "../dates.js";
import { t, tongue } from "../words.js";
import { second } from "../second.js";
import { helpPanel } from "./resources.js";

const DRAFT = "pawsona.draft.note";
const say = (error) => toast(explain(error, true));

export async function notes(main) {
  main.classList.add("book");
  const now = session.now ?? (await loadNow());
  const page = h("div", { class: "page notes" });
  clear(main, h("aside", {}, second("notes"), peek(now)), page);
  const parts = [
    part(t("notes.title"), t("notes.about", { pet: now.pet.name }), "/notes", t("notes.none"), note, writeNote),
    part(t("documents.title"), t("documents.about"), "/documents", t("documents.none"), document_, addDocument),
  ];
  clear(page, h("h1", {}, t("notes.page", { pet: now.pet.name })), parts.map(({ element }) => element));
  await Promise.all(parts.map(({ loaded }) => loaded));
}

/** One kind: its list with all its states, and how to add to it. */
function part(title, about, path, none, row, adding = null) {
  const list = h("ul", { class: "list" });
  const place = h("div", {});
  async function load() {
    try {
      const found = await get(at(path));
      clear(place, found.length ? clear(list, found.map((one) => row(one, load))) : h("p", { class: "quiet" }, none));
    } catch (error) {
      clear(place, failure(error, load));
    }
  }
  clear(place, waiting());
  return { element: h("section", {}, h("h2", {}, title), h("p", { class: "quiet" }, about), adding && adding(load), place), loaded: load() };
}

async function drop(path, load) {
  try {
    await remove(at(path));
    await load();
  } catch (error) {
    say(error);
  }
}

/** A note that was given no title has its first words as one: they are not shown twice. */
function note(one, load) {
  return h(
    "li",
    { class: "row-item" },
    h("div", {}, one.titled && h("strong", { lang: tongue(one.title) }, one.title), h("p", { lang: tongue(one.text) }, one.text), h("p", { class: "quiet" }, momentDay(one.at))),
    h("button", { class: "icon-btn", type: "button", "aria-label": t("notes.forget", { title: one.title }), onclick: () => drop(`/notes/${one.id}`, load) }, icon("forget")),
  );
}

function document_(one, load) {
  return h(
    "li",
    { class: "row-item" },
    h("div", {}, h("p", { lang: tongue(one.name) }, one.name), h("p", { class: "quiet" }, t("documents.passages", { n: one.passages }))),
    h("button", { class: "icon-btn", type: "button", "aria-label": t("notes.forget", { title: one.name }), onclick: () => drop(`/documents/${one.id}`, load) }, icon("forget")),
  );
}

function writeNote(load) {
  const title = h("input", { id: "note-title", maxlength: 120, autocomplete: "off" });
  const text = h("textarea", { id: "note-text", rows: 4 });
  text.value = localStorage.getItem(DRAFT) ?? "";
  const help = h("div", {});
  text.addEventListener("input", () => localStorage.setItem(DRAFT, text.value));
  let keeping = false;
  const save = async (event) => {
    event.preventDefault();
    if (!text.value.trim()) {
      toast(t("notes.empty"));
      return text.focus();
    }
    if (keeping) return null; // a double click keeps one note
    keeping = true;
    try {
      const kept = await post(at("/notes"), { title: title.value.trim(), text: text.value.trim() });
      clear(help, kept.help && h("div", { class: "help", role: "status" }, h("p", {}, t("note.help")), helpPanel(kept.help), h("a", { class: "text-link", href: "/care" }, t("help.all"))));
      title.value = "";
      text.value = "";
      localStorage.removeItem(DRAFT);
      await load();
    } catch (error) {
      say(error);
    }
    keeping = false;
    return null;
  };
  return h(
    "form",
    { onsubmit: save },
    h("div", { class: "field" }, h("label", { for: "note-title" }, t("notes.name")), title),
    h("div", { class: "field" }, h("label", { for: "note-text" }, t("notes.text")), text),
    h("button", { class: "btn", type: "submit" }, t("notes.keep")),
    help,
  );
}

function addDocument(load) {
  const field = h("input", { type: "file", id: "document", accept: ".txt,.md,.pdf", class: "sr" });
  const button = h("button", { class: "btn soft", type: "button", onclick: () => field.click() }, t("documents.add"));
  field.addEventListener("change", async () => {
    const [file] = field.files;
    if (!file) return;
    button.disabled = true;
    try {
      await put(at(`/documents/${encodeURIComponent(file.name)}`), file);
      await load();
    } catch (error) {
      say(error);
    }
    button.disabled = false;
    field.value = "";
  });
  field.tabIndex = -1;
  return h("div", { class: "end" }, h("label", { class: "sr", for: "document" }, t("documents.add")), field, button);
}
