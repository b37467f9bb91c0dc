// What the person thinks of one thing in the day: six words or their own, the pet's answer, and taking it back.
import { clear, h } from "./dom.js";
import { post, remove } from "./api.js";
import { at, session } from "./session.js";
import { explain, toast } from "./shell.js";
import { t, tongue } from "./words.js";

const REACTIONS = ["not_bad", "pat", "funny", "helpless", "doting", "dislike"];

/** changed: called after each change, for the tastes line. */
export function feedback(date, item, open, changed) {
  const place = h("div", { class: "react" });
  let given = item.feedback;
  let shown = open || given.length > 0;
  let busy = false;

  async function act(work) {
    if (busy) return;
    busy = true;
    place.setAttribute("aria-busy", "true");
    try {
      await work();
      changed();
    } catch (error) {
      toast(explain(error));
    }
    busy = false;
    place.removeAttribute("aria-busy");
    draw();
  }
  const take = (one) =>
    act(async () => {
      await remove(at(`/feedback/${one.id}`));
      given = given.filter((other) => other !== one);
    });
  const give = (reaction, text) =>
    act(async () => {
      const answer = await post(at(`/days/${date}/items/${item.index}/feedback`), { reaction, text });
      given = [...given, { id: answer.id, reaction, text, reply: answer.reply }];
    });
  function press(reaction) {
    const one = given.find((other) => other.reaction === reaction);
    return one ? take(one) : give(reaction, "");
  }
  function draw() {
    if (!shown) {
      const ask = () => {
        shown = true;
        draw();
        place.querySelector("button").focus();
      };
      return clear(place, h("button", { class: "text-link", type: "button", onclick: ask }, t("diary.think")));
    }
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.reaction : null;
    const field = h("input", { "aria-label": t("diary.own-words", { pet: session.pet.name }), placeholder: t("diary.own-words", { pet: session.pet.name }), maxlength: 1000 });
    const say = (event) => {
      event.preventDefault();
      if (field.value.trim()) give(null, field.value.trim());
    };
    clear(
      place,
      h("div", { class: "chips", role: "group", "aria-label": t("diary.how") }, REACTIONS.map((reaction) => chip(reaction, given, press))),
      given.map((one) => answer(one, () => take(one))),
      h("form", { onsubmit: say }, field, h("button", { class: "btn soft", type: "submit" }, t("act.say"))),
    );
    if (focused) place.querySelector(`[data-reaction="${focused}"]`)?.focus();
    return place;
  }
  draw();
  return place;
}

function chip(reaction, given, press) {
  const pressed = given.some((one) => one.reaction === reaction);
  return h("button", { class: "chip", type: "button", "data-reaction": reaction, "aria-pressed": String(pressed), onclick: () => press(reaction) }, t(`reaction.${reaction}`));
}

function answer(one, take) {
  return h(
    "div",
    { class: "answer", role: "status" },
    one.text && h("p", { class: "said", lang: tongue(one.text) }, t("diary.you-said", { text: one.text })),
    one.reply && h("p", { lang: tongue(one.reply) }, one.reply),
    h("button", { class: "text-link", type: "button", onclick: take }, t("diary.take-back")),
  );
}
