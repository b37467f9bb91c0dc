"""Emotion labels by number, and tweets whose text and label lie in two files."""

from collections.abc import Iterator, Sequence

from pawsona.bench.moodbench.item import Dropped, Record
from pawsona.bench.moodbench.shapes.sourced import Sourced
from pawsona.bench.moodbench.spec import Spec


def feelings(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """Texts with the numbers of all emotions that raters found."""
    for sourced in rows:
        numbers = str(sourced.row.get("labels", "")).split(",")
        if not all(number.isdigit() and int(number) < len(spec.options) for number in numbers):
            yield Dropped("its label names none of its options")
            continue
        yield Record(
            key=sourced.key(spec), fields=sourced.row, options=tuple(spec.options), right=tuple(map(int, numbers)),
            several=True, cluster=sourced.cluster(spec),
        )  # fmt: skip


def shared_tweets(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """SemEval-2018 Task 3: tweets that are in both files, joined by their id.

    The public code joins them by line, and no line of one file is the tweet of the same line in the other. The text is
    the input's: the gold file still has the hashtags (#irony, #sarcasm) that give the label away.
    """
    texts = {str(one.row["id"]): str(one.row["a"]) for one in rows if "b" not in one.row}
    for sourced in rows:
        if "b" not in sourced.row:
            continue
        key, label = str(sourced.row["id"]), str(sourced.row["a"])
        if label not in ("0", "1"):
            yield Dropped("its label is neither 0 nor 1")
        elif key not in texts:
            yield Dropped("its tweet is not in the input file, so the label can't be confirmed")
        else:
            fields = {"text": texts[key]}
            yield Record(key=key, fields=fields, options=tuple(spec.options), right=(1 - int(label),), cluster=key)
    labelled = {str(one.row["id"]) for one in rows if "b" in one.row}
    for key in texts:
        if key not in labelled:
            yield Dropped("its tweet has no label in the gold file")
