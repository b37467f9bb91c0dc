"""Several rows that are one question, and options that are a passage's entities."""

from collections.abc import Iterator, Sequence

from pawsona.bench.moodbench.item import Dropped, Record
from pawsona.bench.moodbench.shapes.sourced import Sourced
from pawsona.bench.moodbench.shapes.table import listed
from pawsona.bench.moodbench.spec import Spec


def answers_of_a_question(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """MultiRC: a row is one candidate answer; those of one question are its options, and any number may be right."""
    groups: dict[tuple[str, str], list[Sourced]] = {}
    for sourced in rows:
        groups.setdefault((str(sourced.row["paragraph"]), str(sourced.row["question"])), []).append(sourced)
    for (paragraph, question), group in groups.items():
        labels = [str(one.row.get("label")) for one in group]
        if not set(labels) <= {"0", "1"}:
            yield Dropped("a label is neither 0 nor 1")
            continue
        yield Record(
            key=group[0].key(spec),
            fields={"paragraph": paragraph.strip(), "question": question.strip()},
            options=tuple(str(one.row["answer"]) for one in group),
            right=tuple(place for place, label in enumerate(labels) if label == "1"),
            several=True,
            cluster=paragraph[:80],
        )


def entities(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """ReCoRD: which entity stands for the placeholder; each spelling among the answers is right."""
    for sourced in rows:
        options = tuple(dict.fromkeys(listed(sourced.row.get("entities"))))
        answers = set(listed(sourced.row.get("answers")))
        right = tuple(place for place, entity in enumerate(options) if entity in answers)
        if not right or len(options) < 2:
            yield Dropped("no answer is among its entities")
            continue
        passage = str(sourced.row["passage"]).replace("\n@highlight\n", "\n- ")
        yield Record(
            key=sourced.key(spec), fields={**sourced.row, "passage": passage}, options=options, right=right,
            cluster=str(sourced.row["passage"])[:80],
        )  # fmt: skip
