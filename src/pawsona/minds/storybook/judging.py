"""What a model that read the lines says of what rules would keep: whether, and for how long.

Rules weigh words, and a joke has them as well; what "the mrs has me on a bike" lets one know stands in none of them.
What a rule understood in full stays as it is. The rest is judged by both: how much each counts was fitted on lines of
writers that the model was not taught on (docs/log.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, cast

import numpy as np

from pawsona.domain.language import Language
from pawsona.domain.memory import TOPICS, Importance, Topic
from pawsona.domain.message import Message
from pawsona.domain.sheet import Floats
from pawsona.skills.memory import Draft, SummariseInput, Summary
from pawsona.skills.topics import at_least

ABOUT: tuple[Topic, ...] = tuple(sorted(TOPICS))
WORTH = slice(1, 4)
"""Where stand a month, a season, for good; before them whether there is nothing to keep, behind them `ABOUT`."""
IDLE = 1.5
"""Log odds from which on nothing is kept: where four in five such lines say nothing."""
LOST = 3.0
"""What it costs to call passing what is for good, where other slips cost 1."""
_WEIGHED = ("told_", "verbatim")
"""Attributes of what was kept because of the weight of its words."""


@dataclass(frozen=True)
class Weights:
    """What counts beside the model's log odds, which count `heard` times."""

    heard: float
    told: float
    """That rules made a memory of a clause, for what they say."""
    said: float
    """That they kept it as it was said."""
    passing: float
    lasting: float
    """What short-lived and for good have by themselves."""


WEIGHTS: Mapping[Language, Weights] = {
    "en": Weights(heard=0.94, told=1.18, said=0.41, passing=-0.2, lasting=0.05),
    "zh": Weights(heard=0.87, told=0.41, said=0.49, passing=0.33, lasting=0.27),
}


class Listener(Protocol):
    """A model that was taught by lines that people told."""

    async def hear(self, lines: Sequence[tuple[str, str]]) -> Floats:
        """What was asked before a line, and the line: (lines, 28) log odds, each part of them up to a constant.

        Nothing to keep, a month, a season, for good; then the 24 topics in the order of `ABOUT`, which nobody asks for:
        of a line alone it names them better than rules, of a whole talk worse (docs/log.md).
        """


async def judged(summary: Summary, given: SummariseInput, listener: Listener) -> Summary:
    """The drafts without those of lines that say nothing to keep, the others as rules and model judge them together.

    Args:
        summary: by rules alone.
        given: the session that it is of.
        listener: reads the lines.
    """
    lines = _lines(given.dialogue)
    open_ = [draft for draft in summary.drafts if is_weighed(draft) and draft.sources[-1] in lines]
    if not open_:
        return summary
    heard = await listener.hear([lines[draft.sources[-1]] for draft in open_])
    of = {id(draft): own for draft, own in zip(open_, heard, strict=True)}
    language = given.context.language
    drafts = (draft if id(draft) not in of else _judged(draft, of[id(draft)], language) for draft in summary.drafts)
    return replace(summary, drafts=tuple(draft for draft in drafts if draft is not None))


def _judged(draft: Draft, heard: Floats, language: Language) -> Draft | None:
    """A draft as both judge it; none where there is nothing to keep. What does something to a memory stays."""
    idle = is_idle(heard) and draft.about is None
    return None if idle else weighed(draft, heard, WEIGHTS[language])


def is_idle(heard: Floats) -> bool:
    """Whether there is nothing in a line, by one row of `Listener.hear`."""
    return bool(heard[0] - np.logaddexp.reduce(heard[WORTH]) > IDLE)


def weighed(draft: Draft, heard: Floats, weights: Weights) -> Draft:
    """A draft for as long as both say.

    Args:
        draft: by rules.
        heard: one row of `Listener.hear`.
        weights: of its language.
    """
    return replace(draft, importance=at_least(draft.topic, _importance(draft, heard[WORTH], weights)))


def _importance(draft: Draft, heard: Floats, weights: Weights) -> Importance:
    """The one that is expected to cost least; a mood is today's."""
    if draft.topic == "mood":
        return 0
    scores = weights.heard * heard + np.array([weights.passing, 0.0, weights.lasting], dtype=np.float32)
    scores[draft.importance] += weights.told if draft.confident else weights.said
    passing, season, lasting = np.exp(scores - scores.max())
    costs = season + LOST * lasting, passing + lasting, passing + season
    return cast(Importance, int(np.argmin(costs)))


def is_weighed(draft: Draft) -> bool:
    """Whether rules kept it because of the weight of its words."""
    return draft.slots.get("attribute", "").startswith(_WEIGHED)


def _lines(dialogue: tuple[Message, ...]) -> dict[str, tuple[str, str]]:
    """What the person said, with what the pet said just before, by id."""
    found: dict[str, tuple[str, str]] = {}
    before = ""
    for message in dialogue:
        if message.role == "person":
            found[message.id] = (before, message.text)
        before = message.text if message.role == "pet" else ""
    return found
