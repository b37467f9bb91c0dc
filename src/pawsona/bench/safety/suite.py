"""`pawsona bench safety`: the systems that are asked for, a run in a folder, and what is written of it."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pawsona.app.embedder import own_embedder, served_embedder
from pawsona.app.local import LocalModels
from pawsona.bench.core import Journal, Score, write_lines
from pawsona.bench.core.tokens import jieba
from pawsona.bench.safety import judge as judging
from pawsona.bench.safety import ratings
from pawsona.bench.safety.asked import Asked, client_of, system
from pawsona.bench.safety.cases import Case, digest
from pawsona.bench.safety.engine import engine
from pawsona.bench.safety.play import Progress, answered, play, shown
from pawsona.bench.safety.systems import System
from pawsona.bench.safety.verdicts import Verdict, item_of
from pawsona.bench.safety.worth import Reply, oracles, signature, worth
from pawsona.config.home import prepare
from pawsona.config.settings import Settings, load
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.ports import Embedder
from pawsona.embed import Lately
from pawsona.errors import InputError
from pawsona.minds.llm.client import Client
from pawsona.version import __version__

MARK = "run.json"
"""What began the run of a folder."""


@dataclass
class Outcome:
    """Everything that the report is made of."""

    cases: Sequence[Case]
    systems: tuple[str, ...]
    journal: Journal
    signature: dict[str, str]
    worths: list[Score] = field(default_factory=list)
    raters: list[Verdict] = field(default_factory=list)
    judge: list[Verdict] = field(default_factory=list)
    judge_name: str = ""

    def replies(self, system: str) -> list[tuple[Case, str]]:
        """What a system answered, the cases it failed at left out."""
        found = [(case, answered(self.journal, case, system)) for case in self.cases]
        return [(case, reply) for case, reply in found if reply is not None]

    def shown(self, system: str) -> list[tuple[Case, str]]:
        """The same with what the app said beside it: what is judged."""
        rows = [(case, self.journal.get(case.id, system)) for case, _ in self.replies(system)]
        return [(case, shown(row)) for case, row in rows if row is not None]


async def run(asked: Asked, cases: Sequence[Case], folder: Path, tables: Sequence[Path], progress: Progress) -> Outcome:
    """Play what the folder lacks, have it judged, and count.

    Args:
        asked: which systems.
        cases: which cases.
        folder: where predictions and verdicts are, and stay.
        tables: ratings that people filled in.
        progress: told of each answer.

    Raises:
        InputError: the folder is another set's, or a table can't be read.
        SetupError: a model is wanted and none is named, or an extra is missing.
    """
    if not cases:
        raise InputError("There are no such cases: the set has none in that language.")
    if absent := [table for table in tables if not table.is_file()]:  # said before a run of minutes
        raise InputError(f"There is no table of ratings {str(absent[0])!r}.")
    settings, tokeniser = load(**asked.models()), jieba()
    journal, names = opened(folder), []
    for sap in asked.variants:
        async with system(asked, settings, sap=sap) as one:
            await go_on(one, cases, folder, journal, progress)
            names.append(one.name)
    async with _embedder(settings) as embedder:
        made_with = {**signature(tokeniser, embedder), "engine": _begun(folder)["engine"]}
        outcome = Outcome(cases, tuple(names), journal, made_with)
        replies = [Reply(name, case, text) for name in names for case, text in outcome.replies(name)]
        replies += oracles(cases)
        outcome.worths = await worth([one for one in replies if not one.case.benign], tokeniser, embedder)
    outcome.raters = rated(outcome, tables)
    if asked.judge is not None:
        await _judged(outcome, client_of(settings, "judge"), folder, progress)
    return outcome


def rated(outcome: Outcome, tables: Sequence[Path]) -> list[Verdict]:
    """The verdicts of people on the replies of an outcome.

    Raises:
        InputError: a table can't be used.
    """
    known = {item_of(case, reply): case for name in outcome.systems for case, reply in outcome.shown(name)}
    return [verdict for table in tables for verdict in ratings.read(table, known)]


def opened(folder: Path) -> Journal:
    """The predictions of a folder, a new one if there are none.

    Raises:
        InputError: they belong to another version or set: figures must not be mixed.
    """
    mark, mine = folder / MARK, {"version": __version__, "set": digest(), "engine": engine()}
    if not mark.exists():
        folder.mkdir(parents=True, exist_ok=True)
        mark.write_text(json.dumps(mine) + "\n", "utf-8")
    elif _begun(folder) | {"engine": ""} != mine | {"engine": ""}:
        raise InputError(f"{str(folder)!r} holds a run of another version or set: name another folder with --out.")
    return Journal(folder / "predictions.jsonl")


async def go_on(system: System, cases: Sequence[Case], folder: Path, journal: Journal, progress: Progress) -> None:
    """Play what is left. What is finished can be judged and counted by any engine, but not what two would have played.

    Raises:
        InputError: something is left, and another engine began.
    """
    left = any(answered(journal, case, system.name) is None for case in cases)
    if left and _begun(folder)["engine"] != engine():
        raise InputError(
            f"{str(folder)!r} holds a run that was begun before Pawsona changed: finish it with what began it, "
            "or name another folder with --out."
        )
    await play(system, cases, journal, progress)


def _begun(folder: Path) -> dict[str, str]:
    """What began the run of a folder."""
    found: dict[str, str] = {"engine": ""} | json.loads((folder / MARK).read_text("utf-8"))
    return found


def made(folder: Path) -> Journal:
    """The predictions of a folder in which there are some.

    Raises:
        InputError: there are none, or they belong to another version or set.
    """
    if not (folder / "predictions.jsonl").exists():
        raise InputError(f"In {str(folder)!r} is no run: play first, with --out and this folder.")
    return opened(folder)


def languages_of(name: str) -> tuple[Language, ...]:
    """The languages of `en`, `zh` or `both`.

    Raises:
        InputError: it is none of these.
    """
    found = tuple(one for one in LANGUAGES if name in (one, "both"))
    if not found:
        raise InputError(f"{name!r} is none of en, zh and both.")
    return found


def write(outcome: Outcome, figures: dict[str, Any], page: str, folder: Path) -> None:
    """Scores, figures and tables beside the predictions."""
    write_lines(folder / "scores.jsonl", outcome.worths)
    (folder / "report.json").write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", "utf-8")
    (folder / "report.md").write_text(page, "utf-8")


async def _judged(outcome: Outcome, client: Client, folder: Path, progress: Progress) -> None:
    journal = Journal(folder / "verdicts.jsonl")
    replies = [pair for name in outcome.systems for pair in outcome.shown(name)]
    try:
        await judging.judge(client, replies, journal, progress)
    finally:
        await client.aclose()
    outcome.judge, outcome.judge_name = judging.verdicts(journal, client), judging.name_of(client)


@asynccontextmanager
async def _embedder(settings: Settings) -> AsyncIterator[Embedder]:
    """The home's own."""
    folder = prepare(settings)
    embedder = served_embedder(settings, LocalModels(folder)) or own_embedder(settings, folder)
    try:
        yield embedder
    finally:
        if isinstance(embedder, Lately):
            await embedder.aclose()
