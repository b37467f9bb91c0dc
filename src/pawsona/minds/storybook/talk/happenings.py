"""The rungs of what happened: a line for the event and its mood, that names the thing where it is sure.

Where no situation is known, this is what keeps news from being met with "I'm listening".
"""

from collections.abc import Iterable

from pawsona.minds.storybook.talk.entries import Bank
from pawsona.minds.storybook.talk.gist import Event, event_in
from pawsona.minds.storybook.talk.lines import Line
from pawsona.minds.storybook.talk.phrases import phrases
from pawsona.minds.storybook.talk.turn import Said, Turn, Valence

_MEANT = 0.5
"""Cosine from which a message is taken for an event that no word in it names."""
_MANY = 6
"""Lines that name the thing from which only they are said."""
_EACH = 2
"""Lines of one event in one conversation: the third would be a habit."""
_VAGUE = frozenset({"plan", "must", "own_people", "busy", "trying", "saw", "idle"})
"""Events that a word makes likely but hardly sure: a situation by meaning comes first."""


def named(turn: Turn) -> Said | None:
    """What happened, in a line that names the thing or the person."""
    return _told(turn, (e for e in _events(turn) if e.name not in _VAGUE), named=True)


def event(turn: Turn) -> Said | None:
    """What happened, by a word for it, in the heaviest clause first."""
    return _told(turn, (e for e in _events(turn) if e.name not in _VAGUE))


def vague(turn: Turn) -> Said | None:
    """The same by meaning, then for what is only likely, then of anything that is named."""
    return _told(turn, _meant(turn)) or _told(turn, _events(turn)) or _told(turn, _anything(turn))


def _told(turn: Turn, some: Iterable[Event], *, named: bool = False) -> Said | None:
    if turn.grave or turn.asks_for_answer:
        return None
    return next((said for found in some if (said := _said(turn, found, named=named)) is not None), None)


def _events(turn: Turn) -> list[Event]:
    clauses = sorted(turn.clauses, key=lambda c: -c.weight)
    found = (event_in(c.text, turn.language, turn.names) for c in clauses if not turn.cues.has("question", c.text))
    return [e for e in found if e is not None]


def _meant(turn: Turn) -> list[Event]:
    name, near = turn.nearest("event")
    return [Event(name, word=spoken_of(turn))] if near >= _MEANT and not turn.asks else []


def _anything(turn: Turn) -> list[Event]:
    word = spoken_of(turn)
    return [Event("any", word=word)] if word and not turn.asks else []


def spoken_of(turn: Turn) -> str:
    """The first thing of the heaviest clause that is more than a place in it; in Chinese the one at its end."""
    if turn.language == "zh":
        text = turn.focus.text.rstrip("了的啊呀呢吧吗嘛哦啦。！!？?~～… ")
        hits = [hit for hit, kind in turn.book.things(text) if not kind.weak and len(hit.word) > 1]
        return next((hit.word for hit in reversed(hits) if hit.end == len(text)), "")
    found = phrases(turn.focus.text, turn.language, turn.names)
    return next((p.text for p in found if not p.person and not p.aside), "")


def _said(turn: Turn, found: Event, *, named: bool) -> Said | None:
    if sum(ident.startswith(f"events.{found.name}.") for ident in turn.state.said) >= _EACH:
        return None
    mood = mood_of(turn, found)
    slots = {k: v for k, v in (("word", found.word), ("what", found.what)) if v}
    bank = [line for line in _bank(turn, found.name, mood) if line.id not in turn.state.said]
    if named:
        bank = [line for line in bank if line.slots & frozenset(slots)]
    line = turn.pick(naming(turn, bank, slots), f"event.{found.name}", slots) or turn.pick(
        bank, f"event.{found.name}", slots
    )
    if line is None:
        return None
    turn.slots.update(slots)
    strategy = "soothing" if mood == "neg" else "chit-chat"
    return Said("event", (line,), strategy, {"event": found.name, "mood": mood, "thing": found.word or found.what})


def _bank(turn: Turn, name: str, mood: Valence) -> Bank:
    """The event's own lines; those of no mood serve a good one, and those for anything a bad one."""
    own = turn.book.bank("events", name, mood)
    plain = turn.book.bank("events", name, "even") if mood == "pos" else ()
    return own or plain or turn.book.bank("events", "any", mood)


def mood_of(turn: Turn, found: Event) -> Valence:
    """How it feels: what this message says of it, else what such an event is, not what was before."""
    if turn.said or turn.laughs:
        return turn.valence
    if turn.troubled and found.mood != "neg":
        return "even"  # "won't", "never": something may be amiss, but neither cheer nor comfort is sure to fit
    return "neg" if found.mood == "neg" else "pos" if found.mood == "pos" else "even"


def naming(turn: Turn, bank: Iterable[Line], slots: Iterable[str]) -> Bank:
    """The lines that name what was said, at least every other time; all of them where few do."""
    lines, places = tuple(bank), frozenset(slots)
    named = tuple(line for line in lines if line.slots & places)
    return named if len(named) >= _MANY or turn.alternates("naming") else lines
