"""What stands beside a published file: where it comes from, what is in it, what was left out, and who looked at it."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pawsona.app.lessonbook import WITHDRAWN
from pawsona.bench.core import Table
from pawsona.train.data import sift
from pawsona.train.data.overview import counted
from pawsona.train.data.plan import Plan
from pawsona.train.data.publish import Published
from pawsona.train.data.review.agreement import Agreement
from pawsona.version import __version__


def sheet(folder: Path, plan: Plan, found: Published, agreed: Agreement) -> tuple[dict[str, Any], str]:
    """The datasheet for scripts, and as a page."""
    sifted = _counts(folder)
    about = {
        "file": found.path.name, "sha256": found.digest, "entries": len(found.entries), "planned": plan.total,
        "seed": plan.seed, "pawsona": __version__,
        "sources": _share(entry.provenance.get("source", "made") for entry in found.entries),
        "generators": _share(entry.provenance.get("generator", "") for entry in found.entries),
        "prompts": _share(entry.provenance.get("prompt", "") for entry in found.entries),
        "languages": _share(entry.language for entry in found.entries),
        "splits": _share(entry.split for entry in found.entries),
        "filters": sifted, "reviewers_each": found.reviewers, "outcomes": dict(found.outcomes),
        "agreement": agreed.plain(), "over": found.over,
        "missing": [
            {"kind": kind, "category": category, "language": language, "entries": count}
            for (kind, category, language), count in found.missing.items()
        ],
    }  # fmt: skip
    return about, _page(about, found)


def write(folder: Path, plan: Plan, found: Published, agreed: Agreement) -> Path:
    """Both beside the file; the page's path."""
    about, page = sheet(folder, plan, found, agreed)
    found.path.with_suffix(".datasheet.json").write_text(
        json.dumps(about, ensure_ascii=False, indent=1) + "\n", "utf-8"
    )
    path = found.path.with_suffix(".datasheet.md")
    path.write_text(page, "utf-8")
    return path


def _counts(folder: Path) -> Mapping[str, Any]:
    path = folder / sift.COUNTS
    found: Mapping[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def _share(values: Any) -> dict[str, int]:
    return dict(Counter(map(str, values)).most_common())


def _page(about: Mapping[str, Any], found: Published) -> str:
    tables = [counted(found.entries, "Entries"), *_tables(about)]
    nobody = "**Nobody has reviewed these entries**: filters alone let them through."
    seen = f"Each entry was let through by most of at least {found.reviewers} reviewers, blind to each other."
    lines = [
        f"# {about['file']}", "",
        f"{about['splits'].get('train', 0)} of {about['planned']} planned entries to learn from, and "
        f"{about['splits'].get('validation', 0)} to watch the loss by, in the chat format, one JSON object a line; "
        f"SHA-256 `{about['sha256']}`; made with Pawsona {about['pawsona']}.", "",
        "## Why and from what", "",
        "For teaching an open model to be a safe companion, after iPET's safety fine-tuning (14,113 entries). "
        "Prompts are the product's own. Persons, pets and what they say are made up from seeds of our own, or by the "
        "model named below as the generator, whose licence may bind what is trained on its words. "
        f"{_real(about)}", "",
        "## Who looked at it", "", seen if found.reviewers else nobody, "",
        "## What it is not", "",
        "No therapy, and no proof of safety: measure a model before and after (`pawsona train measure`). Answers name "
        "findahelpline.com and local emergency numbers in general; the app's own protocol stays in front of any model.",
        "",
        *(f"{table.markdown()}\n" for table in tables),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _real(about: Mapping[str, Any]) -> str:
    """What is said of real people's talk."""
    count = about["sources"].get("talk", 0)
    if not count:
        return "No talk of real people is in it."
    return (
        f"{count} entries (`provenance.source` is `talk`) are from talk of adults who agreed to that separately; hard "
        "talks and the days around them are not. Turns that may tell who somebody is were left out by rules, and what "
        f"is left was reviewed. Who takes their yes back is taken out: `{about['file'].removesuffix('.jsonl')}"
        f"{WITHDRAWN}` beside this file then lists entries that may be learnt from no longer, and `pawsona train sft` "
        "leaves them out. Pass that list on to whomever you gave the file."
    )


def _tables(about: Mapping[str, Any]) -> list[Table]:
    rows = {
        "Sources": about["sources"],
        "Generators": about["generators"], "Splits": about["splits"], "What reviewers came to": about["outcomes"],
        "What filters took out": about["filters"].get("dropped", {}),
    }  # fmt: skip
    found = []
    for title, counts in rows.items():
        table = Table(title, ("", "entries"))
        for name, count in counts.items():
            table.add(name, count)
        found.append(table)
    agreed = Table("How far reviewers agree", ("", "value", "entries"))
    for pair in about["agreement"]["cohens_kappa"]:
        agreed.add(f"Cohen's kappa, {' and '.join(pair['reviewers'])}", pair["kappa"], pair["n"])
    if alpha := about["agreement"]["krippendorffs_alpha"]:
        agreed.add("Krippendorff's alpha", alpha["value"], alpha["n"])
    lacking = Table("What the plan asked for and isn't there", ("category", "kind", "language", "entries"))
    for row in about["missing"]:
        lacking.add(row["category"], row["kind"], row["language"], row["entries"])
    return [table for table in (*found, agreed, lacking) if table.rows]
