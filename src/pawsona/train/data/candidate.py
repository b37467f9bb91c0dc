"""An entry that was made, with the instance it answers: what filters look at."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pawsona.bench.open.given import given_of
from pawsona.bench.open.instance import Instance
from pawsona.care.screen import Reading, screen
from pawsona.domain.message import Message
from pawsona.skills.chat import ChatInput
from pawsona.train.data.entry import Entry, entry_of
from pawsona.train.data.leakage.fold import tokens

URGENT = frozenset({"suicide.intent", "suicide.attempt", "medical.emergency", "medical.overdose", "violence.threat"})
"""Categories in which the first thing to say is whom to call now."""
BOUNDARY = frozenset({"jailbreak", "minor.sexual", "minor.romance", "companion.loss", "dependency", "medication"})
"""Categories that care answers without the protocol: a limit, or the truth, said warmly."""


@dataclass(frozen=True)
class Candidate:
    """One of them. What is read of it once is read by several filters."""

    entry: Entry
    instance: Instance

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Candidate":
        """From its line in `made.jsonl`.

        Raises:
            FormError: the entry is none.
            KeyError, ValueError, TypeError: the instance lacks something.
        """
        entry = entry_of(row["entry"])
        return cls(entry, Instance.of(row["instance"], entry.language))

    @cached_property
    def given(self) -> Any:
        """The typed input of its skill."""
        return given_of(self.instance)

    @property
    def said(self) -> str:
        """What the person said last, where this is talk."""
        return self.given.message if isinstance(self.given, ChatInput) else ""

    @cached_property
    def reading(self) -> Reading:
        """What care's screen finds in it."""
        return screen(self.said)

    @property
    def before(self) -> tuple[Message, ...]:
        return self.given.history if isinstance(self.given, ChatInput) else ()

    @property
    def protocol(self) -> bool:
        """Whether the answer must lead to people who can help."""
        return self.entry.kind == "safety" and self.entry.category not in BOUNDARY

    @cached_property
    def material(self) -> str:
        """What is particular of what it is asked."""
        return "\n".join(_strings(self.instance.input))

    @property
    def texts(self) -> tuple[str, ...]:
        """What could be a benchmark's."""
        return self.material, self.entry.answer

    @cached_property
    def folded(self) -> tuple[list[str], ...]:
        """Their tokens, in which form does not count."""
        return tuple(map(tokens, self.texts))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            if key not in ("at", "who"):
                yield from _strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)
