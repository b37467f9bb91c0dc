"""LongMemEval (Wu et al. 2025): one question each over a haystack of chats with an assistant."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pawsona.bench.recall.archive import documents
from pawsona.bench.recall.conversation import Conversation, Dataset, Question, Sitting, Turn
from pawsona.domain.message import Role
from pawsona.errors import InputError

WHERE = (
    "LongMemEval is at github.com/xiaowu0162/LongMemEval (longmemeval_s_cleaned.json and others, MIT licence); "
    "name the JSON file or a zip of it."
)
_DATE = "%Y/%m/%d %H:%M"


def load(path: Path) -> Dataset:
    """Read one of its files; questions without an answer in the haystack (`_abs`) have no evidence and are left out.

    Raises:
        InputError: it is not LongMemEval.
    """
    dropped: Counter[str] = Counter()
    found: list[Conversation] = []
    for _, document in documents(path, WHERE):
        for row in document if isinstance(document, list) else [document]:
            if isinstance(row, dict) and "haystack_sessions" in row:
                found.extend(conversation(row, dropped))
    if not found and not dropped:
        raise InputError(f"{str(path)!r} holds JSON, but no LongMemEval item (haystack_sessions). {WHERE}")
    return Dataset("longmemeval", tuple(found), dict(dropped))


def conversation(row: Mapping[str, Any], dropped: Counter[str]) -> Iterator[Conversation]:
    """One item as a conversation with one question; none where it can't be asked, which is counted.

    Raises:
        InputError: it is not as LongMemEval's are.
    """
    id_ = str(row.get("question_id", "?"))
    if id_.endswith("_abs"):
        dropped["nothing in the haystack answers it (_abs)"] += 1
        return
    try:
        sittings, evidence = sittings_of(row)
        answering = {str(one) for one in row["answer_session_ids"]}
        asked_at = moment_of(row["question_date"])
        question = Question(
            id=id_, ask=str(row["question"]), category=str(row["question_type"]), asked_at=asked_at, evidence=evidence,
            sittings=frozenset(one.id for one in sittings if one.id.partition("#")[0] in answering),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"The item {id_!r} is not as LongMemEval's are ({type(error).__name__}). {WHERE}") from None
    if not question.sittings:
        dropped["its answer's session is not in the haystack"] += 1
        return
    yield Conversation(
        id=id_,
        language="en",
        person="user",
        pet="assistant",
        sittings=sittings,
        questions=(question,),
        asked_at=asked_at,
    )


def sittings_of(row: Mapping[str, Any]) -> tuple[tuple[Sitting, ...], frozenset[str]]:
    """Sessions by date, and the turns that are marked as evidence. A session that comes twice gets a number."""
    together = zip(row["haystack_dates"], row["haystack_session_ids"], row["haystack_sessions"], strict=True)
    seen: Counter[str] = Counter()
    sittings: list[Sitting] = []
    evidence: set[str] = set()
    for date, name, turns in together:
        seen[str(name)] += 1
        id_ = str(name) if seen[str(name)] == 1 else f"{name}#{seen[str(name)]}"
        at = moment_of(date)
        ids = [f"{id_}:{number}" for number in range(len(turns))]
        said = (
            Turn(one, str(turn["role"]), _role(turn["role"]), str(turn["content"]), at + timedelta(minutes=n))
            for n, (one, turn) in enumerate(zip(ids, turns, strict=True))
        )
        evidence.update(one for one, turn in zip(ids, turns, strict=True) if turn.get("has_answer"))
        if turns:
            sittings.append(Sitting(id_, at, tuple(said)))
    return tuple(sorted(sittings, key=lambda one: one.at)), frozenset(evidence)


def _role(role: str) -> Role:
    return "person" if role == "user" else "pet"


def moment_of(text: str) -> datetime:
    """As in "2023/05/20 (Sat) 02:21"."""
    day, _, rest = text.partition("(")
    return datetime.strptime(f"{day.strip()} {rest.partition(')')[2].strip()}".strip(), _DATE).replace(tzinfo=UTC)
