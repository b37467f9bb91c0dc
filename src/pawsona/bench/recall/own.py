"""Our own conversations of a person with their pet: form in docs/bench.md, files in benchmarks/sets/recall."""

import re
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pawsona.bench.recall.archive import documents
from pawsona.bench.recall.conversation import Conversation, Dataset, Pair, Question, Sitting, Turn
from pawsona.domain.language import LANGUAGES
from pawsona.errors import InputError

WHERE = "Ours are in benchmarks/sets/recall (Apache-2.0); docs/bench.md tells the form of your own."


def load(path: Path) -> Dataset:
    """Read conversations, one per file.

    Raises:
        InputError: a file is none, or a question names a turn that is not there.
    """
    found = tuple(
        _conversation(name or path.name, document)
        for name, document in documents(path, WHERE)
        if not (isinstance(document, dict) and document.keys().isdisjoint({"sessions", "questions"}))
    )
    if not found:
        raise InputError(f"{str(path)!r} holds JSON, but no conversation (sessions, questions). {WHERE}")
    repeated = [id_ for id_, count in Counter(one.id for one in found).items() if count > 1]
    if repeated:
        raise InputError(f"Two files have the conversation {repeated[0]!r}: give each its own id. {WHERE}")
    return Dataset("own", found)


def _conversation(name: str, row: Any) -> Conversation:
    try:
        return _read(row)
    except KeyError as error:
        raise InputError(f"{name!r} lacks {error.args[0]!r}, or names a turn that is not in it. {WHERE}") from None
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise InputError(f"{name!r} is not of our form ({type(error).__name__}). {WHERE}") from None


def _read(row: Mapping[str, Any]) -> Conversation:
    speakers = {"person": _name(row["person"]), "pet": _name(row["pet"])}
    sittings = tuple(
        _sitting(number, session, speakers)
        for number, session in enumerate(sorted(row["sessions"], key=lambda one: str(one["at"])), 1)
    )
    sitting_of = {turn.id: sitting.id for sitting in sittings for turn in sitting.turns}
    asked_at = _moment(row["asked_at"])
    if row["language"] not in LANGUAGES or asked_at < sittings[-1].at:
        raise ValueError("language or asked_at")
    questions = tuple(
        Question(
            id=f"{row['id']}/{number}", ask=str(one["ask"]), category=str(one["kind"]), asked_at=asked_at,
            evidence=frozenset(one["evidence"]), sittings=frozenset(sitting_of[turn] for turn in one["evidence"]),
        )
        for number, one in enumerate(row["questions"], 1)
    )  # fmt: skip
    pairs = tuple(
        Pair(f"{row['id']}/p{number}", str(one["true"]), str(one["never"]), _known(one["evidence"], sitting_of))
        for number, one in enumerate(row.get("pairs", ()), 1)
    )
    return Conversation(
        id=str(row["id"]), language=row["language"], person=speakers["person"], pet=speakers["pet"], sittings=sittings,
        questions=questions, asked_at=asked_at, pairs=pairs,
    )  # fmt: skip


def _sitting(number: int, row: Mapping[str, Any], speakers: Mapping[str, str]) -> Sitting:
    at = _moment(row["at"])
    turns = tuple(
        Turn(str(one["id"]), speakers[one["who"]], one["who"], str(one["say"]), at + timedelta(minutes=n))
        for n, one in enumerate(row["turns"])
    )
    return Sitting(f"S{number}", at, turns)


def _known(ids: list[str], sitting_of: Mapping[str, str]) -> frozenset[str]:
    return frozenset(one for one in ids if sitting_of[one])


def _name(text: str) -> str:
    """The name alone, where more is told of them: "Ana, 34, a nurse"."""
    return re.split(r"[,，、;；(（]", text, maxsplit=1)[0].strip()


def _moment(text: str) -> datetime:
    """A moment without a zone is meant as UTC, where these persons live."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)
