"""Rung 10 and its neighbours: questions nobody here can answer, fragments, signs, and plain listening."""

import unicodedata

from pawsona.domain.language import is_chinese
from pawsona.minds.storybook.talk.tongues import other_latin
from pawsona.minds.storybook.talk.turn import Said, Turn


def third_language(turn: Turn) -> Said | None:
    """A message that is not in the person's language: said so, kindly."""
    if not foreign(turn.text, turn.language):
        return None
    line = turn.pick(turn.book.bank("moves", "third_language"), "third_language")
    return Said("third_language", (line,), "chit-chat") if line else None


def foreign(text: str, language: str) -> bool:
    """Whether most letters belong to a script that this language does not use."""
    letters = [c for c in text if c.isalpha()]
    if len(letters) < 2:
        return False
    if language == "en" and other_latin(text):
        return True
    if language == "en":
        return sum(not c.isascii() and not "\u00c0" <= c <= "\u024f" for c in letters) * 2 > len(letters)
    han = is_chinese(text)
    latin = sum("a" <= c.casefold() <= "z" for c in letters)
    return not han and (latin == 0 or latin >= 8)


def sign(turn: Turn) -> Said | None:
    """An emoji alone, answered by what it shows, or only punctuation."""
    if any(c.isalnum() for c in turn.text):
        return None
    if turn.valence == "neg" and all(unicodedata.category(c).startswith("P") or c.isspace() for c in turn.text):
        silent = turn.pick(turn.book.bank("moves", "presence"), "presence")
        return Said("emoji", (silent,), "soothing") if silent else None
    if not any(unicodedata.category(c).startswith("S") for c in turn.text):
        mute = turn.pick(turn.book.bank("moves", "fragment"), "fragment")
        return Said("emoji", (mute,), "chit-chat") if mute else None
    tone = {-1: "emoji_neg", 1: "emoji_pos"}.get(turn.said, "emoji_neg" if turn.grave else "emoji")
    line = turn.pick(turn.book.bank("moves", tone) or turn.book.bank("moves", "emoji"), "emoji")
    return Said("emoji", (line,), "chit-chat") if line else None


def question(turn: Turn) -> Said | None:
    """A question that only the person can answer, or that needs the world."""
    if not turn.asks or turn.heavy:
        return None
    factual = turn.cues.has("factual", turn.text)
    if not factual and (turn.grave or (turn.valence == "neg" and turn.state.valence < 0)):
        return None  # a playful answer to a sad question is worse than none
    bank = turn.book.bank("moves", "unanswerable" if factual else _turner(turn))
    line = turn.pick(bank, "question")
    if line is None:
        return None
    return Said("question", (line,), "knowledge" if factual else "", {"factual": "1" if factual else ""})


def _turner(turn: Turn) -> str:
    """A question about the pet is not turned back like one about the person: it says that it does not know itself."""
    asks_pet = turn.cues.has("to_pet", turn.text) and not turn.cues.has("first_person", turn.text)
    return "unsure" if asks_pet else "turn_question"


def listen(turn: Turn) -> Said:
    """A listening move by valence; a fragment for a word or two."""
    short = turn.size <= (2 if turn.language == "en" else 3)
    bank = turn.book.bank("moves", "listen", turn.valence)
    if short and turn.valence != "neg":
        bank = turn.book.bank("moves", "fragment") or bank
    line = turn.pick(bank, "listen") or turn.pick(turn.book.bank("moves", "presence"), "listen")
    assert line is not None
    return Said("listen", (line,), echo=True)


def small_mind(turn: Turn) -> bool:
    """Whether it has ever said what it is."""
    return not any(ident.startswith("moves.small_mind") for ident in turn.state.ledger)
