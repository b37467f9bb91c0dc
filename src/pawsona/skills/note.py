"""The skills on notes that do not stream: extract, intent, greet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pawsona.domain.message import Message, Trace
from pawsona.domain.note import Passage
from pawsona.skills.chat import Reply
from pawsona.skills.context import Context
from pawsona.skills.contract import Skill
from pawsona.skills.profiles import Profile
from pawsona.skills.rules import within, written


@dataclass(frozen=True, kw_only=True)
class ExtractInput:
    """A dialogue or a note's text, and the points to look for; no points means: whatever is there."""

    context: Context
    dialogue: tuple[Message, ...] = ()
    text: str = ""
    points: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Extract:
    """Point -> values, in the order of the points; missing points are left out."""

    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def _extract_rules(given: ExtractInput, answer: Extract, profile: Profile) -> Iterator[str]:
    source = "\n".join([given.text, *(m.text for m in given.dialogue if m.role == "person")]).casefold()
    for point, values in answer.values.items():
        if given.points and point not in given.points:
            yield f"{point!r} was not asked for"
        if not values:
            yield f"{point!r} has no value; leave it out"
        for value in values:
            if value.casefold() not in source:
                yield f"{value!r} does not stand in the text"


@dataclass(frozen=True, kw_only=True)
class IntentInput:
    """The dialogue so far and the person's last message."""

    context: Context
    message: str
    history: tuple[Message, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Intent:
    """`active`: search, with the rewritten `query`; `direct`: just answer; `shift`: change the topic."""

    kind: Literal["active", "direct", "shift"]
    query: str = ""


def _intent_rules(given: IntentInput, answer: Intent, profile: Profile) -> Iterator[str]:
    if answer.kind == "active" and not answer.query.strip():
        yield "an active intent needs a query"
    if answer.kind != "active" and answer.query:
        yield f"only an active intent has a query, not {answer.kind!r}"


@dataclass(frozen=True, kw_only=True)
class NoteGreetInput:
    """What a search on the person's interests found."""

    context: Context
    passages: tuple[Passage, ...]
    trace: Trace = Trace()


def _greet_rules(given: NoteGreetInput, answer: Reply, profile: Profile) -> Iterator[str]:
    language = given.context.language
    yield from written(answer.text, "greeting", language, given.context.names)
    yield from within(answer.text, "greeting", language, profile.note_greeting)
    if answer.text.count("?") + answer.text.count("？") > 1:
        yield "the greeting asks more than one question"


NOTE_EXTRACT = Skill("note.extract", ExtractInput, Extract, _extract_rules)
NOTE_INTENT = Skill("note.intent", IntentInput, Intent, _intent_rules)
NOTE_GREET = Skill("note.greet", NoteGreetInput, Reply, _greet_rules)
