"""What is left out where the context is small: by rank, whole sentences and whole messages, never the middle of one.

History is cut at places that stay where they are while the talk goes on: a window that slides by one message a turn
would change the prompt's beginning each time, and the server's prefix cache would be lost.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2s

from pawsona.domain.day import Day
from pawsona.domain.language import Language
from pawsona.domain.message import Message
from pawsona.errors import MindError
from pawsona.minds.llm.answers import ANSWERS
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.llm.tokens import Tokens
from pawsona.minds.llm.told import OFFERED
from pawsona.skills.chat import ChatInput

_ONE_IN = 4
"""Of the person's messages, the share at which history may begin."""
_BEST = 3
"""Memories that are kept as long as anything is."""


def settled(history: Sequence[Message]) -> tuple[Message, ...]:
    """History from the first lasting place on; all of it while there is none."""
    start = next((n for n, message in enumerate(history) if _lasts(message)), 0)
    return tuple(history[start:])


def _lasts(message: Message) -> bool:
    return message.role == "person" and blake2s(message.id.encode()).digest()[0] % _ONE_IN == 0


def fitted(given: ChatInput, size: Callable[[ChatInput], int], room: int) -> ChatInput:
    """The input with as much left out as must be.

    Args:
        given: everything.
        size: tokens that the prompt takes with an input.
        room: tokens that it may take.

    Raises:
        MindError: not even the message alone fits.
    """
    needed = size(given)
    if needed <= room:
        return given
    for smaller in _smaller(given):
        given, needed = smaller, size(smaller)
        if needed <= room:
            return given
    raise MindError(
        f"the model's context is too small: a turn needs {needed} tokens and has {room}; set its context anew"
    )


def least(prompts: Prompts, language: Language, tokens: Tokens) -> int:
    """Tokens of context that the longest prompt and its answer take before anything was said."""
    bare = ((ANSWERS[skill], prompts.of(skill, language)) for skill in OFFERED)
    return max(tokens.count(prompt.plain) + answer.most for answer, prompt in bare)


def _smaller(given: ChatInput) -> Iterator[ChatInput]:
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
