"""An analysis on a page: tables, plots, and what their figures carry."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pawsona.bench.core import Table
from pawsona.bench.moodbench import plots
from pawsona.bench.moodbench.aggregate import effective
from pawsona.bench.moodbench.analysis import Step, boxes, correlation, fit, kinds, place, plain, scaling, weakest
from pawsona.bench.moodbench.placed import Placed
from pawsona.bench.moodbench.published import ABILITIES, Model, published
from pawsona.bench.moodbench.spec import specs
from pawsona.bench.moodbench.structure import profile
from pawsona.errors import InputError


def remarks() -> tuple[str, ...]:
    """What the published figures carry, and what they don't."""
    everyone, ranked = published(), shown(outliers=False)
    under = len(everyone) - len(ranked)
    companionship = correlation(ranked, "Companionship")
    book_sort = 100 * effective(profile("paper"))["Book-SORT"]
    return (
        f"The paper's totals keep {under} models whose Values & Safety is under 60; its own veto would make them 0.",
        f"Core follows foundational ability closely over all {len(everyone)} models (r = {fit(everyone).r.value:.2f}) "
        f"because of those {under}; among the {len(ranked)} that are ranked it does so weakly "
        f"(r = {fit(ranked).r.value:.2f}), and Companionship alone hardly (r = {companionship:.2f}).",
        f"On ranked totals closed models stand {kinds(ranked)} points above open ones: no difference to speak of.",
        "Sizes of closed models are the paper's estimates or unpublished; three to seven points make no law.",
        f"Book-SORT is {book_sort:.1f}% of every total, and the public code takes a presentation flag for its label: "
        "if the published totals were made with it, that part of them is noise.",
    )


def tables(mine: Sequence[Placed], *, outliers: bool = True) -> list[Table]:
    """Everything the paper's sections show, for its models and the user's."""
    models = shown(outliers)
    drawn = [_boxes(models), _kinds(), _fit(), _families(models)]
    if mine:
        drawn.insert(0, _placed(mine))
    drawn += [_weakest(one) for one in mine if one.result is not None]
    drawn[-1].note = " ".join([drawn[-1].note, *remarks()]).strip()
    return drawn


def shown(outliers: bool) -> list[Model]:
    """All models, or those that are ranked."""
    return [model for model in published() if outliers or model.rank is not None]


def write(mine: Sequence[Placed], folder: Path, *, outliers: bool = True) -> list[str]:
    """A page, its figures as JSON, and four plots; their names.

    Raises:
        InputError: the folder can't be written.
    """
    models = shown(outliers)
    more = [*models, *(one.model for one in mine)]
    figures: Mapping[str, Any] = {
        "published": plain(published()),
        "placed": places(mine),
        "remarks": remarks(),
    }
    own = [(one.model.name, dict(one.model.abilities)) for one in mine]
    files = {
        "abilities.svg": plots.ability_boxes(boxes(models), own),
        "core.svg": plots.core_against_foundational(fit(models), more),
        "families.svg": plots.family_scaling(scaling(published())),
        "analysis.json": json.dumps(figures, ensure_ascii=False, indent=1),
        "analysis.md": _page(tables(mine, outliers=outliers)),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise InputError(f"{str(folder)!r} can't be written ({reason}).") from None
    return list(files)


def _page(found: Sequence[Table]) -> str:
    pictures = [f"![]({name}.svg)" for name in ("abilities", "core", "families")]
    return "\n\n".join(["# MoodBench: an analysis", *(table.markdown() for table in found), *pictures]) + "\n"


def places(mine: Sequence[Placed]) -> dict[str, Any]:
    """The user's models as JSON."""
    return {one.model.name: _plain(one) for one in mine}


def _plain(one: Placed) -> dict[str, Any]:
    steps = weakest(one.result) if one.result is not None else []
    return {
        "abilities": dict(one.model.abilities), "raw_total": one.model.overall,
        "gate_passed": one.model.rank is not None, "place": place(one.model.overall, published()),
        "coverage": one.result.coverage if one.result is not None else None,
        "weakest": [{"kind": step.kind, "name": step.name, "score": step.score, "among": step.among} for step in steps],
    }  # fmt: skip


def _placed(mine: Sequence[Placed]) -> Table:
    table = Table("Among the 28 ranked models", ("model", "place", "total", *ABILITIES))
    for one in mine:
        held = one.model
        at = place(held.overall, published()) if held.rank is not None else None
        table.add(held.name, at, f"{held.overall:.2f}", *(f"{held.abilities[name]:.2f}" for name in ABILITIES))
    partial = [one.model.name for one in mine if one.result is not None and one.result.missing]
    if partial:
        table.note = f"Partial, so not to be compared: {', '.join(partial)}."
    return table


def _boxes(models: Sequence[Model]) -> Table:
    table = Table(
        f"Scores by ability, {len(models)} models", ("ability", "least", "lower", "median", "upper", "most", "mean")
    )
    for box in boxes(models):
        table.add(box.ability, *(f"{one:.1f}" for one in box.quartiles), f"{box.mean:.1f}")
    return table


def _kinds() -> Table:
    table = Table("Closed minus open, mean total", ("models", "points"))
    for outliers in (True, False):
        table.add("all 30" if outliers else "28 ranked", str(kinds(shown(outliers))))
    return table


def _fit() -> Table:
    table = Table("Core ability against foundational", ("models", "r", "points of core per point of foundational"))
    for outliers in (True, False):
        line = fit(shown(outliers))
        table.add("all 30" if outliers else "28 ranked", str(line.r), f"{line.slope:.2f}")
    return table


def _families(models: Sequence[Model]) -> Table:
    table = Table(
        "Totals by size within a family", ("family", "models", "sizes estimated", "points for ten times", "rank order")
    )
    for one in scaling(models):
        estimated = sum(point[2] for point in one.points)
        figures = (f"{value:.2f}" if value is not None else None for value in (one.per_tenfold, one.order))
        table.add(one.family, len(one.points), estimated, *figures)
    return table


def _weakest(one: Placed) -> Table:
    """From the lowest ability down to a cause."""
    table = Table(f"Where {one.model.name} is weakest", ("", "name", "score", "lowest of"))
    steps: list[Step] = weakest(one.result) if one.result is not None else []
    for step in steps:
        table.add(step.kind.replace("_", "-"), step.name, f"{step.score:.1f}", step.among)
    if steps and steps[-1].kind == "dataset":
        spec = specs()[steps[-1].name]
        cause = one.causes.get(spec.name, "")
        table.note = f"{spec.name} ({spec.title}): {cause or 'its file does not tell why'}."
    return table
