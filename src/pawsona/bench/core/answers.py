"""Answers beside the items that they answer: what is missing, too much or twice is said at once, before any score."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pawsona.bench.core.records import ENOUGH, read_lines
from pawsona.bench.core.suite import Item
from pawsona.domain.language import Language
from pawsona.errors import InputError

_NAMED = 3


@dataclass(frozen=True)
class Answers:
    """What one system answered; failures (null) and missing items are left out and counted, never scored 0."""

    texts: Mapping[str, str]
    expected: int

    @property
    def coverage(self) -> float:
        """Share of the items that have an answer."""
        return len(self.texts) / self.expected if self.expected else 0.0

    @property
    def ranked(self) -> bool:
        """Whether enough was answered to stand beside others."""
        return self.coverage >= ENOUGH


def read_predictions(path: Path) -> list[tuple[str, str | None]]:
    """Id and prediction of each line; a null stays one.

    Raises:
        InputError: a line lacks them, or the prediction is no text.
    """
    return [_pair(path, number, row, "prediction") for number, row in enumerate(_rows(path), 1)]


def read_references(path: Path) -> list[Item]:
    """Items of a file with `id` and `reference`, optionally `task`, `prompt`, `language` and `cluster`.

    Raises:
        InputError: a line lacks them, or an id is there twice.
    """
    items = []
    for number, row in enumerate(_rows(path), 1):
        id_, reference = _pair(path, number, row, "reference")
        if reference is None:
            raise InputError(f'{path}, object {number}: "reference" is null; a reference must be a text.')
        language: Language = "en" if row.get("language") == "en" else "zh"
        task, cluster = (str(row.get(name) or "") for name in ("task", "cluster"))
        prompt = str(row.get("prompt") or "")
        items.append(Item(id=id_, task=task, reference=reference, prompt=prompt, language=language, cluster=cluster))
    twice = _twice(item.id for item in items)
    if twice:
        raise InputError(f"{path} has ids twice: {some(twice)}. Each id may stand for one reference.")
    return items


def matched(predictions: Sequence[tuple[str, str | None]], items: Sequence[Item], *, partial: bool = False) -> Answers:
    """Predictions by the items they answer.

    Args:
        predictions: as read.
        items: what was asked.
        partial: let missing and null ones pass; they count as not answered.

    Raises:
        InputError: ids are twice, unknown or missing, or outputs null; all of it in one sentence.
    """
    known = {item.id for item in items}
    given = {id_ for id_, _ in predictions}
    texts = {id_: text for id_, text in predictions if text is not None}
    problems = [
        ("there twice", _twice(id_ for id_, _ in predictions), "keep one line of each"),
        ("without a reference", sorted(given - known), "leave them out, or give the references that they belong to"),
    ]
    if not partial:
        repair = "answer them, or score what is there with --partial"
        problems += [
            ("without a prediction", [item.id for item in items if item.id not in given], repair),
            ("with null", sorted(given - set(texts) & known), repair),
        ]
    said = [f"{_ids(ids)} {what} ({some(ids)}): {repair}" for what, ids, repair in problems if ids]
    if said:
        raise InputError(f"The predictions can't be scored as they are. {'; '.join(said)}.")
    return Answers(texts, len(items))


def _rows(path: Path) -> Iterable[dict[str, Any]]:
    try:
        yield from read_lines(path)
    except UnicodeDecodeError:
        raise InputError(f"{str(path)!r} is not UTF-8 text; write it as UTF-8.") from None
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InputError(f"{str(path)!r} can't be read ({reason}); name a file of one JSON object per line.") from None


def _pair(path: Path, number: int, row: Mapping[str, Any], name: str) -> tuple[str, str | None]:
    """The id and the text of a line."""
    id_, text = row.get("id"), row.get(name)
    if not isinstance(id_, str | int) or isinstance(id_, bool):
        raise InputError(f'{path}, object {number} has no "id"; each line is {{"id": ..., "{name}": ...}}.')
    if name not in row or not isinstance(text, str | None):
        raise InputError(f'{path}, object {number} ({id_}) has no text under "{name}"; null means that it failed.')
    return str(id_), text


def _twice(ids: Iterable[str]) -> list[str]:
    return sorted(id_ for id_, count in Counter(ids).items() if count > 1)


def _ids(ids: Sequence[str]) -> str:
    return f"{len(ids)} id{'s' if len(ids) > 1 else ''}"


def some(ids: Sequence[str]) -> str:
    """The first few of them."""
    return ", ".join(ids[:_NAMED]) + (", ..." if len(ids) > _NAMED else "")
