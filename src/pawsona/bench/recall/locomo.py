"""LoCoMo (Maharana et al. 2024): two people's talk over months, with questions and the turns that answer them.

What its files do that a reader would not expect: evidence ids come zero-padded ("D1:03") and several in one string;
some sessions have a date and no turns; categories are numbers whose names others swap, so they stay numbers here
(1 has 282 questions, 2 has 321, 3 has 96, 4 has 841, 5 - what was never said - has 446).
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pawsona.bench.recall.archive import documents
from pawsona.bench.recall.conversation import Conversation, Dataset, Question, Sitting, Turn
from pawsona.errors import InputError

WHERE = (
    "LoCoMo is at github.com/snap-research/locomo (data/locomo10.json, or a zip of its conversation files); "
    "its licence is for you to check, it is believed to allow research only (CC BY-NC 4.0)."
)
ADVERSARIAL = "5"
_ID = re.compile(r"D0*(\d+):0*(\d+)")
_SESSION = re.compile(r"session_(\d+)")
_DATE = "%I:%M %p on %d %B, %Y"


def load(path: Path, *, image_queries: bool = False) -> Dataset:
    """Read LoCoMo, as one file of ten, a zip of files, or a folder.

    Args:
        path: what the user named.
        image_queries: whether a turn's text has the query by which its picture was searched as well. No chat has it,
            and it was used to make the data.

    Raises:
        InputError: it is not LoCoMo.
    """
    dropped: Counter[str] = Counter()
    found: list[Conversation] = []
    for name, sample in _samples(path):
        whole = _whole(sample)
        if whole is not None:
            id_ = name if name not in {one.id for one in found} else f"{name} ({len(found) + 1})"
            found.append(_conversation(id_, whole, image_queries, dropped))
    if not found:
        raise InputError(f"{str(path)!r} holds JSON, but no LoCoMo conversation (session_1, qa). {WHERE}")
    return Dataset("locomo", tuple(found), dict(dropped))


def _samples(path: Path) -> Iterator[tuple[str, Any]]:
    """What may be conversations, with their names: one a file, or a list of them in one."""
    for name, document in documents(path, WHERE):
        for sample in document if isinstance(document, list) else [document]:
            id_ = sample.get("sample_id") if isinstance(sample, dict) else None
            yield str(id_ or Path(name or path.name).stem), sample


def _whole(sample: Any) -> Mapping[str, Any] | None:
    """Sessions and questions in one mapping: the later release keeps the sessions one level down."""
    if not isinstance(sample, dict):
        return None
    inner = sample.get("conversation")
    whole = {**inner, "qa": sample.get("qa")} if isinstance(inner, dict) else sample
    has_turns = any(_SESSION.fullmatch(key) and whole[key] for key in whole)
    return whole if has_turns and isinstance(whole.get("qa"), list) else None


def _conversation(id_: str, whole: Mapping[str, Any], image_queries: bool, dropped: Counter[str]) -> Conversation:
    try:
        sittings = tuple(_sittings(whole, image_queries))
        after = sittings[-1].turns[-1].at + timedelta(hours=1)
        sitting_of = {turn.id: sitting.id for sitting in sittings for turn in sitting.turns}
        questions = tuple(_questions(id_, whole["qa"], sitting_of, after, dropped))
        speakers = str(whole["speaker_a"]), str(whole["speaker_b"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise InputError(f"The conversation {id_!r} is not as LoCoMo's are ({type(error).__name__}). {WHERE}") from None
    return Conversation(
        id=id_,
        language="en",
        person=speakers[0],
        pet=speakers[1],
        sittings=sittings,
        questions=questions,
        asked_at=after,
    )


def _sittings(whole: Mapping[str, Any], image_queries: bool) -> Iterator[Sitting]:
    numbers = sorted(int(match[1]) for key in whole if (match := _SESSION.fullmatch(key)) and whole[key])
    for number in numbers:
        at = datetime.strptime(whole[f"session_{number}_date_time"].strip(), _DATE).replace(tzinfo=UTC)
        rows = enumerate(whole[f"session_{number}"])
        yield Sitting(f"S{number}", at, tuple(_turn(row, at + timedelta(minutes=n), image_queries) for n, row in rows))


def _turn(row: Mapping[str, Any], at: datetime, image_queries: bool) -> Turn:
    """Both are persons: what either says is what somebody tells."""
    return Turn(_id(row["dia_id"]), str(row["speaker"]), "person", _text(row, image_queries), at)


def _id(text: str) -> str:
    found = _ID.search(text)
    if found is None:
        raise ValueError(text)
    return f"D{found[1]}:{found[2]}"


def _text(row: Mapping[str, Any], image_queries: bool) -> str:
    """What was said and what the picture shows."""
    parts = [row["text"], row.get("blip_caption"), row.get("query") if image_queries else None]
    return " ".join(str(part).strip() for part in parts if part)


def _questions(
    id_: str, rows: list[dict[str, Any]], sitting_of: Mapping[str, str], after: datetime, dropped: Counter[str]
) -> Iterator[Question]:
    for number, row in enumerate(rows, 1):
        category = str(row["category"])
        named = [f"D{a}:{b}" for text in row.get("evidence") or [] for a, b in _ID.findall(str(text))]
        evidence = frozenset(one for one in named if one in sitting_of)
        if not evidence:
            dropped["no turn is named as evidence"] += 1
            continue
        yield Question(
            id=f"{id_}/{number}", ask=str(row["question"]), category=category, asked_at=after, evidence=evidence,
            sittings=frozenset(sitting_of[one] for one in evidence), answerable=category != ADVERSARIAL,
        )  # fmt: skip
