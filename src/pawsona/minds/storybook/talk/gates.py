"""Rung 0: silence that was asked for, and insults with a way back. Care itself stands before any mind."""

from pawsona.minds.storybook.talk import acts
from pawsona.minds.storybook.talk.turn import Said, Turn

_FIRM_FROM = 3
_ALONE = 3
"""Words up to which a rude one is meant for the pet though it is not named: "stupid thing to be upset over" is not."""
_OPENING = (
    "open_again", "bye", "good_night", "day_any", "day_past", "day_now", "sing", "hug", "pat", "feed", "walk", "joke",
    "story", "bedtime_story", "riddle", "play", "lull", "lap",
)  # fmt: skip
"""After one of these, silence is over."""


def gates(turn: Turn) -> Said | None:
    """Presence until the person opens again; a rude line once, twice kindly, then firmly, until it is mended."""
    return _presence(turn) or _insult(turn)


def _asked(turn: Turn, act: str) -> bool:
    return act in turn.book.acts and turn.book.acts[act].cues.find(turn.text) is not None


def _presence(turn: Turn) -> Said | None:
    if _asked(turn, "no_talk"):
        turn.state.presence = True
        line = turn.pick(
            turn.book.acts["no_talk"].say if not turn.state.turns else turn.book.bank("moves", "presence"), "presence"
        )
        return Said("gate", (line,), "soothing", {"act": "no_talk"}) if line else None
    if not turn.state.presence:
        return None
    if _opens(turn):
        turn.state.presence = False
        return None
    if _asked(turn, "thanks"):
        return acts.named(turn, "thanks")
    line = turn.pick(turn.book.bank("moves", "presence"), "presence")
    return Said("gate", (line,), "soothing") if line else None


def _opens(turn: Turn) -> bool:
    """A plain wish to talk, a question, a goodbye, or more than a few words."""
    if turn.asks or any(_asked(turn, act) for act in _OPENING):
        return True
    return turn.size >= (8 if turn.language == "en" else 12)


def _insult(turn: Turn) -> Said | None:
    insult = turn.book.acts.get("insult")
    if insult is None:
        return None
    meant = turn.language == "zh" or turn.size <= _ALONE or turn.cues.has("to_pet", turn.text)
    if meant and insult.cues.find(turn.text):
        turn.state.insult += 1
        firm = turn.state.insult >= _FIRM_FROM
        bank = (insult.by_personality["firm"] if firm else ()) or insult.say
        line = turn.pick(bank, "insult")
        return Said("gate", (line,), "soothing", {"act": "insult"}) if line else None
    if turn.state.insult and (_asked(turn, "sorry") or _asked(turn, "love") or _asked(turn, "thanks")):
        turn.state.insult = 0
        line = turn.pick(turn.book.acts["sorry"].say, "repair")
        return Said("gate", (line,), "chit-chat", {"act": "sorry"}) if line else None
    return None
