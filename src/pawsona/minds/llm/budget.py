"""What is left out where the context is small: by rank, whole sentences and whole messages, never the middle of one.

Of a session that becomes memories, and of memories that wait for words, nothing is left out: they are asked in parts.

History is cut at places that stay where they are while the talk goes on: a window that slides by one message a turn
would change the prompt's beginning each time, and the server's prefix cache would be lost.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2s
from math import ceil
from typing import Any

from pawsona.domain.day import Day
from pawsona.domain.language import Language
from pawsona.domain.message import Message
from pawsona.errors import MindError, TooLongError
from pawsona.minds.llm.answers import ANSWERS
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.llm.tokens import Tokens
from pawsona.minds.llm.told import OFFERED
from pawsona.skills.acts import DetailsInput, ReconcileInput
from pawsona.skills.chat import ChatInput
from pawsona.skills.memory import RewriteInput, SummariseInput
from pawsona.skills.routine import DayInput, DetailInput, ScheduleInput

_ONE_IN = 4
"""Of the person's messages, the share at which history may begin."""
_BEST = 3
"""Memories that are kept as long as anything is."""
_FILLED = 0.9
"""Of a part's room: turns are of unequal length."""


def settled(history: Sequence[Message]) -> tuple[Message, ...]:
    """History from the first lasting place on; all of it while there is none."""
    start = next((n for n, message in enumerate(history) if _lasts(message)), 0)
    return tuple(history[start:])


def _lasts(message: Message) -> bool:
    return message.role == "person" and blake2s(message.id.encode()).digest()[0] % _ONE_IN == 0


def fitted(given: Any, size: Callable[[Any], int], room: int) -> Any:
    """The input with as much left out as must be; one that doesn't grow with a life stays as it is.

    Args:
        given: everything.
        size: tokens that the prompt takes with an input.
        room: tokens that it may take.

    Raises:
        MindError: not even what can't be left out fits.
        TooLongError: nothing of it may be left out, and parts of it may fit.
    """
    needed = size(given)
    if needed <= room or not isinstance(given, _GROWING):
        return given
    sentence = "the model's context is too small: {} tokens are needed and it has {}; set its context anew"
    whole = _without_what_is_divided(given)
    if whole is not None and (bare := size(whole)) < room:
        raise TooLongError(sentence.format(needed, room), _parts(needed - bare, room - bare))
    for smaller in _smaller(given):
        given, needed = smaller, size(smaller)
        if needed <= room:
            return given
    raise MindError(sentence.format(needed, room))


def _without_what_is_divided(given: Any) -> Any:
    """None for an input that is never asked in parts."""
    if isinstance(given, SummariseInput):
        return replace(given, dialogue=())
    return replace(given, memories=()) if isinstance(given, RewriteInput) else None


_GROWING = (
    ChatInput, DayInput, ScheduleInput, DetailInput, DetailsInput, ReconcileInput, SummariseInput, RewriteInput,
)  # fmt: skip


def _parts(needed: int, room: int) -> int:
    return max(2, ceil(needed / (_FILLED * room)))


def least(prompts: Prompts, language: Language, tokens: Tokens) -> int:
    """Tokens of context that the longest prompt and its answer take before anything was said."""
    bare = ((ANSWERS[skill], prompts.of(skill, language)) for skill in OFFERED)
    return max(tokens.count(prompt.plain) + answer.most for answer, prompt in bare)


def _smaller(given: Any) -> Iterator[Any]:
    """What is left of an input, less each time; nothing of one that must be whole."""
    match given:
        case ChatInput():
            yield from _smaller_talk(given)
        case DayInput():
            yield from _smaller_day(given)
        case ScheduleInput() | DetailInput() | DetailsInput():
            yield from (replace(given, day=less) for less in _smaller_day(given.day))
        case ReconcileInput():
            for most in (_BEST, 1):
                given = replace(given, near=given.near[:most])
                yield given


def _smaller_day(given: DayInput) -> Iterator[DayInput]:
    """What was long ago, lesser facts and memories; never what the person asked for."""
    for past, facts, memories in ((1, 20, 8), (1, 8, 4), (1, 0, 2), (0, 0, 1)):
        context = replace(given.context, facts=given.context.facts[:facts])
        yield replace(given, context=context, past=given.past[:past], memories=given.memories[:memories])


def _smaller_talk(given: ChatInput) -> Iterator[ChatInput]:
    """Smaller and smaller: what lies near, the plan's telling, old talk, lesser memories, knowledge, the day."""
    given = replace(given, near=())
    yield given
    while len(given.history) > 8:
        given = replace(given, history=given.history[-8 * ((len(given.history) - 1) // 8) :])
        yield given
    if given.today is not None:
        given = replace(given, today=_untold(given.today, given))
        yield given
    for most in (_BEST, 1):
        given = replace(given, memories=given.memories[:most], knowledge=given.knowledge[:most])
        yield replace(given, passages=given.passages[:most])
    given = replace(given, tomorrow=None, note=None, history=given.history[-4:], passages=given.passages[:1])
    yield given
    given = replace(given, today=None, history=given.history[-2:], context=replace(given.context, facts=()))
    yield given
    yield replace(given, history=())


def _untold(day: Day, given: ChatInput) -> Day:
    """The day with the telling of what happens now only."""
    now = day.now(given.context.now.time())
    return replace(day, items=tuple(item if item is now else replace(item, detail=None) for item in day.items))
