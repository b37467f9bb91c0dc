"""The table of broken answers, and whether a reader got out of one what a person would read in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import yaml
from tests.minds.llm.inputs import INPUTS

from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import InvalidOutputError
from pawsona.minds.llm.answers import ANSWERS
from pawsona.skills import ACTS, IPET, SKILLS


@dataclass(frozen=True, kw_only=True)
class Case:
    """One answer; `expect` is a few fields of the output by their paths, or `refused`."""

    id: str
    skill: str
    language: Language
    damage: str
    text: str
    expect: Mapping[str, Any] | Literal["refused"]
    known: str = ""
    """Why a row fails that should not."""

    @property
    def recoverable(self) -> bool:
        return self.expect != "refused"

    @cached_property
    def given(self) -> Any:
        return INPUTS[self.skill](self.language)

    def read(self) -> Any:
        """The valid output.

        Raises:
            InvalidOutputError: there is none in the text.
        """
        return self.valid(ANSWERS[self.skill].read(self.skill, self.text, self.given))

    def valid(self, output: Any) -> Any:
        return {**SKILLS, **ACTS}[self.skill].validate(self.given, output, IPET)

    def wrong(self, output: Any) -> list[str]:
        """What the output says otherwise than the text does."""
        if self.expect == "refused":
            return ["it should have been refused"]
        found = {path: _at(output, path.split(".")) for path in self.expect}
        return [f"{path} is {found[path]!r}" for path, value in self.expect.items() if found[path] != value]

    def problems(self) -> list[str]:
        """Nothing where the reader does what a person would."""
        try:
            return self.wrong(self.read())
        except InvalidOutputError as error:
            return [str(error)] if self.recoverable else []


def cases() -> Iterator[Case]:
    """The 200."""
    for language in LANGUAGES:
        yield from _rows(language)


def fresh() -> Iterator[Case]:
    """What was written after the readers had been mended at the 200."""
    return _rows("fresh")


def _rows(name: str) -> Iterator[Case]:
    rows = yaml.safe_load(Path(__file__).with_name(f"{name}.yaml").read_text("utf-8"))
    return (Case(**row) for row in rows)


def _at(value: Any, path: list[str]) -> Any:
    """What stands at a path, as the table writes it; None where there is nothing."""
    for step in path:
        try:
            value = _step(value, step)
        except (LookupError, AttributeError, ValueError):
            return None
    return _plain(value)


def _step(value: Any, step: str) -> Any:
    if step == "#":
        return len(value)
    if isinstance(value, Mapping):
        return value[step]
    return value[int(step)] if isinstance(value, tuple) else getattr(value, step)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, date | time):
        return value.isoformat("minutes") if isinstance(value, time) else value.isoformat()
    if isinstance(value, IntEnum):
        return int(value)
    return list(value) if isinstance(value, tuple) else value
