"""One reply to one message: climbs the ladder, fills the lines, keeps the budget, and leaves a trace."""

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from types import MappingProxyType

from pawsona.domain.language import Language, length
from pawsona.domain.message import Trace
from pawsona.domain.ports import Vector
from pawsona.minds.storybook.calendar import coming_up, spoken_date, spoken_span
from pawsona.minds.storybook.deck import roll
from pawsona.minds.storybook.promising import due_act
from pawsona.minds.storybook.talk import acts, asked, moves
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.continuing import GAME_TURNS, game_of
from pawsona.minds.storybook.talk.echo import echo_of
from pawsona.minds.storybook.talk.frames import GRAVE_TURNS
from pawsona.minds.storybook.talk.happenings import spoken_of
from pawsona.minds.storybook.talk.ladder import climb
from pawsona.minds.storybook.talk.likeness import ThemesWanted
from pawsona.minds.storybook.talk.lines import Line
from pawsona.minds.storybook.talk.state import state_of
from pawsona.minds.storybook.talk.story import facet_slots, story_at
from pawsona.minds.storybook.talk.turn import Said, Turn
from pawsona.minds.storybook.talk.waiting import waits
from pawsona.skills.chat import ChatInput, Reply

Embed = Callable[[], Awaitable[Mapping[str, Vector]]]
_NO_VECTORS: Mapping[str, Vector] = MappingProxyType({})
_LONGEST = {"en": 34, "zh": 55}
"""Above this, what the reply contributes beside its main line is dropped."""
_CALM_AFTER = {-1: 4, 0: 0, 1: 1}
"""Neutral messages after which the mood of the conversation is no longer carried on; a good one goes sooner."""
_THEN = {"en": ", ", "zh": " "}
_SMALL_MIND_AT, _AT_LAST = 5, 14
"""Replies, counted from 0, from which it says what it is where that is apt, and at the latest."""

_SENTENCE = re.compile(r"(?<=[.!?。！？…])\s*")


def reply_to(
    given: ChatInput, skill: str, vector: Vector | None = None, of_themes: Mapping[str, Vector] = _NO_VECTORS
) -> Reply:
    """Perform a talking skill.

    Args:
        given: the moment.
        skill: which one.
        vector: of the message, where meaning can be compared.
        of_themes: of what `parts_of` cuts it into, by their text, where themes can be found by meaning.
    """
    turn = begin(given, skill, vector, of_themes)
    said = climb(turn)
    return finish(turn, said)


async def reply_as_needed(given: ChatInput, skill: str, vector: Vector | None, of_themes: Embed) -> Reply:
    """The same reply as of `reply_to`, which asks for the vectors of themes only where it comes to a theme."""
    try:
        turn = begin(given, skill, vector, None)
    except ThemesWanted:
        turn = begin(given, skill, vector, await of_themes())
    try:
        said = climb(turn)
    except ThemesWanted:
        turn.of_themes = await of_themes()
        said = climb(turn)
    return finish(turn, said)


def begin(
    given: ChatInput, skill: str, vector: Vector | None = None, of_themes: Mapping[str, Vector] | None = _NO_VECTORS
) -> Turn:
    """Everything a rung may look at, gathered once.

    Raises:
        ThemesWanted: it needs the vectors, and they are None.
    """
    book = talk_book(given.context.language)
    state = state_of(given.history, given.context.now, given.context.ledger)
    story = story_at(given)
    slots = {
        "P": given.context.pet.name,
        "U": given.context.person.name,
        "F": _friend(given),
        "time": spoken_time(given.context.now, book.language),
        "date": spoken_date(given.context.now.date(), book.language),
        "gone": spoken_span(given.context.away, book.language) if given.context.away is not None else "",
        "coming": coming_up(given.context.occasions, given.context.now, book.language),
        **facet_slots(story, state.said),
    }
    filled = {k: v for k, v in slots.items() if v}
    turn = Turn(given, book, state, story, filled, skill, vector=vector, of_themes=of_themes)
    turn.waits = waits(turn)
    echo = echo_of(turn.focus.text, book.language, state.echoes)
    if echo:
        turn.slots["echo"] = echo
    return turn


def _friend(given: ChatInput) -> str:
    """One of the pet's friends, another each day; empty while it has none."""
    friends, context = given.context.friends, given.context
    return friends[roll(context.pet.seed, context.now.date(), "friend") % len(friends)].name if friends else ""


def spoken_time(now: datetime, language: Language) -> str:
    """The wall clock as it is said."""
    if language == "zh":
        return f"{now.hour}点{now.minute}分" if now.minute else f"{now.hour}点整"
    return f"{now.hour % 12 or 12}:{now.minute:02d} {'am' if now.hour < 12 else 'pm'}"


def finish(turn: Turn, said: Said) -> Reply:
    """Fill and join the parts, add what is owed, note what was used."""
    parts = [*_main(turn, said), *_owed(turn, said)]
    texts: list[str] = []
    lines: list[str] = []
    for line in parts:
        text = line.fill(turn.slots)
        if line.asks and (not turn.may_ask or any(t.endswith(("?", "？")) for t in texts)):
            text = without_question(text)
        if text:
            texts.append(text)
            lines.append(line.id)
    text = _echoed(turn, said, (" " if turn.language == "en" else "").join(texts))
    return Reply(text=text, trace=_trace(turn, said, lines, text))


def _main(turn: Turn, said: Said) -> list[Line]:
    parts = list(said.parts)
    size = sum(length(line.text, turn.language) for line in parts)
    if len(parts) > 1 and size > _LONGEST[turn.language]:
        parts = parts[:1]
    free = said.rung in {"faq", "listen", "act"} and not parts[0].asks and not turn.grave
    ask = asked.story_question(turn) if free else None
    return [*parts, ask] if ask else parts


def _owed(turn: Turn, said: Said) -> list[Line]:
    """When a promise will be kept; one that is due, brought up once; and once ever, what kind of mind this is."""
    given = turn.given
    if given.promised is not None and said.marks.get("act") == "promised":
        at = given.promised.due.astimezone(given.context.now.tzinfo)
        turn.slots["when"] = _THEN[turn.language].join(
            (spoken_date(at.date(), turn.language), spoken_time(at, turn.language))
        )
        line = turn.pick(turn.book.bank("moves", "promised_when"), "promised_when")
        return [line] if line else []
    due = turn.book.acts.get(due_act(given.due, given.context.now)) if given.due is not None else None
    if given.due is not None and due is not None and given.promised is None:
        if due.name == "due_birthday" and turn.state.frame.startswith("birthday"):
            return []  # it has congratulated in answer to their own words
        turn.slots["what"] = given.due.text.rstrip(".。")
        line = turn.pick(acts.bank_of(turn, due), "due")
        return [line] if line else []
    apt = said.rung in {"question", "knowledge"} or said.marks.get("act") in {"bye", "good_night", "thanks"}
    late = turn.state.turns >= _SMALL_MIND_AT and turn.valence != "neg" and (apt or turn.state.turns >= _AT_LAST)
    # Nobody wants to hear of settings while something hurts, or did a moment ago.
    light = not (turn.state.presence or turn.state.tender or turn.grave or turn.heavy or turn.valence == "neg")
    if moves.small_mind(turn) and light and (said.marks.get("factual") or late):
        line = turn.pick(turn.book.bank("moves", "small_mind"), "small_mind")
        return [line] if line else []
    return []


def _echoed(turn: Turn, said: Said, text: str) -> str:
    """An echo before a generic line, after its gesture."""
    echo = turn.slots.get("echo", "")
    if echo and echo in text:
        turn.state.echoes = (*turn.state.echoes, echo)
    elif echo and said.echo and turn.valence != "pos":
        turn.state.echoes = (*turn.state.echoes, echo)
        close = max(text.find(")"), text.find("）")) + 1
        gap = " " if turn.language == "en" else ""
        head, tail = text[:close], text[close:].lstrip()
        text = f"{head}{gap if head else ''}{echo}{gap}{tail}"
    return text


def _go_on(turn: Turn, said: Said) -> None:
    """What the next message may go on with: a game, and the thing spoken of."""
    state = turn.state
    opened = game_of(said)
    if opened:
        state.game, state.game_turns = opened, 0
    elif state.game:
        over = said.rung != "game" or state.game_turns + 1 >= GAME_TURNS
        state.game, state.game_turns = ("", 0) if over else (state.game, state.game_turns + 1)
    if said.rung in {"situation", "opinion", "memory"}:
        state.theme = ""  # another matter was opened
    elif state.theme and said.rung != "theme":
        state.theme_turns += 1
    if said.rung not in {"continue", "game"}:
        state.topic = said.marks.pop("thing", "") or spoken_of(turn)


def _trace(turn: Turn, said: Said, lines: list[str], text: str) -> Trace:
    state = turn.state
    eventful = turn.focus.situation is not None or turn.troubled
    neutral = turn.given.affect.valence == 0 and not eventful
    state.calm = state.calm + 1 if neutral else 0
    # What goes wrong ends a good mood; only what was felt makes a bad one that lasts.
    felt = min(0, turn.felt) if turn.valence == "neg" else turn.felt
    state.valence = 0 if state.calm > _CALM_AFTER[felt] else felt
    if state.frame and said.rung != "gate" and said.rung not in {"situation", "frame"}:
        state.frame_turns += 1
    state.waits = turn.waits and bool(state.frame)
    if state.waits and state.frame_turns >= GRAVE_TURNS:
        state.frame, state.waits = "", False  # it has waited long enough: it is not what this is about
    _go_on(turn, said)
    told = said.marks.pop("told", "")
    extra = [f"told:{told}"] if told else []
    if "line" in said.marks:
        extra.extend(said.marks.pop("line").split("|"))
    marks = {key: value for key, value in said.marks.items() if value}
    if turn.starved:
        marks["starved"] = str(turn.starved)
    carried = {key: value for key, value in state.stored().items() if value and (value != "0" or key == "tell_turns")}
    focus = {"strategy": said.strategy} if said.strategy else {}
    return Trace(lines=(*lines, *extra), state={"rung": said.rung, **marks, **focus, **carried})


def without_question(text: str) -> str:
    """The sentences that ask nothing."""
    kept = [s for s in _SENTENCE.split(text) if s and not s.rstrip().endswith(("?", "？"))]
    glue = " " if text.isascii() or " " in text else ""
    return glue.join(s.strip() for s in kept)
