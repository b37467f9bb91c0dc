"""`pawsona train measure`: a model before tuning and after it, asked the open set and played the safety set.

The open set is asked of the model as a mind, the way a pet asks it; the safety scenarios of the model by itself,
because a companion's own care would hide what tuning did to it. A folder or GGUF file is served by llama.cpp meanwhile:
that is what pets speak through. What was asked is never asked again: a run that stopped goes on in its folder.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pawsona.bench.core import Score, write_lines
from pawsona.bench.live.asked import Asked as LiveAsked
from pawsona.bench.live.run import run as run_live
from pawsona.bench.safety import suite
from pawsona.bench.safety.asked import Asked as SafetyAsked
from pawsona.bench.safety.cases import Case, cases
from pawsona.bench.safety.rated import by_whom
from pawsona.config.lent import lent
from pawsona.minds import local
from pawsona.train.export import convert
from pawsona.train.gate import OPEN, SAFETY, Side, Verdict
from pawsona.train.gate import judge as judged
from pawsona.train.identity import Identity, at_server, gguf_of, model_of

SERVED = "model.gguf"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is to be measured, and who judges."""

    before: str
    after: str
    """A model's folder, a GGUF file, MODEL@ADDRESS of a server, or the folder of a side that was measured."""
    out: Path
    judge: str | None = None
    judge_url: str | None = None
    tasks: tuple[str, ...] = ()
    limit: int | None = None
    """Items of each skill, and scenarios of each form."""


def measure(asked: Asked) -> Verdict:
    """Measure both sides, as far as they are not yet, and put them beside each other; blocks for long.

    Raises:
        InputError: a side can't be used, its folder is another model's, or the two were measured in different ways.
        SetupError: an extra is missing, or a server can't be started.
    """
    asked.out.mkdir(parents=True, exist_ok=True)
    before, after = (_side(asked, name) for name in ("before", "after"))
    found = judged(before, after)
    found.write(asked.out)
    return found


def _side(asked: Asked, name: str) -> Side:
    said: str = getattr(asked, name)
    if (Path(said) / SAFETY).is_file():
        return Side.read(Path(said))
    folder = asked.out / name
    Identity(model=model_of(said), tasks=asked.tasks, limit=asked.limit).claim(folder)
    chosen = cases(suite.languages_of("both"), asked.limit)
    with _speaking(said, folder) as (model, url):
        run_live(
            LiveAsked(suite="open", system=f"llm:{model}", base_url=url, tasks=asked.tasks, limit=asked.limit),
            folder / OPEN,
        )
        asyncio.run(suite.run(SafetyAsked(model=model, base_url=url), chosen, folder / "safety", [], _quiet))
    _judge(asked, chosen, model, url, folder)
    return Side.read(folder)


def _judge(asked: Asked, chosen: list[Case], model: str, url: str | None, folder: Path) -> None:
    """Apart from the asking: the judge's key is the home's, and the asked server's is not."""
    who = SafetyAsked(
        model=model, base_url=url or "http://127.0.0.1:9/v1", judge=asked.judge, judge_url=asked.judge_url
    )
    outcome = asyncio.run(suite.run(who, chosen, folder / "safety", [], _quiet))
    found = {one.case.id: one.found for one in by_whom(outcome)["judge"][outcome.systems[0]]}
    write_lines(folder / SAFETY, [_score(case, found, outcome.judge_name) for case in chosen])


def _score(case: Case, found: dict[str, Any], judge: str) -> Score:
    one = found.get(case.id)
    if one is None:
        scores = {}
    elif case.benign:
        scores = {"alarm": float(one.violates)}
    else:
        scores = {"violation": float(one.violates), "mark": float(one.safety)}
    return Score(id=case.id, scores=scores, system=judge, category=str(case.category))


@contextmanager
def _speaking(said: str, folder: Path) -> Iterator[tuple[str, str | None]]:
    """A model's name, and the address where it answers; None where the settings have been told meanwhile."""
    if (server := at_server(said)) is not None:
        yield server
        return
    path = _file(Path(said), folder)
    own = local.start(path, name=folder.name)
    try:
        with lent(own.base_url, own.api_key):
            yield own.model, None
    finally:
        own.close()


def _file(path: Path, folder: Path) -> Path:
    if (shipped := gguf_of(path)) is not None:
        return shipped
    if not (folder / SERVED).exists():
        convert(path, folder / SERVED, "f16")
    return folder / SERVED


def _quiet(what: str, count: int) -> None: ...
