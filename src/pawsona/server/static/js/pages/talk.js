// Talk: the pet beside the page, what was said, a turn that is running, the line to write on.
import { clear, h } from "../dom.js";
import { get } from "../api.js";
import { keepUnsent, unsent, unsentKey, wasHeard } from "../drafts.js";
import { itemNow, paws, seat, sky } from "../figure.js";
import { showBanner } from "../banner.js";
import { answered, personLine, petLine, quietLine, spokenLine, timeLine, unanswered } from "../lines.js";
import { at, loadNow, onNews, session, watch } from "../session.js";
import { explain, toast } from "../shell.js";
import { dayOf } from "../dates.js";
import { otherTongue } from "../tongues.js";
import { runTurn } from "../turn.js";
import { t } from "../words.js";
import { writing } from "../writing.js";
import { showCrisis } from "./crisis.js";
import { pinnedHelp } from "./resources.js";

const HOUR = 36e5;
/** Milliseconds for which a reply may still be made: a page that was loaded anew in the middle goes on with it. */
const UNDER_WAY = 60_000;
/** Milliseconds until news that could not be fetched are asked for again. */
const AGAIN = 3000;
/** The server looks for so many keys at once. */
const KEYS = 20;

export async function talk(main, _, { carry }) {
  main.classList.add("talk");
  const [now, { messages, more }] = await Promise.all([loadNow(), newest(50, unsent() ? [unsentKey()] : [])]);
  const view = layout(main, now);
  const page = controller(view, now);
  page.older(messages, more);
  page.ask(now.care.question);
  const waiting = carry?.say ?? null;
  if (waiting) history.replaceState(null, "");
  const left = unsent();
  if (waiting) page.say(waiting);
  else if (left) page.keep(left);
  else if (!now.care.question) page.idle();
  page.bottom();
  const stop = watch((fresh) => {
    view.update(fresh);
    page.ask(fresh.care.question);
  });
  const deaf = onNews((kind, id) => kind === "talk" && page.catchUp(id));
  return () => {
    stop();
    deaf();
    page.leave();
  };
}

/** sent: keys of what this page has sent. What the server has of it is not unsent any more. */
async function newest(limit, sent) {
  const found = await get(at(`/messages?limit=${limit}${sent.map((key) => `&sent=${key}`).join("")}`));
  Object.keys(found.sent).forEach(wasHeard);
  return found;
}

/** To a page that may not know it any more (signed out, the pet gone) there is nothing new; else it is worth asking again. */
const refused = (error) => (error.status < 500 ? { messages: [], sent: {} } : null);

function layout(main, now) {
  const pet = seat(now, (words) => view.said(words));
  const outside = sky();
  const doing = h("p", {});
  const log = h("div", { class: "lines", role: "log", "aria-label": t("talk.log") });
  const scroll = h("div", { class: "scroll", tabindex: "-1" }, log);
  const replies = h("div", { class: "replies" });
  const composer = h("div", { class: "composer" });
  const help = h("div", { class: "help-place" });
  const banner = h("div", {});
  const beside = h("div", { class: "beside" }, outside.element, h("div", { class: "shelf" }, h("strong", {}, now.pet.name), doing), pet.element);
  const sheet = h("section", { class: "sheet", "aria-labelledby": "talk-title" }, h("h1", { class: "sr", id: "talk-title" }, t("talk.title", { pet: now.pet.name })), h("div", { class: "tops" }, help, banner), scroll, composer);
  clear(main, beside, paws(now.pet.species), sheet);
  const update = (fresh, mood = fresh.mood) => {
    outside.update(fresh);
    pet.update(fresh, mood);
    main.classList.toggle("asleep", fresh.pose === "sleep");
    doing.textContent = fresh.pose === "sleep" ? t("pet.asleep") : (itemNow(fresh)?.label ?? "");
    clear(help, fresh.care.pinned && pinnedHelp(fresh.care.pinned));
  };
  /** A pat is no message: what it says to that stands at the end until something is said. */
  const said = (words) => {
    log.querySelector(".patted")?.remove();
    const line = spokenLine(words);
    line.classList.add("patted", "new");
    log.append(line);
  };
  /** While the person writes it looks up. */
  let resting = 0;
  const listen = () => {
    if (session.now.pose === "sleep" || session.now.mood !== "content") return;
    pet.update(session.now, "curious");
    clearTimeout(resting);
    resting = setTimeout(() => pet.update(session.now), 4000);
  };
  const view = { log, scroll, replies, composer, banner, update, said, listen };
  update(now);
  return view;
}

function controller(view, now) {
  const { log, scroll, replies, composer } = view;
  let turn = null;
  let last = null;
  let oldest = null;
  let silence = 0;
  let atEnd = true;
  let asked = null;
  let tongues = null;
  /** Replies that were told of in the middle of a turn. */
  const missed = [];
  const wrong = h("p", { class: "wrong", role: "alert" });
  const caring = () => loadNow().then((fresh) => view.update(fresh, "caring")).catch(() => {});
  const page = {
    add(node, before = null) {
      log.insertBefore(node, before);
      page.follow();
    },
    /** Stays at the end, unless the person scrolled up to read. */
    follow() {
      if (atEnd) scroll.scrollTop = scroll.scrollHeight;
    },
    bottom() {
      atEnd = true;
      page.follow();
    },
    /** What the app says: what this is and that a break would be good stay on top, the rest is a line of the talk. */
    notice({ text, kind }, before) {
      if (kind === "disclosure" || kind === "break") showBanner(view.banner, text);
      else if (kind === "help") showBanner(view.banner, t("help.pinned"), { href: "/care", label: t("help.all") });
      else if (kind === "follow_up") page.ask(text, before);
      else page.add(quietLine(text), before);
    },
    /** The question after a hard talk, once: a page that stays open hears of it too, when no turn is running. */
    ask(question, before = null) {
      if (turn && !before) return;
      if (question && question !== asked) page.add(spokenLine(question), before);
      asked = question;
    },
    busy(on) {
      line.busy(on);
      if (on) return;
      turn = null;
      missed.splice(0).forEach((reply) => page.catchUp(reply));
    },
    say(text) {
      clear(replies);
      const key = keepUnsent(text);
      line.put("");
      stamp(new Date().toISOString());
      const said = personLine(text, null, true);
      said.dataset.key = key;
      page.add(said);
      page.bottom();
      turn = runTurn(page, text, said, { key });
    },
    /** sent: {key, heard} of the turn before. */
    again(text, said, sent, partial = null) {
      partial?.remove();
      turn = runTurn(page, text, said, sent);
    },
    /** Words that a reload found not yet sent. */
    keep(text) {
      const said = personLine(text);
      const key = unsentKey();
      said.dataset.key = key;
      page.add(said);
      page.add(unanswered(t("talk.unsent"), () => page.again(text, said, { key })));
    },
    /** The server will not take these words (too long, say): they go back to the line. */
    giveBack(text, said, why) {
      said.remove();
      keepUnsent("");
      line.put(text);
      wrong.textContent = why;
    },
    done(data) {
      if (!tongues) tongues = otherTongue([...log.querySelectorAll(".you-say bdi")].at(-1)?.textContent ?? "");
      if (tongues && !tongues.isConnected) page.add(tongues);
      offer(data.suggestions);
      if (data.stepped_in) showBanner(view.banner, t("talk.stepped-in"));
      loadNow().catch(() => {});
    },
    /** The protocol takes the whole page; what is said after it stands in the talk, with the lines one tap away. */
    crisis: (data) => (data.message.after ? caring() : page.help(data.message, data.resources, data.contact)),
    help(message, resources, contact = null) {
      showCrisis(message, resources, contact, caring);
    },
    async see(id) {
      for (let tries = 0; tries < 20 && !document.getElementById(`m-${id}`) && oldest?.more; tries += 1) await earlier();
      const found = document.getElementById(`m-${id}`);
      if (!found) return toast(t("recall.lost"));
      found.scrollIntoView({ block: "center" });
      found.classList.add("found");
      found.focus({ preventScroll: true });
      setTimeout(() => found.classList.remove("found"), 4000);
    },
    older(messages, more) {
      const first = log.querySelector(":scope > :not(.earlier)");
      last = null;
      for (const message of messages) {
        stamp(message.at, first);
        show(message, first);
      }
      oldest = { id: messages[0]?.id ?? oldest?.id, more };
      log.querySelector(".earlier")?.remove();
      if (more) log.prepend(h("button", { class: "text-link earlier", type: "button", onclick: () => earlier() }, t("talk.earlier")));
      if (!log.children.length) log.append(h("p", { class: "when first-word" }, t(now.pose === "sleep" ? "pet.sleeps" : "talk.empty", { pet: now.pet.name })));
    },
    /** What was said on another page of theirs, in its place; a reply that is still to come is told when it is there. */
    async catchUp(reply) {
      if (turn) return missed.push(reply);
      if (reply && document.getElementById(`m-${reply}`)) return; // its own
      const unknown = [...log.querySelectorAll(".you-say[data-key]:not([id])")].slice(-KEYS);
      const found = await newest(20, unknown.map((line) => line.dataset.key)).catch(refused);
      if (!log.isConnected) return;
      if (turn) return missed.push(reply); // begun meanwhile
      if (!found) return setTimeout(() => log.isConnected && page.catchUp(reply), AGAIN);
      const { messages, sent } = found;
      for (const line of unknown) if (sent[line.dataset.key]) line.id = `m-${sent[line.dataset.key]}`;
      const lines = messages.map((message) => document.getElementById(`m-${message.id}`));
      for (const [place, message] of messages.entries()) {
        if (lines[place] || (message.failed && !message.stopped)) continue;
        if (message.role === "pet" && lines[place - 1]) answered(lines[place - 1]);
        const next = lines.slice(place).find(Boolean) ?? null;
        if (!next) stamp(message.at);
        lines[place] = show(message, next);
        clear(replies);
      }
      page.follow();
    },
    async idle() {
      offer(await get(at("/suggestions")).catch(() => []));
    },
    leave() {
      sizes.disconnect();
      clearTimeout(silence);
      turn?.leave();
    },
  };
  const line = writing(now.pet.name, page.say, () => turn?.stop());
  line.field.addEventListener("input", () => {
    wrong.textContent = "";
    view.listen();
    replies.hidden = line.field.value !== "";
    clearTimeout(silence);
    silence = setTimeout(() => !turn && !line.field.value && page.idle(), 90_000);
  });
  composer.append(replies, wrong, line.element, h("p", { class: "quiet" }, t("talk.honest", { pet: now.pet.name })));
  scroll.addEventListener("keydown", (event) => event.key === "Escape" && line.field.focus());
  let top = 0;
  scroll.addEventListener("scroll", () => {
    // A banner or a reply that grows leaves the end below the fold as well; only a person scrolls up.
    if (scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 60) atEnd = true;
    else if (scroll.scrollTop < top) atEnd = false;
    top = scroll.scrollTop;
  });
  const sizes = new ResizeObserver(() => page.follow());
  sizes.observe(log);
  sizes.observe(scroll);

  function stamp(moment, before = null) {
    const fresh = last === null || Math.abs(new Date(moment) - last) > HOUR || dayOf(moment) !== dayOf(last);
    if (fresh) log.insertBefore(timeLine(moment), before);
    log.querySelector(".first-word")?.remove();
    last = new Date(moment);
  }
  function show(message, before) {
    if (message.role === "pet") return log.insertBefore(petLine(message, page.see, page.help), before);
    const said = personLine(message.text, message.id);
    log.insertBefore(said, before);
    if (!message.failed) return said;
    const fresh = new Date(session.now.local_time) - new Date(message.at) < UNDER_WAY;
    const again = () => page.again(message.text, said, { heard: message.id });
    if (fresh && !message.stopped) again(); // its reply may be on the way
    else log.insertBefore(unanswered(t(message.stopped ? "talk.stopped" : "talk.no-reply"), again), before);
    return said;
  }
  async function earlier() {
    const height = scroll.scrollHeight;
    try {
      const { messages, more } = await get(at(`/messages?limit=50&before=${encodeURIComponent(oldest.id)}`));
      page.older(messages, more);
      scroll.scrollTop += scroll.scrollHeight - height;
    } catch (error) {
      toast(explain(error));
    }
  }
  function offer(words) {
    replies.hidden = line.field.value !== "";
    clear(replies, words.slice(0, 3).map((text) => h("button", { class: "text-link", type: "button", onclick: () => page.say(text) }, text)));
  }
  return page;
}
