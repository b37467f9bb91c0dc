"""Rungs 1 and 3: answers to the pet's own question, and questions about what it told."""

import re
from collections.abc import Mapping

from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.story import Told
from pawsona.minds.storybook.talk import acts
from pawsona.minds.storybook.talk.entries import Words
from pawsona.minds.storybook.talk.lines import Line
from pawsona.minds.storybook.talk.turn import Said, Turn

_DENIED = re.compile(r"\b(?:not|don't|no|never)(?: the| go| take)?\s*$|[不别没](?:要|是|做|去|走|选)?$")
FAQ_TURNS = 2
"""Turns after a tell in which the story's questions are open: few candidates, so precision is high."""


def _story(turn: Turn) -> Told | None:
    known = (*turn.story.happened, *((turn.story.present,) if turn.story.present else ()))
    return next((t for t in known if t.line == turn.state.told), None)


def faq(turn: Turn) -> Said | None:
    """The story's own answer to a question about it."""
    told = _story(turn)
    if told is None or turn.state.tell_turns > FAQ_TURNS or turn.heavy:
        return None
    # No two answers are the same; "and then?" gets the next thing of the day.
    folded = turn.text.casefold()
    for n, answer in enumerate(told.faq, 1):
        fresh = f"faq:{told.line}:{n}" not in turn.state.said
        if fresh and any(_stands(cue, folded) for cue in answer.cues):
            turn.state.tell_turns = 1
            return Said("faq", (Line(f"faq:{told.line}:{n}", answer.text),), "chit-chat")
    if turn.cues.has("more", turn.text):
        fresh = any(f"told:{t.line}" not in turn.state.said for t in turn.story.happened)
        return acts.named(turn, "day_any") if fresh else _no_more(turn)
    return _plain_answer(turn, told)


def _stands(cue: str, folded: str) -> bool:
    """Whole words of English: "old" is not in "told"."""
    return Words([cue]).find(folded) is not None


def _no_more(turn: Turn) -> Said | None:
    line = turn.pick(turn.book.bank("moves", "no_more"), "no_more")
    return Said("faq", (line,), "chit-chat") if line else None


def _plain_answer(turn: Turn, told: Told) -> Said | None:
    """Why, where and who, of a story that has no answers of its own: from what the day itself says."""
    day = turn.given.today
    item = day.items[told.items[-1]] if day is not None and told.items else None
    if item is None:
        return None
    kind = next((k for k in ("tell_why", "tell_where", "tell_who", "tell_show") if turn.cues.has(k, turn.text)), "")
    friend = item.trace.state.get("slot.F", "")
    bank = {
        "tell_why": ("why",),
        "tell_where": ("where", item.place),
        "tell_who": ("who_friend",) if friend else ("who",),
        "tell_show": ("show",),
    }.get(kind)
    line = turn.pick(turn.book.bank("moves", *bank), kind, {"what": friend}) if bank else None
    if line is None:
        return None
    turn.slots["what"] = friend
    turn.state.tell_turns = 1
    return Said("faq", (line,), "chit-chat")


def story_question(turn: Turn) -> Line | None:
    """The story's question to the person, once, on the turn after it was told."""
    told = _story(turn)
    if told is None or told.ask is None or told.ask.sets is None or told.story is None or not turn.may_ask:
        return None
    ident = f"ask:{told.line}"
    if ident in turn.state.ledger or turn.state.tell_turns != 1 or turn.valence == "neg":
        return None
    turn.state.pending = f"var:{told.story}:{told.ask.sets}"
    return Line(ident, told.ask.text, asks=True)


def pending(turn: Turn) -> Said | None:
    """The answer to a story's question becomes the thread's value and lives in the days to come."""
    slot, turn.state.pending = turn.state.pending, ""
    if not slot.startswith("var:") or turn.asks or turn.heavy:
        return None
    _, story, variable = slot.split(":", 2)
    options = _options(turn, story, variable)
    value = chosen(turn.text, options) if options else given_name(turn.text, turn.language)
    bank = turn.book.bank("choose", "option") if options else turn.book.bank("moves", "named")
    if not value:
        return None
    found = library(turn.language).stories.get(story)
    said = found.spoken({variable: value})[variable] if found else value
    line = turn.pick(bank, "named", {"what": said})
    if line is None:
        return None
    turn.slots["what"] = said
    return Said("pending", (line,), "chit-chat", {"line": f"{slot}={value}"})


def _options(turn: Turn, story: str, variable: str) -> Mapping[str, tuple[str, ...]]:
    found = library(turn.language).stories.get(story)
    asked = (episode.ask for episode in found.episodes) if found else ()
    return next((ask.options for ask in asked if ask and ask.sets == variable), {})


def chosen(text: str, options: Mapping[str, tuple[str, ...]]) -> str:
    """The option that an answer names first, "not" aside; empty where it names none."""
    folded = text.casefold()
    places = {
        value: [hit.start for hit in Words(cues).every(folded) if not _DENIED.search(folded[: hit.start])]
        for value, cues in options.items()
    }
    named = {value: min(found) for value, found in places.items() if found}
    return min(named, key=lambda value: named[value]) if named else ""


_LEADS = (
    "call it", "call him", "call her", "name it", "name him", "name her", "how about", "what about", "maybe",
    "i'd say",
    "it's", "its name is", "let's call it", "i think",
    "就叫它", "就叫", "叫它", "叫", "不如叫", "要不叫", "取名叫", "起名叫",
)  # fmt: skip


def given_name(text: str, language: str) -> str:
    """The name in an answer, three words (six characters) at most; empty if it is no name."""
    value = text.strip().strip("\"'“”「」《》.!~。！～ ")
    for lead in sorted(_LEADS, key=len, reverse=True):
        if value.casefold().startswith(lead):
            value = value[len(lead) :].strip(" ,，:：\"'“”")
            break
    value = value.removesuffix("吧").removesuffix("好了").strip()
    most = 3 if language == "en" else 1
    if not value or len(value.split()) > most or len(value) > (24 if language == "en" else 6):
        return ""
    common = {"no", "yes", "ok", "okay", "idk", "nothing", "maybe", "不知道", "随便", "不要", "好", "嗯", "没有"}
    return "" if value.casefold() in common or not value.replace(" ", "").isalpha() else value
