"""One instance: who talks with whom, when, what is given, and what a good answer looks like."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pawsona.domain.language import Language

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Instance:
    """A line of the open set's files; other suites bring their items into this form for minds and companions."""

    id: str
    skill: str
    language: Language
    companion: Json
    """`name`, `kind`, `personality`, perhaps `outfit`."""
    person: Json
    """`name` and `about`."""
    now: datetime
    """On the person's clock, which is UTC here."""
    input: Json
    """By skill: docs/open-set.md."""
    reference: Any = None
    rubric: tuple[str, ...] = ()
    tags: Json = field(default_factory=dict)
    lived: Json | None = None
    """What a whole companion goes through before it is asked, where a suite has that (`live.past`)."""

    @classmethod
    def of(cls, row: Json, language: Language) -> "Instance":
        """From its line.

        Raises:
            KeyError, ValueError, TypeError: it lacks something; `lint` says what.
        """
        now = datetime.fromisoformat(row["now"])
        return cls(
            id=row["id"], skill=row["skill"], language=language, companion=row["companion"], person=row["person"],
            now=now if now.tzinfo else now.replace(tzinfo=UTC), input=row["input"], reference=row.get("reference"),
            rubric=tuple(row.get("rubric", ())), tags=row.get("tags", {}), lived=row.get("lived"),
        )  # fmt: skip

    @property
    def is_person(self) -> bool:
        """Whether the companion is like a person, and no pet."""
        return bool(self.companion["kind"] == "friend")

    def plain(self) -> dict[str, Any]:
        """As JSON, without what only the judge may see."""
        return {
            "id": self.id, "skill": self.skill, "language": self.language, "companion": self.companion,
            "person": self.person, "now": self.now.isoformat(), "input": self.input, "tags": self.tags,
        }  # fmt: skip
