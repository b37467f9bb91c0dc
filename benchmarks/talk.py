"""Held-out talk: by what rung replies come, how memory is used, and transcripts to be read (dev, heldout, fresh).

A set is a name below `sets/`, or a folder with en.yaml and zh.yaml in the form of `sets/dev`, which is printed.

Usage: python benchmarks/talk.py [SET | FOLDER ...] [--out FOLDER]
"""

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import yaml
from furnish import FixedRng

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Turn
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.pet import PERSONALITIES, SPECIES

SETS = Path(__file__).parent / "sets"
START = datetime(2026, 4, 13, 18, 0, tzinfo=UTC)
LISTENING = frozenset({"listen", "question"})
"""Rungs that say nothing of what was said: listening moves and question-turners."""


@dataclass
class Exchange:
    """One turn and what is known of it."""

    conversation: str
    said: str
    reply: str
    rung: str
    mark: dict[str, str]
    touches: object = None
    trap: bool = False
    used: bool = False
    stored: bool = False
    claims: bool = False


@dataclass
class Figures:
    """What is counted over a set."""

    exchanges: list[Exchange] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        rows = self.exchanges
        rungs = Counter(row.rung for row in rows)
        yield "  ".join(f"{rung} {count}" for rung, count in rungs.most_common())
        listening = sum(row.rung in LISTENING for row in rows)
        yield f"listening moves and question-turners: {listening}/{len(rows)} = {listening / len(rows):.0%}"
        touching = [row for row in rows if row.touches is not None]
        stored = [row for row in touching if row.stored]
        used = sum(row.used for row in stored)
        yield f"turns that touch something said: {len(touching)}, stored as a memory: {len(stored)}, used: {used}"
        traps = [row for row in rows if row.trap]
        yield f"traps: {len(traps)}, claimed: {sum(row.claims for row in traps)}"
        asking = sum(row.reply.rstrip().endswith(("?", "？")) for row in rows)
        replies = Counter((row.conversation, row.reply) for row in rows)
        again = sum(count - 1 for count in replies.values())
        yield f"replies that ask: {asking / len(rows):.0%}; the same reply again in one conversation: {again}"


async def talk(language: Language, rows: Sequence[dict[str, Any]], number: int, figures: Figures) -> None:
    """Hold one conversation, or one opener, with a pet of its own; what was said earlier was said a day before."""
    with tempfile.TemporaryDirectory() as folder:
        clock = SimulatedClock(START)
        async with await _adopted(language, number, Path(folder), clock) as companion:
            for row in rows:
                earlier = [await companion.say(text) for text in row.get("earlier", ())]
                clock.moment += timedelta(days=1)
                await companion.night()
                clock.moment += timedelta(minutes=30 + number % 5 * 37)
                await _conversation(companion, row, clock, earlier, figures)


async def _adopted(language: Language, number: int, folder: Path, clock: SimulatedClock) -> Companion:
    home = await open_home(load(home=folder), clock=clock, rng=FixedRng(number))
    form = PetForm(
        name="Mikan" if language == "en" else "团团",
        species=SPECIES[number % len(SPECIES)],
        personality=PERSONALITIES[number % len(PERSONALITIES)],
    )
    zone = "Europe/London" if language == "en" else "Asia/Shanghai"
    person = PersonForm(name="Robin" if language == "en" else "小林", language=language, time_zone=zone)
    owner, pet = await home.adopt(form, person)
    return Companion(home, owner, pet, owns_home=True)


async def _conversation(
    companion: Companion, row: dict[str, Any], clock: SimulatedClock, earlier: Sequence[Turn], figures: Figures
) -> None:
    asked = [turn.message.answers for turn in earlier]
    memories = await companion.memories()
    known = {source for memory in memories for source in memory.sources}
    answered: list[Any] = []
    for given in row["turns"]:
        clock.moment += timedelta(seconds=50)
        turn = await companion.say(given["say"])
        state = dict(turn.message.trace.state)
        touches = given.get("touches")
        target = _target(touches, asked, answered)
        figures.exchanges.append(
            Exchange(
                conversation=row["id"],
                said=given["say"],
                reply=turn.reply,
                rung=state.get("rung", "care"),
                mark={
                    key: state[key]
                    for key in ("act", "form", "hook", "situation", "opinion", "theme", "event")
                    if key in state
                },
                touches=touches,
                trap=bool(given.get("trap")),
                used=state.get("rung") == "memory" and bool(state.get("memory", "")),
                stored=target is not None and (target in known or str(touches).startswith("turn")),
                claims=bool(given.get("trap")) and state.get("rung") == "memory" and bool(state.get("memory", "")),
            )
        )
        answered.append(turn.message.answers)


def _target(touches: object, asked: Sequence[Any], answered: Sequence[Any]) -> Any:
    if isinstance(touches, int) and touches < len(asked):
        return asked[touches]
    if isinstance(touches, str) and touches.startswith("turn "):
        at = int(touches.split()[1]) - 1
        return answered[at] if at < len(answered) else None
    return None


def _rows(name: str, language: Language) -> list[dict[str, Any]]:
    folder = Path(name) if Path(name).is_dir() else SETS / name
    data = yaml.safe_load((folder / f"{language}.yaml").read_text("utf-8"))
    openers = [{"id": row["id"], "turns": [row]} for row in data.get("openers", ())]
    return [*openers, *data.get("conversations", ())]


async def measure(name: str, language: Language) -> Figures:
    """Hold all talk of a set."""
    figures = Figures()
    for number, row in enumerate(_rows(name, language)):
        await talk(language, [row], number, figures)
    return figures


def transcript(figures: Figures) -> str:
    """To be read: one block a conversation."""
    blocks: dict[str, list[str]] = {}
    for n, row in enumerate(figures.exchanges):
        blocks.setdefault(row.conversation, []).append(f"[{n}] PERSON: {row.said}\n     PET: {row.reply}")
    return "\n\n".join(f"## {ident}\n" + "\n".join(lines) for ident, lines in blocks.items()) + "\n"


def write(figures: Figures, name: str, language: Language, folder: Path) -> None:
    """Transcripts, and all that is known of each turn."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}-{language}.md").write_text(transcript(figures), "utf-8")
    rows = [vars(row) for row in figures.exchanges]
    (folder / f"{name}-{language}.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=["dev", "heldout", "fresh"])
    parser.add_argument("--out", type=Path, help="write transcripts into this folder")
    asked = parser.parse_args()
    for name in asked.sets:
        for language in LANGUAGES:
            figures = asyncio.run(measure(name, language))
            print(f"\n{name} {language}: {len(figures.exchanges)} turns")
            print("\n".join(f"  {line}" for line in figures.lines()))
            if asked.out:
                write(figures, Path(name).name, language, asked.out)
            elif Path(name).is_dir():
                print(f"\n{transcript(figures)}")


if __name__ == "__main__":
    main()
