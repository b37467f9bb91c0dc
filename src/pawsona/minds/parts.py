"""What is too long for a mind at once: its input in parts, and the answers to them as one.

A session is cut between turns, and each part but the first begins with what the pet said last: a bare "yes" says
nothing without its question. Memories to be put into words are independent of each other.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from pawsona.domain.message import Message
from pawsona.skills.memory import Rewrite, RewriteInput, SummariseInput, Summary

_SHORT = 1200
"""Characters; a server that has no room for these beside the prompt has room for no evening."""


def divided(given: Any, parts: int) -> tuple[Any, ...]:
    """The input in at most so many parts; nothing where it can't be divided."""
    if isinstance(given, SummariseInput):
        found: tuple[Any, ...] = tuple(replace(given, dialogue=part) for part in _dialogues(given.dialogue, parts))
    elif isinstance(given, RewriteInput):
        size = max(1, -(-len(given.memories) // parts))
        starts = range(0, len(given.memories), size)
        found = tuple(replace(given, memories=given.memories[at : at + size]) for at in starts)
    else:
        return ()
    return found if len(found) > 1 else ()


def short(given: Any) -> bool:
    """Whether what could be divided is so little already that a smaller part would not be worth asking for."""
    if isinstance(given, SummariseInput):
        return sum(len(message.text) for message in given.dialogue) <= _SHORT
    return isinstance(given, RewriteInput) and sum(len(memory.text) for memory in given.memories) <= _SHORT


def joined(answers: Sequence[Any]) -> Any:
    """The answers to all parts as the answer to the whole."""
    first, *later = answers
    if isinstance(first, Rewrite):
        return Rewrite(texts=tuple(text for answer in answers for text in answer.texts))
    # Later parts were not shown what the earlier ones told, and may tell it again or correct it.
    drafts = (replace(draft, compared=False) for answer in later for draft in answer.drafts)
    stood_in = next((answer.trace for answer in answers if answer.trace.fallback), first.trace)
    return Summary(drafts=(*first.drafts, *drafts), trace=stood_in)


def _dialogues(dialogue: Sequence[Message], parts: int) -> list[tuple[Message, ...]]:
    """By where the middle of each turn stands: a very long one is parted from those before it and after it."""
    turns = _turns(dialogue)
    sizes = [sum(len(message.text) for message in turn) for turn in turns]
    found: list[list[Message]] = [[] for _ in range(parts)]
    for turn, size, end in zip(turns, sizes, accumulate(sizes), strict=True):
        found[min(parts - 1, (2 * end - size) * parts // max(1, 2 * sum(sizes)))] += turn
    full = [part for part in found if part]
    return [tuple(full[0]), *((*_last_said(before), *part) for before, part in zip(full, full[1:], strict=False))]


def _turns(dialogue: Sequence[Message]) -> list[list[Message]]:
    """What the person said, with the answer to it; what the pet began with belongs to the first turn."""
    turns: list[list[Message]] = [[]]
    for message in dialogue:
        if message.role == "person" and any(each.role == "person" for each in turns[-1]):
            turns.append([])
        turns[-1].append(message)
    return turns


def _last_said(part: Sequence[Message]) -> Sequence[Message]:
    return [part[-1]] if part[-1].role == "pet" else []
