"""How much of what small models break is read without a second call, beside `json.loads` and `json_repair` alone.

The table (tests/minds/llm/broken) has 200 answers: those that a person would read count; those that hold nothing, or
are in the wrong language, must be refused and are counted apart. Read means: the output passes the skill's rules and
says what the table expects. Goal: 90%.

Usage: PYTHONPATH=. python benchmarks/broken_outputs.py
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from json_repair import repair_json
from tests.minds.llm.broken.cases import Case, cases, fresh

from pawsona.errors import InvalidOutputError
from pawsona.minds.llm.answers import ANSWERS

Reader = Callable[[Case], Any]


def by_json(parse: Callable[[str], Any]) -> Reader:
    """The same shapes and rules, over what a parser makes of the text."""

    def read(case: Case) -> Any:
        answer = ANSWERS[case.skill]
        assert answer.shape is not None
        return case.valid(answer.build(answer.shape.model_validate(parse(case.text)), case.given))

    return read


READERS: dict[str, Reader] = {
    "ours": Case.read,
    "json_repair": by_json(lambda text: repair_json(text, return_objects=True)),
    "json.loads": by_json(json.loads),
}


def right(read: Reader, case: Case) -> bool:
    try:
        return not case.wrong(read(case))
    except (InvalidOutputError, ValueError, LookupError, TypeError, AttributeError):
        return not case.recoverable


def table(heading: str, groups: Iterable[tuple[str, list[Case]]]) -> None:
    print(f"\n{heading:<20} {'rows':>5} " + " ".join(f"{name:>12}" for name in READERS))
    for name, rows in groups:
        shares = (sum(right(read, case) for case in rows) / len(rows) for read in READERS.values())
        print(f"{name:<20} {len(rows):>5} " + " ".join(f"{share:>12.0%}" for share in shares))


def grouped(rows: Iterable[Case], key: Callable[[Case], str]) -> list[tuple[str, list[Case]]]:
    groups: defaultdict[str, list[Case]] = defaultdict(list)
    for case in rows:
        groups[key(case)].append(case)
    return sorted(groups.items())


def main() -> None:
    every = list(cases())
    readable = [case for case in every if case.recoverable]
    refused = [case for case in every if not case.recoverable]
    table("read, by damage", grouped(readable, lambda case: case.damage))
    table("read, by skill", grouped(readable, lambda case: case.skill))
    table("read, by language", grouped(readable, lambda case: case.language))
    table("read", [("all (goal 90%)", readable)])
    table("beyond the table", [("fresh, all", list(fresh()))])
    table("refused, by damage", grouped(refused, lambda case: case.damage))
    for case in [*readable, *fresh()]:
        if case.problems():
            print(f"{case.id}: {case.known or 'not read, and not marked as known'}")


if __name__ == "__main__":
    main()
