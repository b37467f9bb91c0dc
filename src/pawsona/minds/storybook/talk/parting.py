"""A goodbye behind a few words about the day: it is what is answered, in the mood of what stands before it."""

import re

from pawsona.minds.storybook.talk import acts
from pawsona.minds.storybook.talk.clauses import size
from pawsona.minds.storybook.talk.turn import Said, Turn

_ACTS = ("good_night", "bye")
_MOST = {"en": 20, "zh": 24}
"""Words (characters) of such a message."""
_LEAST = 2
"""Of what stands before the goodbye."""
_RESTS = 30
"""Days before a soft line comes back to somebody who isn't sad."""
_PIECE = re.compile(r"[,，.!。！]\s*")


def parting(turn: Turn) -> Said | None:
    """For "so tired, good night": nobody who leaves is asked or told anything more."""
    name = "" if turn.asks or turn.size > _MOST[turn.language] else _said_last(turn)
    if not name:
        return None
    if turn.speaks_of_grave:
        return acts.named(turn, "parting_sorry")
    act, sad = turn.book.acts[name], turn.heavy or turn.valence == "neg"
    line = None
    if turn.given.affect.valence <= 0:  # nobody knows whether it is a small thing: softly, while there are lines for it
        softly = act.by_personality.get("grave", ())
        line = turn.pick(softly, f"act.{name}", least=0 if sad else _RESTS) or turn.pick(act.say, f"act.{name}")
    return Said("act", (line,), "soothing", {"act": name}) if line else acts.perform_act(turn, act)


def _said_last(turn: Turn) -> str:
    """The goodbye that a message ends with after something else, by its act; empty where there is none."""
    if not turn.clauses:
        return ""
    last = _PIECE.split(turn.clauses[-1].text.strip(" ,，.!。！~～"))[-1]
    before = turn.text[: turn.text.rfind(last)] if last else ""
    alone = size(before, turn.language) < _LEAST or _goodbye(turn, _PIECE.split(before)[0])
    return "" if alone else _goodbye(turn, last)


def _goodbye(turn: Turn, text: str) -> str:
    return next((name for name in _ACTS if turn.book.acts[name].cues.find(text)), "")
