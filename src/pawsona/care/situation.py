"""Whom a grave message is about, and the one step that can't wait: a worried parent is not answered as a victim.

Deterministic, from the words of the message alone. Where nothing is found the writer is taken to be in danger.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pawsona.care.categories import COMMON
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text
from pawsona.care.kin import kin
from pawsona.care.matters import Matter, Whom, heard, matter_of
from pawsona.care.normal import folded
from pawsona.care.patterns import Patterns, any_in, filled_in
from pawsona.care.refusals import Refusal, refused
from pawsona.domain.language import LANGUAGES, Language

_NAME = "situation.yaml"
_LOOKED_AT = 1500
_DONE_TO = frozenset({"violence", "grooming", "young", "by_others"})
"""Here it counts to whom it is done, not of whom the sentence speaks."""
_IN_OTHER_HANDS = frozenset({*_DONE_TO, "threat"})
"""Here a knife or a roof may be somebody else's: nobody is sent to take it from them."""
_PLACES = ("height", "bleeding", "fumes", "driving")
_THING = "thing"
"""The step that is left out where the category is a guess, for the same reason."""


@dataclass(frozen=True)
class Situation:
    """`whom`: in danger are the writer, somebody else, or somebody through the writer. `step`: see `situation.yaml`."""

    whom: Whom = "self"
    step: str | None = None
    matter: Matter | None = None
    """What it is about, where the words name it."""
    refusal: Refusal | None = None
    """What is asked for that nobody gets."""
    unclear: bool = False
    """Nothing says whether it is done to the writer or to somebody else."""


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


def situation(said: str, family: str, near: bool = False, category: str = "") -> Situation:
    """Read a message.

    Args:
        said: what the person wrote.
        family: which of the protocol's texts it calls for, see `crisis.family_of`.
        near: the danger may be in other hands though the texts are for everybody, see `crisis.may_be_near`.
        category: what was read in it, where that is no guess.
    """
    known, plain = _content(), folded(said[:_LOOKED_AT])
    found, asked = _named(plain, family, category, known), next(refused(plain), None)
    if found is not None and (asked is None or asked.family == found[1].family):
        whom, matter = found
        return Situation(whom, _place(plain, matter, known), matter, asked)
    if asked is not None:
        return Situation(_whom(plain, family, known), refusal=asked)
    return _step_in(plain, family, near, known)


def _named(plain: str, family: str, category: str, known: _Content) -> tuple[Whom, Matter] | None:
    """Whom a matter is about, and which it is; where it has words for one part alone, these say who that is."""
    of_all = matter_of(category)
    for matter in (*heard(plain, family), *([of_all] if of_all else [])):
        only = next(iter(matter.said)) if len(matter.said) == 1 else None
        whom = only or ("other" if family == "other" else _whom(plain, matter.family, known))
        if whom in matter.said:
            return whom, matter
    return None


def _place(plain: str, matter: Matter, known: _Content) -> str | None:
    """The step away from where somebody is, which the step of a matter doesn't give."""
    if matter.family in _IN_OTHER_HANDS or matter.now:
        return None
    return next((name for name in _PLACES if any_in(plain, known.steps[name].hears)), None)


def _step_in(plain: str, family: str, near: bool, known: _Content) -> Situation:
    """Whom it is about and the step, where no matter is named."""
    whom = _whom(plain, family, known)
    if family in _IN_OTHER_HANDS and (whom == "doer" or (family == "threat" and whom == "self")):
        return Situation(whom)
    first = known.under_threat if family in _IN_OTHER_HANDS or (near and family == COMMON) else {}
    steps = first if family in _IN_OTHER_HANDS else {**first, **known.steps}
    hears = (name for name, step in steps.items() if any_in(plain, step.hears))
    step = next((name for name in hears if family != COMMON or name != _THING), None)
    return Situation(whom, step, unclear=family in _DONE_TO and whom == "self" and not _of_self(plain, known))


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
    if hears("own"):
        return "self"
    return "other" if hears("hurt" if family in _DONE_TO else "near") else "self"


def _of_self(plain: str, known: _Content) -> bool:
    return any_in(plain, known.whom["self"]) or any_in(plain, known.whom["own"])


@lru_cache(maxsize=1)
def _content() -> _Content:
    """The content of `situation.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    words, whom = kin(), mapping(entry(data, "whom", _NAME), "whom")
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
