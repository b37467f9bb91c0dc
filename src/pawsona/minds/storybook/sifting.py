"""What rules would keep and a model that read the line hears nothing in: jokes, small talk, what was only played.

Rules weigh words, and a joke has them as well. What a rule understood in full stays; so does what does something to a
memory, because it renews it or says that it is no longer so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from pawsona.domain.language import Language
from pawsona.domain.message import Message
from pawsona.domain.sheet import Floats
from pawsona.skills.memory import Draft, SummariseInput, Summary

IDLE: Mapping[Language, float] = {"en": 0.0, "zh": 1.0}
"""Log odds from which on nothing is kept: as likely as not, in Chinese more, where it is less often right."""
_WEIGHED = ("told_", "verbatim")
"""Attributes of what was kept because of the weight of its words."""


class Listener(Protocol):
    """A model that was taught by lines that people told."""

    async def idle(self, lines: Sequence[tuple[str, str]]) -> Floats:
        """What was asked before a line, and the line: for each the log odds that there is nothing in it to keep."""


async def sifted(summary: Summary, given: SummariseInput, listener: Listener) -> Summary:
    """The drafts without those of lines that say nothing to keep.

    Args:
        summary: by rules alone.
        given: the session that it is of.
        listener: reads the lines.
    """
    lines = _lines(given.dialogue)
    open_ = [draft for draft in summary.drafts if _is_weighed(draft) and draft.sources[-1] in lines]
    if not open_:
        return summary
    odds = await listener.idle([lines[draft.sources[-1]] for draft in open_])
    idle = {id(draft) for draft, own in zip(open_, odds, strict=True) if own > IDLE[given.context.language]}
    return replace(summary, drafts=tuple(draft for draft in summary.drafts if id(draft) not in idle))


def _is_weighed(draft: Draft) -> bool:
    return draft.about is None and draft.slots.get("attribute", "").startswith(_WEIGHED)


def _lines(dialogue: tuple[Message, ...]) -> dict[str, tuple[str, str]]:
    """What the person said, with what the pet said just before, by id."""
    found: dict[str, tuple[str, str]] = {}
    before = ""
    for message in dialogue:
        if message.role == "person":
            found[message.id] = (before, message.text)
        before = message.text if message.role == "pet" else ""
    return found
