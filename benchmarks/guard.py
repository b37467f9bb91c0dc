"""What the check of a whole reply costs: its scene, each sentence, and what is added (goal: p95 under 3 ms).

The turns are those of the talk set; the replies are the storybook's lines, three sentences or so each, on open and on
grave ground, with a talk of 24 messages behind them.

Usage: PYTHONPATH=. python benchmarks/guard.py
"""

from datetime import UTC, datetime
from pathlib import Path
from time import process_time

import yaml
from furnish import spread

from pawsona.care.guard import Guard
from pawsona.care.marks import techniques
from pawsona.care.scene import Scene
from pawsona.care.screen import Reading
from pawsona.dialogue.sentences import Sentences
from pawsona.domain.ids import Bond, MessageId, PersonId, PetId, SessionId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Message, Tier
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.lint import all_lines

SETS = Path(__file__).parent / "sets" / "dev"
BOND = Bond(PersonId("u"), PetId("p"))
GRAVE = Reading(Tier.concern, ("dependency",))


def turns(language: Language) -> list[str]:
    data = yaml.safe_load((SETS / f"{language}.yaml").read_text("utf-8"))
    return [turn["say"] for talk in data["conversations"] for turn in talk["turns"]]


def behind(said: list[str], replies: list[str]) -> tuple[Message, ...]:
    """The talk so far."""
    both = [row for pair in zip(said, replies, strict=False) for row in (("person", pair[0]), ("pet", pair[1]))][:24]
    at = datetime(2026, 4, 12, 12, tzinfo=UTC)
    return tuple(
        Message(id=MessageId(str(n)), bond=BOND, session=SessionId("s"), role=role, text=text, at=at)  # type: ignore[arg-type]
        for n, (role, text) in enumerate(both)
    )


def seconds(said: str, reply: str, language: Language, reading: Reading, before: tuple[Message, ...]) -> float:
    begun = process_time()
    scene = Scene(said=said, reading=reading, before=before, forbidden=techniques())
    guard, cutter = Guard(language, scene), Sentences()
    for sentence in [*cutter.feed(reply), cutter.rest()]:
        guard.next(sentence)
    guard.rest()
    return process_time() - begun


def main() -> None:
    for language in LANGUAGES:
        said = turns(language)
        lines = [line.text for line in all_lines(talk_book(language)) if not line.id.startswith("suggest.")]
        replies = [f"{lines[n]} {lines[-n]}" for n in range(1, len(said) + 1)]
        before = behind(said, replies)
        for name, reading in (("open ", Reading()), ("grave", GRAVE)):
            for warm in zip(said, replies, strict=True):
                seconds(*warm, language, reading, before)
            found = [seconds(one, reply, language, reading, before) for one, reply in zip(said, replies, strict=True)]
            print(f"{language} {name}: {len(found)} replies, processor time  {spread(found)}")


if __name__ == "__main__":
    main()
