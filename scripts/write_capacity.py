"""Write docs/capacity.md from docs/capacity.yaml: python scripts/write_capacity.py (a test fails when the page is old).

With `--set NAME=VALUE` a plan for other assumptions is printed instead, and nothing is written.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "capacity.md"
PEOPLE = tuple(10**n for n in range(8))
"""From one to ten million."""
DAY, MONTH = 86_400, 30.4

_INTRO = """# How much it takes

From one person to ten million, reckoned by `python scripts/write_capacity.py` from measured figures and from
assumptions, both in `docs/capacity.yaml` and below. Change a figure there, or try one:
`python scripts/write_capacity.py --set active=0.6`. It is arithmetic, not a test: nobody has run ten million people.
Where a figure is small the next whole machine is what you need, and from two machines on one more, so that one may
fail.
"""
_CARE = """Cores are those of the machine in [the log](log.md) (2 cores of a shared virtual machine): a rule of thumb.
Where the database is a file, PostgreSQL's part falls away. Our own part of a turn was measured on a file; on PostgreSQL
it was 60 ms, in 100 turns on a machine crowded by others' work, and PostgreSQL's part is from that run too: nobody has
taken either on a quiet one (`--set turn_cpu=0.06`). Pages too were counted on a crowded machine, which memory
does not mind. Bytes count the sheets that nights lay by for recall ([why](postgres.md)) as if every entry lay in one;
who has fewer than 256 entries has none.
Model tokens come from the prompts as they are; how many a graphics card makes a second is for your own card to say. The
storybook needs none of them."""


@dataclass(frozen=True)
class Plan:
    """What so many people need."""

    people: float
    turns: float
    """A second, in the busiest hour."""
    turn_cores: float
    turn_cores_database: float
    nights: float
    """A second, while the nights of a part of the world are lived."""
    night_cores: float
    core_nights: float
    """An hour, by one core."""
    read: float
    """Tokens a second that a model must compute anew in the busiest hour of talk; so for the next three."""
    written: float
    night_read: float
    night_written: float
    memory: float
    """Bytes of our processes."""
    rows: float
    disk: float
    money: float
    """A month, in the money of the prices."""


ROWS = {
    "people": "people",
    "turns": "turns a second, busiest hour",
    "turn_cores": "cores for talk, our part",
    "turn_cores_database": "cores for talk, PostgreSQL's part",
    "nights": "nights a second, while they are lived",
    "night_cores": "cores for nights, PostgreSQL's part too",
    "core_nights": "nights an hour that a core lives",
    "read": "model: tokens read anew a second, talk",
    "written": "model: tokens written a second, talk",
    "night_read": "model: tokens read anew a second, nights",
    "night_written": "model: tokens written a second, nights",
    "memory": "memory of our processes, bytes",
    "rows": "rows in the database",
    "disk": "bytes in the database, packed",
    "money": "money a month",
}


def figures() -> dict[str, dict[str, dict[str, Any]]]:
    """What is measured, and what is assumed."""
    found: dict[str, dict[str, dict[str, Any]]] = yaml.safe_load((DOCS / "capacity.yaml").read_text("utf-8"))
    return found


def values(of: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> dict[str, float]:
    """By name alone."""
    return {name: float(figure["value"]) for part in of.values() for name, figure in part.items()}


def plan(people: int, k: Mapping[str, float]) -> Plan:
    """For so many people, by figures of `capacity.yaml`."""
    daily = people * k["active"] * k["turns"]
    turns, nights = daily / DAY * k["peak"], people / k["zones"] / (k["hours"] * 3600)
    cores, cores_database = (turns * k[name] / k["busy"] for name in ("turn_cpu", "turn_cpu_database"))
    of_a_core = k["busy"] / (k["night_cpu"] + k["night_cpu_database"])
    night_cores = nights / of_a_core
    night_in = k["night_tokens"] - k["night_tokens_out"]
    rows, disk = (
        (people * k[f"{unit}_night"] + daily * k[f"{unit}_turn"]) * k["kept_days"] for unit in ("rows", "bytes")
    )
    disk += daily * k["entries_turn"] * k["kept_days"] * k["bytes_laid_by"]
    return Plan(
        people=people,
        turns=turns,
        turn_cores=cores,
        turn_cores_database=cores_database,
        nights=nights,
        night_cores=night_cores,
        core_nights=3600 * of_a_core,
        read=turns * k["turn_tokens_in"] * (1 - k["turn_tokens_known"]),
        written=turns * k["turn_tokens_out"],
        night_read=nights * night_in * (1 - k["night_tokens_known"]),
        night_written=nights * k["night_tokens_out"],
        memory=max(1, cores, night_cores) * k["process_memory"] + people * k["open"] * k["page_memory"],
        rows=rows,
        disk=disk,
        money=(cores + cores_database + night_cores) * k["price_core"]
        + disk / 1e9 * k["price_gigabyte"]
        + MONTH * _tokens(people, daily, k),
    )


def _tokens(people: int, daily: float, k: Mapping[str, float]) -> float:
    """What a day's tokens cost."""
    night_in = k["night_tokens"] - k["night_tokens_out"]
    kinds = (
        (daily, k["turn_tokens_known"], k["turn_tokens_in"], k["turn_tokens_out"]),
        (people, k["night_tokens_known"], night_in, k["night_tokens_out"]),
    )
    return sum(
        times * (read * (1 - known) * k["price_in"] + read * known * k["price_known"] + written * k["price_out"]) / 1e6
        for times, known, read, written in kinds
    )


def short(number: float) -> str:
    """Two figures that count: < 0.01, 0.031, 5.4, 54, 540, 5.4 k, 54 M."""
    if number < 0.01:
        return "< 0.01"
    for size, letter in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{_two(number / size)}{letter}"
    return _two(number)


def _two(number: float) -> str:
    return f"{number:.0f}" if number >= 10 else f"{number:.1f}" if number >= 1 else f"{number:.2g}"


def table(k: Mapping[str, float]) -> str:
    """A column for each number of people."""
    plans = [plan(people, k) for people in PEOPLE]
    lines = [[words, *(short(getattr(one, name)) for one in plans)] for name, words in ROWS.items()]
    lines.insert(1, ["---", *("---:" for _ in plans)])
    return _drawn(lines)


def page() -> str:
    """The whole of it."""
    found = figures()
    measured = [[name, short(one["value"]), one["unit"], f"`{one['by']}`"] for name, one in found["measured"].items()]
    assumed = [[name, short(one["value"]), one["unit"]] for name, one in found["assumed"].items()]
    return (
        "\n\n".join(
            (
                _INTRO.strip(),
                table(values(found)),
                _CARE,
                "## Measured",
                _drawn([["", "figure", "unit", "by"], ["---", "---:", "---", "---"], *measured]),
                "## Assumed",
                "Nobody measured these; prices are round figures to begin with, in one money.",
                _drawn([["", "figure", "unit"], ["---", "---:", "---"], *assumed]),
            )
        )
        + "\n"
    )


def _drawn(lines: Sequence[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> None:
    """Write the page, or print another plan."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="another figure")
    changes = dict(change.partition("=")[::2] for change in parser.parse_args().set)
    known = values(figures())
    if unknown := set(changes) - set(known):
        parser.error(f"no figure is called {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    try:
        known |= {name: float(value) for name, value in changes.items()}
    except ValueError:
        parser.error("a figure is a number, as in --set active=0.6")
    if changes:
        sys.stdout.write(f"{table(known)}\n")
    else:
        PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
