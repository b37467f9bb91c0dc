"""The rest of a session in which the persona stepped aside.

Somebody who has just said that they want to die is not answered with a pet's day two messages later. Until they say
that they are safe or in company, or that they were misread, and for a few messages at most (fewer where it was only
made out between the lines), reviewed words stay with them. At `concern`, and at `high` where life is not the subject,
only the answer to the protocol's question is taken; with anything else the pet is back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pawsona.care.files import CONTENT, entry, mapping, read_yaml, texts
from pawsona.care.normal import folded
from pawsona.care.patterns import Patterns, any_in, compiled
from pawsona.care.screen import SPLIT_OVER, Reading, screen, screen_words
from pawsona.domain.ids import MessageId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Message, Tier

AFTER = "after."
"""How the names of what is heard begin, where a reading's category would be."""
STAYS = 4
"""Replies to what nothing here knows, after which the pet is back; a false alarm must not hold anybody."""
GUESSED: Mapping[Tier, int] = {Tier.high: 1, Tier.imminent: 2}
"""The same where no plain words said it and the reader made it out: it is wrong more often."""
ABOUT = "about"
"""Where the trace of a reply of the protocol says what it answered: categories, the gravest first."""
NEAR = 3
"""Messages before a new one that still say what the talk is about: what is grave stays grave for a while."""
CARE = "care"
"""The `mind` of a reply in which the persona stepped aside."""
REVIEWED = "care.text"
"""The `mind` of a reply of the pet's whose words are all reviewed ones: what the mind said was not fit."""

_NAME = "after.yaml"
_LOOKED_AT = 400
_RELEASING = frozenset({"mistaken", "safe", "helped"})
_ANSWERS = frozenset({"mistaken", "calling", "ready", "worse", "denial", "refusal", "safe", "helped"})
"""What answers the protocol's question; an "agreed" at `concern` is `high`."""


@dataclass(frozen=True)
class _Content:
    heard: Mapping[str, Patterns]
    said: Mapping[str, Mapping[Language, tuple[str, ...]]]


def read_after(session: Sequence[Message], said: str, reading: Reading) -> Reading:
    """A message of a session, read in the light of what the protocol just answered there.

    Args:
        session: what was said in it before, oldest first.
        said: the new message.
        reading: what the screen found in it, which is never lowered.

    Returns:
        The reading; `concern` with the category `after.<kind>` where the persona stays aside for this reason.
    """
    last = max((n for n, message in enumerate(session) if _grave(message)), default=None)
    if last is None or _new(said, reading):
        return reading
    since = [message for message in session[last + 1 :] if message.role == "person"]
    tier, about = session[last].tier, _about(session, session[last])
    if not _holds(tier, about):
        return reading if since else _answer(_kind(said), about, reading)
    plain = any(_in_words(session, message.answers) for message in session if _grave(message))
    stays = STAYS if plain else GUESSED[tier]
    if any(_kind(message.text) in _RELEASING for message in since) or len(since) >= stays:
        return reading
    return _stay(_kind(said), about, asked=not since and tier == Tier.high)


def still_grave(session: Sequence[Message]) -> bool:
    """Whether what was said lately keeps the talk grave.

    Plain words do for `NEAR` messages, what was only made out for the next one; not what counted because the persona
    stayed aside.
    """
    raised = {message.answers for message in session if message.role == "pet" and message.trace.state.get("after")}
    near = [message for message in session if message.role == "person"][-NEAR:]
    hard = [message for message in near if message.tier > Tier.none and message.id not in raised]
    return any(message is near[-1] or _in_words(session, message.id) for message in hard)


def kind_of(reading: Reading) -> str | None:
    """What was heard, if the persona stays aside for what came before."""
    first = reading.categories[0] if reading.categories else ""
    return first.removeprefix(AFTER) if first.startswith(AFTER) else None


def after_words(kind: str, language: Language, times: int) -> str:
    """What is said to it.

    Args:
        kind: see `kind_of`.
        language: the person's.
        times: how often the persona stepped aside in this session before; the next words are taken each time.
    """
    said = _content().said[kind][language]
    return said[max(0, times - 1) % len(said)]


def _grave(message: Message) -> bool:
    """A reply of the protocol itself, not one of those that stay after it."""
    return message.role == "pet" and message.mind == CARE and message.trace.state.get("after") is None


def _new(said: str, reading: Reading) -> bool:
    """Whether the message itself tells of a risk, not only together with what was answered already."""
    return reading.tier > Tier.none and (_kind(said) not in _ANSWERS or screen(said).tier > Tier.none)


def _holds(tier: Tier, about: tuple[str, ...]) -> bool:
    """Whether the persona stays aside whatever comes next."""
    return tier == Tier.imminent or (tier == Tier.high and Reading(tier, about).about_suicide)


def _answer(kind: str, about: tuple[str, ...], reading: Reading) -> Reading:
    if kind == "agreed" and Reading(Tier.concern, about).about_suicide:
        return Reading(Tier.high, about)
    return _stay(kind, about) if kind in _ANSWERS else reading


def _stay(kind: str, about: tuple[str, ...], *, asked: bool = False) -> Reading:
    """Ready is an emergency, whoever said it; to "are you safe?" a no is one, and a yes is somebody who is safe."""
    if kind == "ready" or (asked and kind == "denial"):
        return Reading(Tier.imminent, about)
    kind = ("safe" if asked else "other") if kind == "agreed" else kind
    return Reading(Tier.concern, (f"{AFTER}{kind}", *about))


def _about(session: Sequence[Message], reply: Message) -> tuple[str, ...]:
    """The categories of what the protocol answered."""
    found = reply.trace.state.get(ABOUT, "").split()
    asked = [screen(message.text).categories for message in session if message.id == reply.answers]
    return tuple(found) or (asked and asked[0]) or ("suicide.passive",)


def _in_words(session: Sequence[Message], id_: MessageId | None) -> bool:
    """Whether a message of the person's told of its risk in plain words, with what they said just before."""
    said = [message for message in session if message.role == "person"]
    at = next((n for n, message in enumerate(said) if message.id == id_), 0)
    before = [message.text for message in said[max(0, at - SPLIT_OVER) : at]]
    return bool(said) and screen_words(before, said[at].text).tier > Tier.none


def _kind(said: str) -> str:
    plain = folded(said[:_LOOKED_AT]).strip()
    return next((kind for kind, patterns in _content().heard.items() if any_in(plain, patterns)), "other")


@lru_cache(maxsize=1)
def _content() -> _Content:
    """The content of `after.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    heard, said = mapping(entry(data, "heard", _NAME), _NAME), mapping(entry(data, "said", _NAME), _NAME)
    return _Content(
        {kind: _patterns(mapping(row, kind), f"{_NAME}: heard.{kind}") for kind, row in heard.items()},
        {kind: _replies(mapping(row, kind), f"{_NAME}: said.{kind}") for kind, row in said.items()},
    )


def _patterns(row: Mapping[str, object], where: str) -> Patterns:
    sources = (source for language in LANGUAGES for source in texts(entry(row, language, where), where))
    return compiled(sources, where)


def _replies(row: Mapping[str, object], where: str) -> Mapping[Language, tuple[str, ...]]:
    return {language: tuple(texts(entry(row, language, where), where)) for language in LANGUAGES}
