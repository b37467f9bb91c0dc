"""Knowledge, notes and passages: quoted at most eight words at a time, with their source, or not claimed."""

import re

from pawsona.domain.language import Language
from pawsona.domain.note import Passage
from pawsona.memory.slots import Member, proper, slots
from pawsona.minds.storybook.talk.inquiry import people
from pawsona.minds.storybook.talk.known import persons
from pawsona.minds.storybook.talk.lines import Line
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.turn import Said, Turn

QUOTE = {"en": 8, "zh": 16}
"""Words, or characters, quoted of a note: enough to show that it was read."""
ANSWER = {"en": 40, "zh": 70}
_TELLS = {"en": 2, "zh": 4}
"""Words (characters and their pairs) beyond a question's own from which a sentence tells something."""
_SHARES = {"en": 2, "zh": 4}
"""The same that a sentence of a note has in common with a question about the person's own."""
_NAME_ZH = re.compile(r"[小阿](?!姨)[一-龥](?=的)")
"""A Chinese name where something is asked of whom it names."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|\n+")


def sentences_of(text: str) -> list[str]:
    """The sentences of a text."""
    return [s.strip(" -*#\t") for s in _SENTENCE.split(text) if s and s.strip(" -*#\t")]


def best_sentence(text: str, asked: str, language: Language) -> str:
    """The sentence that shares most with a question; the first if none shares anything.

    One that says little beside the question's own words ("Boiler manual") stands over the answer and is none.
    """
    wanted = terms(asked, language)
    found = sentences_of(text) or [text.strip()]

    def worth(row: tuple[int, str]) -> tuple[int, bool, int]:
        own = terms(row[1], language)
        return len(own & wanted), len(own - wanted) >= _TELLS[language], -row[0]

    return max(enumerate(found), key=worth)[1]


def cut(text: str, most: int, language: Language) -> str:
    """At most so many words, or characters."""
    clean = text.strip().strip("。.!！?？ ")
    if language == "zh":
        return clean if len(clean) <= most else clean[:most].rstrip("，、；： ") + "……"
    words = clean.split()
    return clean if len(words) <= most else " ".join(words[:most]).rstrip(",;:") + "..."


def knowledge(turn: Turn) -> Said | None:
    """An answer from K that names its source, or the plain word that it does not know."""
    found = turn.given.knowledge
    factual = turn.cues.has("factual", turn.text)
    named = bool(found) and turn.given.strategy == "knowledge"
    if turn.given.asked_if_ai or not (named or (factual and not turn.heavy)):
        return None
    if not found:
        line = turn.pick(turn.book.bank("knowledge", "unknown"), "knowledge")
        return Said("knowledge", (line,), "knowledge", {"factual": "1"}) if line else None
    best = max(found, key=lambda p: _overlap(turn, p))
    return _quoted(turn, ("knowledge", "answer"), best, ANSWER[turn.language], "knowledge")


def _overlap(turn: Turn, passage: Passage) -> tuple[int, float]:
    return len(terms(passage.text, turn.language) & terms(turn.text, turn.language)), passage.score


def note_touched(turn: Turn) -> Said | None:
    """The note at hand, where the message shares a word with it."""
    at_hand = turn.given.note
    if at_hand is None or turn.heavy or turn.grave:
        return None
    about = terms(f"{at_hand.title} {at_hand.text}", turn.language) & terms(turn.text, turn.language)
    return note(turn) if about else None


def note_once(turn: Turn) -> Said | None:
    """The note at hand where nothing else was said: once in a conversation, not at every word."""
    spoken = any(ident.startswith("note.chat") for ident in turn.state.said)
    other = turn.asks and not turn.cues.has("stance", turn.text)
    return None if spoken or turn.heavy or turn.grave or other else note(turn)


def in_note(turn: Turn) -> Said | None:
    """What the note at hand says where nothing was told: if a sentence of it shares enough with the question."""
    at_hand = turn.given.note
    if at_hand is None or turn.heavy or turn.grave:
        return None
    whose = [sentence for sentence in sentences_of(at_hand.text) if _names_whom(sentence, turn)]
    sentence = best_sentence("\n".join(whose), turn.text, turn.language)
    if len(terms(sentence, turn.language) & terms(turn.text, turn.language)) < _SHARES[turn.language]:
        return None
    passage = Passage(at_hand.source, sentence)
    return _quoted(turn, ("knowledge", "answer"), passage, ANSWER[turn.language], "note")


def _names_whom(sentence: str, turn: Turn) -> bool:
    """Whether a sentence names everybody whom the question names: a doctor's number is no answer to a sister's."""
    language, asked = turn.language, turn.text
    if not _named(asked, language) <= _named(sentence, language):
        return False
    if language == "zh":
        return all(name in sentence for name in _NAME_ZH.findall(asked))
    given = turn.given.context
    names = {name for name in proper(asked) if not slots(language).within(name)} - {given.person.name, given.pet.name}
    return all(re.search(rf"\b{name}\b", sentence, re.IGNORECASE) for name in names)


def _named(text: str, language: Language) -> frozenset[Member]:
    return people(text, language) | persons(text, language)


def note(turn: Turn) -> Said | None:
    """Skill `note.chat`: takes up the note at hand in a few of its own words."""
    at_hand = turn.given.note
    if at_hand is None:
        return _nothing(turn)
    passage = Passage(at_hand.source, at_hand.text)
    return _quoted(turn, ("note", "chat"), passage, QUOTE[turn.language], "note")


def retrieved(turn: Turn) -> Said | None:
    """Skill `note.retrieve`: the best of what was found among notes and documents."""
    found = turn.given.passages
    if not found:
        return _nothing(turn)
    return _quoted(
        turn, ("note", "retrieve"), max(found, key=lambda p: _overlap(turn, p)), QUOTE[turn.language], "note"
    )


def _nothing(turn: Turn) -> Said | None:
    line = turn.pick(turn.book.bank("note", "nothing"), "note")
    return Said("note", (line,), "knowledge") if line else None


def _quoted(turn: Turn, bank: tuple[str, str], passage: Passage, most: int, rung: str) -> Said | None:
    sentence = best_sentence(passage.text, turn.text, turn.language)
    slots = {"quote": cut(sentence, most, turn.language), "source": passage.source}
    line: Line | None = turn.pick(turn.book.bank(*bank), rung, slots)
    if line is None:
        return None
    turn.slots.update(slots)
    return Said(rung, (line,), "knowledge")
