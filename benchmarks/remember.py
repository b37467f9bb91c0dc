"""What the storybook finds worth keeping in labelled dialogues that its rules were not written for.

By dialogue: is there something to keep? By turn: was it said there? Both with the sure entries alone, and with those
that are kept as said. Topics are counted over the sure entries that hit a labelled turn.
"""

import argparse
import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pawsona.domain.ids import Bond, MessageId, PersonId, PetId, SessionId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Message
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import IPET, SKILLS
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft, SummariseInput, Summary

SETS = Path(__file__).parent / "sets" / "memory"
NOW = datetime(2026, 4, 14, 19, tzinfo=UTC)


@dataclass
class Score:
    """Hits, what was claimed, and what was labelled."""

    hits: int = 0
    claimed: int = 0
    found: int = 0
    labelled: int = 0

    def __str__(self) -> str:
        precision, recall = self.hits / max(1, self.claimed), self.found / max(1, self.labelled)
        return f"P {precision:.2f} ({self.hits}/{self.claimed})  R {recall:.2f} ({self.found}/{self.labelled})"


@dataclass
class Tally:
    """Everything counted over a language's dialogues."""

    dialogue: Score = field(default_factory=Score)
    turn: Score = field(default_factory=Score)
    topics: Counter[str] = field(default_factory=Counter)

    def add(self, drafts: list[Draft], keep: list[dict[str, Any]]) -> None:
        """Count one dialogue."""
        labelled = {row["turn"]: row for row in keep}
        claimed = {int(source) for draft in drafts for source in draft.sources}
        self.dialogue.claimed += bool(drafts)
        self.dialogue.hits += bool(drafts and keep)
        self.dialogue.labelled += bool(keep)
        self.dialogue.found += bool(drafts and keep)
        self.turn.claimed += len(claimed)
        self.turn.hits += len(claimed & set(labelled))
        self.turn.labelled += len(labelled)
        self.turn.found += len(claimed & set(labelled))
        for draft in drafts:
            for source in draft.sources:
                if int(source) in labelled:
                    rows = [row for row in keep if row["turn"] == int(source)]
                    right = any(draft.topic in (row["topic"], *row.get("also", ())) for row in rows)
                    self.topics["right" if right else "wrong"] += 1


def drafts_of(turns: list[dict[str, str]], language: Language) -> list[Draft]:
    """What `memory.summarise` makes of a dialogue; sources are the turns' numbers."""
    person = Person(id=PersonId("p"), name="Robin", language=language, time_zone="UTC", created_at=NOW)
    pet = Pet(id=PetId("q"), person=person.id, name="Mikan", species="cat", personality="sunny", seed=1, adopted_at=NOW)
    bond = Bond(person.id, pet.id)
    dialogue = tuple(
        Message(
            id=MessageId(str(n)), bond=bond, session=SessionId("s"), role="person" if row["who"] == "person" else "pet",
            text=row["say"], at=NOW + timedelta(minutes=n),
        )
        for n, row in enumerate(turns)
    )  # fmt: skip
    given = SummariseInput(context=Context(pet=pet, person=person, now=NOW + timedelta(hours=1)), dialogue=dialogue)
    summary = asyncio.run(Storybook().perform(SKILLS["memory.summarise"], given, IPET))
    assert isinstance(summary, Summary)
    return list(summary.drafts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=SETS, help="where en.jsonl and zh.jsonl lie")
    folder = parser.parse_args().folder
    for language in LANGUAGES:
        sure, both = Tally(), Tally()
        for line in (folder / f"{language}.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            drafts = drafts_of(row["turns"], language)
            sure.add([draft for draft in drafts if draft.confident], row["keep"])
            both.add(drafts, row["keep"])
        for name, tally in (("sure", sure), ("with as said", both)):
            print(f"{language} {name:<13} dialogues {tally.dialogue}   turns {tally.turn}")
        right, wrong = sure.topics["right"], sure.topics["wrong"]
        print(f"{language} topic right in {right}/{right + wrong} = {right / max(1, right + wrong):.0%} of sure hits")


if __name__ == "__main__":
    main()
