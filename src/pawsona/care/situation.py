"""Whom a grave message is about, and the one step that can't wait: a worried parent is not answered as a victim.

Deterministic, from the words of the message alone. Where nothing is found the writer is taken to be in danger.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pawsona.care.categories import COMMON
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text
from pawsona.care.normal import folded
from pawsona.care.patterns import Patterns, any_in, filled_in
from pawsona.domain.language import LANGUAGES, Language

Whom = Literal["self", "other", "doer"]
_NAME = "situation.yaml"
_LOOKED_AT = 1500
_DONE_TO = frozenset({"violence", "grooming", "young", "by_others"})
"""Here it counts to whom it is done, not of whom the sentence speaks."""
_IN_OTHER_HANDS = frozenset({*_DONE_TO, "threat"})
"""Here a knife or a roof may be somebody else's: nobody is sent to take it from them."""
_THING = "thing"
"""The step that is left out where the category is a guess, for the same reason."""


@dataclass(frozen=True)
class Situation:
    """`whom`: in danger are the writer, somebody else, or somebody through the writer. `step`: see `situation.yaml`."""

    whom: Whom = "self"
    step: str | None = None


ITSELF = Situation()


@dataclass(frozen=True)
class _Step:
    hears: Patterns
    said: Mapping[str, Mapping[Language, str]]


@dataclass(frozen=True)
class _Content:
    whom: Mapping[str, Patterns]
    steps: Mapping[str, _Step]
    under_threat: Mapping[str, _Step]
    """What is done where the danger is in other hands."""


def situation(said: str, family: str, near: bool = False) -> Situation:
    """Read a message.

    Args:
        said: what the person wrote.
        family: which of the protocol's texts it calls for, see `crisis.family_of`.
        near: the danger may be in other hands though the texts are for everybody, see `crisis.may_be_near`.
    """
    known, plain = _content(), folded(said[:_LOOKED_AT])
    whom = _whom(plain, family, known)
    if family in _IN_OTHER_HANDS and (whom == "doer" or (family == "threat" and whom == "self")):
        return Situation(whom)
    first = known.under_threat if family in _IN_OTHER_HANDS or (near and family == COMMON) else {}
    steps = first if family in _IN_OTHER_HANDS else {**first, **known.steps}
    heard = (name for name, step in steps.items() if any_in(plain, step.hears))
    return Situation(whom, next((name for name in heard if family != COMMON or name != _THING), None))


def supported(topics: Sequence[str], said: str) -> tuple[str, ...]:
    """The topics of a turn, led by whom it is about where that is not the writer: for `instead.support_for`."""
    abuse = bool({"abuse", "luring"}.intersection(topics[:1]))
    whom = situation(said, "violence" if abuse else "").whom
    if whom == "doer" and {"abuse", "harm_others"}.intersection(topics[:1]):
        return ("by_hand", *topics)
    if whom == "other" and topics[:1] != ("harm_others",):
        return ("beside_abuse" if abuse else "beside", *topics)
    return tuple(topics)


def step_words(found: Situation, language: Language) -> str:
    """What must be done at once."""
    assert found.step is not None  # asked only where there is one
    known = _content()
    return {**known.steps, **known.under_threat}[found.step].said["self" if found.whom == "self" else "other"][language]


def _whom(plain: str, family: str, known: _Content) -> Whom:
    def hears(name: str) -> bool:
        return any_in(plain, known.whom[name])

    if family == "other":
        return "other"
    if family == "threat" and not hears("doer"):  # to want to hurt somebody is its base case, to hear of it another
        return "self" if hears("threatens") or not hears("near") else "other"
    if hears("self"):
        return "self"
    if hears("doer"):
        return "doer"
    if hears("other"):
        return "other"
    return "other" if family not in _DONE_TO and hears("near") and not hears("own") else "self"


@lru_cache(maxsize=1)
def _content() -> _Content:
    """The content of `situation.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    words, whom = mapping(entry(data, "words", _NAME), "words"), mapping(entry(data, "whom", _NAME), "whom")
    own, under_threat = (
        {name: _step(mapping(row, name), words, f"{part}.{name}") for name, row in rows.items()}
        for part in ("steps", "under_threat")
        for rows in [mapping(entry(data, part, _NAME), part)]
    )
    heard = {name: filled_in(row, words, f"{_NAME}: whom.{name}") for name, row in whom.items()}
    return _Content(heard, own, under_threat)


def _step(row: Mapping[str, object], words: Mapping[str, object], where: str) -> _Step:
    said = {whom: mapping(entry(row, whom, where), where) for whom in ("self", "other")}
    return _Step(
        filled_in(entry(row, "hears", where), words, f"{_NAME}: {where}"),
        {whom: {lang: text(entry(by, lang, where), where) for lang in LANGUAGES} for whom, by in said.items()},
    )
