"""Act `affect.read`: how a person feels by the words and signs they use, without a model.

Counts families of a shipped lexicon per clause, with negation, intensifiers and whose feeling it is.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from pawsona.domain.affect import DEGREES, DYADS, Affect, Family
from pawsona.domain.language import Language
from pawsona.minds.storybook.talk.book import TalkBook, talk_book
from pawsona.minds.storybook.talk.clauses import clauses_of
from pawsona.minds.storybook.talk.cues import engine_cues
from pawsona.minds.storybook.talk.entries import Lexicon
from pawsona.minds.storybook.talk.gist import laughing
from pawsona.minds.storybook.talk.state import performed_in
from pawsona.skills.acts import AffectInput

Whose = Literal["me", "other", "pet"]

# How far before a word something may stand that turns or weighs it: characters.
_REACH = {"en": 22, "zh": 5}
_OPPOSITE: dict[str, tuple[str, int]] = {"joy": ("sadness", 1), "trust": ("fear", 1), "anticipation": ("disgust", 1)}
"""A negated light feeling is a slight heavy one ("not happy"); a negated heavy one is nothing ("not angry")."""
_OF_LIFE = {
    "en": re.compile(r"\b(?:this|it)\b(?!.*\b(?:joke|pun|song|riddle|story|one)\b)", re.IGNORECASE),
    "zh": re.compile(r"^\W*这(?!.*(?:笑话|歌|首|段|个))"),
}
"""Where no joke was told, "this is horrible lol" is of no joke."""
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Feeling:
    """What one clause says of a feeling, and whose it is."""

    affect: Affect
    whose: Whose


def whose(clause: str, language: Language) -> Whose:
    """The person's own, somebody else's, or the pet's."""
    cues = engine_cues(language)
    if cues.has("other_subject", clause):
        return "other"
    if cues.has("first_person", clause) or not cues.has("to_pet", clause):
        return "me"
    return "pet"


def _weigh(text: str, at: int, found: tuple[str, int], lexicon: Lexicon, language: Language) -> tuple[str, int] | None:
    state, degree = found
    before = re.split(r"[,.!?;，。！？；]", text[max(0, at - _REACH[language]) : at])[-1]
    if lexicon.negators.find(before):
        return _OPPOSITE.get(state)
    if lexicon.intensifiers.find(before):
        degree += 1
    if lexicon.dampers.find(before):
        degree -= 1
    return state, min(3, max(1, degree))


def _signals(text: str, book: TalkBook) -> list[tuple[str, int]]:
    folded = text.casefold().replace("’", "'")
    lexicon = book.lexicon
    found: list[tuple[str, int]] = []
    for hit in lexicon.pattern.every(folded):
        signal = _weigh(folded, hit.start, lexicon.words[hit.word], lexicon, book.language)
        if signal:
            found.append(signal)
    return found


def _verdict(signals: list[tuple[str, int]]) -> Affect:
    score: defaultdict[str, int] = defaultdict(int)
    for state, degree in signals:
        score[state] = max(score[state], degree) + (1 if score[state] else 0)
    if not score:
        return Affect()
    ranked = sorted(score.items(), key=lambda row: -row[1])
    state, degree = ranked[0][0], min(3, ranked[0][1])
    if len(ranked) > 1 and ranked[1][1] == ranked[0][1] and state in DEGREES:
        pair = {state, ranked[1][0]}
        state = next((name for name, parts in DYADS.items() if set(parts) == pair), state)
    if state in DYADS:
        return Affect(state, degree)
    family: Family = next(f for f in DEGREES if f == state)
    return Affect(DEGREES[family][degree - 1], degree)


def feeling_of(text: str, language: Language, *, played: bool = False) -> Feeling:
    """The feeling in one clause.

    Args:
        text: the clause.
        language: its language.
        played: the pet told a joke, or sang, just before; then "that was terrible" is no sorrow.
    """
    book = talk_book(language)
    verdict = _verdict_in(text, language, played=played)
    signals = _signals(text.replace(verdict, " ", 1) if verdict else text, book)
    signals.extend(mark for sign, mark in book.lexicon.emoji.items() if sign in text)
    return Feeling(_verdict(signals), whose(text, language))


def _verdict_in(text: str, language: Language, *, played: bool) -> str:
    """What is said of a joke: right after one anything like it, else a laugh and nothing more. Many laugh at sorrow."""
    found = engine_cues(language).cues["verdict"].find(text)
    if found is None or played:
        return found.group() if found else ""
    beside = _WORD.findall(text.replace(found.group(), " ", 1))
    laughed = laughing(text, language) and all(laughing(word, language) for word in beside)
    return found.group() if laughed and not _OF_LIFE[language].search(found.group()) else ""


def read_text(text: str, language: Language, *, played: bool = False) -> Affect:
    """The person's own state in a message: the strongest clause that is not about somebody else or the pet."""
    book = talk_book(language)
    own = [feeling_of(clause, language, played=played) for clause in clauses_of(text, language)]
    mine = [f.affect for f in own if f.whose == "me" and f.affect.intensity]
    if mine:
        # Heavy clauses win a tie: "I got it, but I'm scared" is about the fear.
        return max(mine, key=lambda a: (a.intensity, -a.valence))
    signs = [mark for sign, mark in book.lexicon.emoji.items() if sign in text]
    return _verdict(signs)


def read_affect(given: AffectInput) -> Affect:
    """Perform `affect.read`."""
    last = next((m for m in reversed(given.history) if m.role == "pet"), None)
    played = last is not None and bool(performed_in(last.trace.state))
    return read_text(given.message, given.context.language, played=played)
