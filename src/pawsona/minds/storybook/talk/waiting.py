"""When a loss waits: the message has a matter of its own, or is a question to the pet, or says it isn't heard."""

import re

from pawsona.minds.storybook.remembering import matches
from pawsona.minds.storybook.talk.gist import along, event_in, sheet
from pawsona.minds.storybook.talk.inquiry import people
from pawsona.minds.storybook.talk.matching import situation_prototypes, terms
from pawsona.minds.storybook.talk.matters import is_grave
from pawsona.minds.storybook.talk.phrases import phrases
from pawsona.minds.storybook.talk.turn import Turn

_THEME = {"en": 0.3, "zh": 0.22}
"""Chance from which a theme is a matter of its own."""
_LIKE, _MEANT = 0.5, 0.45
"""Likeness by words, and cosine of meanings, from which a message is about the loss."""
_FEW = {"en": 3, "zh": 3}
"""Words (characters) that can only go on with what was said."""
_FELT = re.compile(r"^(?:tired|sad|empty|lonely|overwhelmed|anxious|in\.(?:sad|lonely)|mood\.empty|insomnia|sleep\.)")
"""Situations that are how a loss feels, too."""
_LOSS = {
    "en": re.compile(
        r"\b(?:died?|dead|death|passed away|funeral|grave|ashes|bury|buried|cry(?:ing)?|cried|tears|miss(?:ing|ed)?|"
        r"loss|grief|griev\w+|mourn\w*)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"走了|去世|死|没了|葬|殡|坟|墓|骨灰|遗[像物照体书愿]|哭|眼泪|想念|想他|想她|想它|舍不得|伤心|难过"
    ),
}
"""Words that speak of a loss."""
_WHO = {"en": re.compile(r"\b(?:he|she|him|her|his|hers|us)\b|^it\b", re.IGNORECASE), "zh": re.compile(r"[他她它]")}
"""Words for whoever was lost, where nobody else was named before them."""


def waits(turn: Turn) -> bool:
    """Whether what the conversation is about waits while this message is answered."""
    if not is_grave(turn.state.frame) or turn.size <= _FEW[turn.language]:
        return False
    if along(turn.text, turn.language) or turn.cues.has("phatic", turn.text) or _goes_back(turn):
        return False
    return (turn.asks and turn.cues.has("to_pet", turn.text)) or turn.laughs or own(turn)


def own(turn: Turn) -> bool:
    """A situation, an event, a fact, a person or a theme of its own."""
    for clause in turn.clauses:
        here = clause.situation
        if here is not None:
            return not _FELT.match(here.name)
        if event_in(clause.text, turn.language, turn.names) or any(True for _ in matches(clause.text, turn.book)):
            return True
        if _named(turn, clause.text) or _happens(turn, clause.text):
            return True
    if turn.said > 0:
        return True
    return any(match.chance >= _THEME[turn.language] and _other(match.theme) for match in turn.themes[:1])


def _other(theme: str) -> bool:
    return not theme.startswith(("grief", "petloss", "split", "ill", "missing", "lonely", "care"))


def _goes_back(turn: Turn) -> bool:
    """Whether it speaks of the loss: by its words, by likeness, or of him or her with nobody else named before."""
    if turn.speaks_of_grave:
        return True
    name, like = situation_prototypes(turn.language).best(turn.text)
    near = turn.near(f"situation:{turn.state.frame}")
    if (is_grave(name) and like >= _LIKE) or (near is not None and near >= _MEANT):
        return True
    who = _WHO[turn.language].search(turn.text)
    if _LOSS[turn.language].search(turn.text) or (who is not None and not _named(turn, turn.text[: who.start()])):
        return True
    return bool(terms(turn.text, turn.language) & terms(_opening(turn), turn.language))


def _named(turn: Turn, text: str) -> bool:
    """Whether somebody is named in it."""
    return bool(people(text, turn.language)) or any(p.person for p in phrases(text, turn.language, turn.names))


def _happens(turn: Turn, text: str) -> bool:
    """Whether something happened, even where it isn't sure to what."""
    return turn.language == "zh" and any(row.cues.find(text) for row in sheet("zh").events)


def _opening(turn: Turn) -> str:
    """What the person said as it began."""
    said, opened = "", ""
    for message in turn.given.history:
        if message.role == "person":
            said = message.text
        elif message.trace.state.get("rung") == "situation" and is_grave(message.trace.state.get("frame", "")):
            opened = said
    return opened
