// One live turn: sentences are appended as they are checked and never taken back; it can be stopped and tried again.
import { Gone, post, stream } from "./api.js";
import { h } from "./dom.js";
import { wasHeard } from "./drafts.js";
import { name, petLine, typing, unanswered } from "./lines.js";
import { at } from "./session.js";
import { explain } from "./shell.js";
import { t, tongue } from "./words.js";

/**
 * page: {log, add(node), notice(data, before), see(id), crisis(data), done(data), busy(on)}.
 * key: what is sent again with it is heard once; heard: the message's id if the server has it.
 * Returns {stop, leave, finished}: who leaves only hears no more of it, and finds the whole reply later.
 */
export function runTurn(page, text, line, { key = "", heard = null }) {
  const control = new AbortController();
  const turn = { text, line, key, heard, control, begun: false, stopped: false, over: null };
  return { stop: () => stop(turn), leave: () => control.abort(), finished: live(page, turn) };
}

/**
 * The server ends the reply, and its stream then says what stays; pressed again, nothing is waited for. What the server
 * has not begun yet is only listened to from then on, and ended as soon as it begins.
 */
function stop(turn) {
  if (turn.stopped && turn.begun) turn.control.abort();
  else if (turn.stopped) turn.over({ stopped: true });
  else if (turn.heard) end(turn);
  turn.stopped = true;
}

const end = (turn) => post(at(`/messages/${turn.heard}/stop`)).catch(() => turn.begun && turn.control.abort());

async function live(page, turn) {
  const reply = h("div", { class: "pet-says new" }, name(), typing());
  page.add(reply);
  page.busy(true);
  let spoken = "";
  let ended = false;
  let trouble = null;
  let over = false;
  turn.over = (why) => {
    if (over) return;
    over = true;
    page.busy(false);
    if (!ended) close(page, turn, reply, spoken, why);
  };
  const path = turn.heard ? at(`/messages/${turn.heard}/retry`) : at("/messages");
  try {
    for await (const { event, data } of stream(path, turn.heard ? {} : { text: turn.text }, turn.control.signal, turn.heard ? "" : turn.key)) {
      if (event === "heard") {
        turn.begun = true;
        turn.heard = data.id;
        turn.line.id = `m-${data.id}`;
        wasHeard(turn.key);
        if (turn.stopped) end(turn);
        if (over) return;
      } else if (event === "notice") page.notice(data, reply);
      else if (event === "sentence") spoken = append(page, reply, spoken, data.text);
      else if (event === "done") {
        ended = true;
        reply.replaceWith(petLine(data.message, page.see, page.help));
        page.done(data);
      } else if (event === "crisis") {
        ended = true;
        reply.replaceWith(petLine({ ...data.message, crisis: true, resources: data.resources }, page.see, page.help));
        page.crisis(data);
      } else if (event === "error") trouble = turn.stopped ? { stopped: true } : { words: explain({ status: data.status, message: data.detail }), retry: data.retry };
    }
  } catch (error) {
    trouble = problem(error, turn);
  }
  turn.over(trouble);
}

function problem(error, turn) {
  if (error.name === "AbortError") return { stopped: true };
  if (error instanceof Gone) return { words: t("state.gone-kept"), retry: true };
  if (error.status) return { words: explain(error), retry: error.status >= 500, refused: !turn.heard };
  throw error;
}

function append(page, reply, before, sentence) {
  reply.querySelector(".typing")?.remove();
  reply.lang = tongue(sentence);
  const gap = before && !/[。！？…”]$/u.test(before) ? " " : "";
  reply.append(gap, h("span", { class: "sentence" }, sentence));
  page.follow();
  return before + gap + sentence;
}

/** The stream ended without a reply that the server keeps: the words stay, and can be tried again in place. */
function close(page, turn, reply, spoken, trouble) {
  if (spoken) reply.querySelector(".typing")?.remove();
  else reply.remove();
  const again = () => (turn.control.abort(), page.again(turn.text, turn.line, turn, spoken ? reply : null));
  const words = trouble?.stopped ? t("talk.stopped") : (trouble?.words ?? t("talk.no-reply"));
  if (trouble?.refused && !trouble.retry) return page.giveBack(turn.text, turn.line, words);
  page.add(unanswered(words, trouble?.retry === false ? null : again), spoken ? null : turn.line.nextSibling);
}
