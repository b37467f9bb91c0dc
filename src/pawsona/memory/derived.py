"""What the pet's days made of a memory: it goes with the memory, or the days would go on quoting it."""

from collections.abc import Iterable
from dataclasses import replace

from pawsona.domain.day import Day, Item
from pawsona.domain.ids import Bond, MemoryId
from pawsona.domain.language import is_chinese
from pawsona.domain.message import Trace
from pawsona.domain.ports import Store

_TELLS = "mem="


def line(memory: MemoryId) -> str:
    """The line in a trace that says: this text tells that memory."""
    return f"{_TELLS}{memory}"


async def unquote(store: Store, bond: Bond, memories: Iterable[MemoryId]) -> int:
    """Take memories out of every day that tells them, past and to come; called inside the deleting transaction.

    Only traces say what a text was made from. A mind that tells a memory and writes no `mem=<id>` into its trace
    keeps the quotation, so every mind that is given memories must trace them. An item keeps its label.

    Returns:
        How many days were changed.
    """
    changed = 0
    for memory in memories:
        for day in await store.days.telling(bond, line(memory)):
            await store.days.put(_without(day, line(memory)))
            changed += 1
    return changed


async def unquoted(store: Store, day: Day) -> Day:
    """The day without what it tells of memories that went while a mind was making it.

    Called in the transaction that stores the day. Words of a memory that was only corrected meanwhile are not found.
    """
    used = [*day.trace.lines, *(name for item in day.items for name in item.trace.lines)]
    told = dict.fromkeys(MemoryId(name.removeprefix(_TELLS)) for name in used if name.startswith(_TELLS))
    living = {memory.id for memory in await store.memories.some(day.bond, list(told))}
    for memory in told:
        if memory not in living:
            day = _without(day, line(memory))
    return day


def _without(day: Day, gone: str) -> Day:
    items = tuple(_plain(item, gone) if gone in item.trace.lines else item for item in day.items)
    if gone not in day.trace.lines:
        return replace(day, items=items)
    return replace(day, items=items, outline=_outline(day), trace=_cut(day.trace, gone))


def _plain(item: Item, gone: str) -> Item:
    """The item as its label alone tells it; one that isn't told yet stays so."""
    trace = _cut(item.trace, gone)
    if item.detail is None:
        return replace(item, short=None, trace=trace)
    chinese = is_chinese(item.label)
    detail = f"{item.label}，和平常一样。" if chinese else f"{item.label}, as on any other day."
    return replace(item, detail=detail, short=item.label, trace=trace)


def _outline(day: Day) -> str:
    """T1 from the labels; a day that has none yet is simply a quiet one."""
    labels = [item.label for item in day.items]
    if is_chinese(day.outline):
        return f"这一天：{'、'.join(labels)}。" if labels else "平平常常的一天。"
    return f"The day in short: {'; '.join(labels)}." if labels else "A quiet day like many others."


def _cut(trace: Trace, gone: str) -> Trace:
    return replace(trace, lines=tuple(used for used in trace.lines if used != gone))
