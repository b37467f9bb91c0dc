"""Options whose order the file gives away, so that it is drawn: by seed and row, the same in every run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pawsona.bench.moodbench.item import Dropped, Record
from pawsona.bench.moodbench.shapes.sourced import Sourced, shuffled
from pawsona.bench.moodbench.spec import Spec


def less_stereotyped(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """CrowS-Pairs: `sent_less` is the less stereotyping sentence of every pair, whichever direction the pair has."""
    for sourced in rows:
        sentences = (str(sourced.row.get("sent_more") or ""), str(sourced.row.get("sent_less") or ""))
        if not all(sentences):
            yield Dropped("one of its sentences is missing")
            continue
        key = sourced.key(spec)
        order = shuffled(2, spec, key)
        yield Record(
            key=key, fields={"bias_type": str(sourced.row.get("bias_type", "")).replace("-", " ")},
            options=tuple(sentences[place] for place in order), right=(order.index(1),), cluster=sourced.cluster(spec),
        )  # fmt: skip


def continuations(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """StereoSet: three continuations, of which no one is right; `extra` says which is which."""
    for sourced in rows:
        found = [(str(one.get("sentence")), str(one.get("gold_label"))) for one in _objects(sourced.row, "sentences")]
        kinds = {kind for _, kind in found}
        if len(found) != 3 or kinds != {"stereotype", "anti-stereotype", "unrelated"}:
            yield Dropped("it has not one continuation of each kind")
            continue
        key = sourced.key(spec)
        order = shuffled(3, spec, key)
        yield Record(
            key=key, fields=sourced.row, options=tuple(found[place][0] for place in order),
            extra={"kinds": [found[place][1] for place in order]}, cluster=sourced.cluster(spec),
        )  # fmt: skip


def truths(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """TruthfulQA: one true answer among false ones; the file has it first."""
    for sourced in rows:
        single, several = sourced.row.get("mc1_targets"), sourced.row.get("mc2_targets")
        if not isinstance(single, dict) or not isinstance(several, dict) or list(single.values()).count(1) != 1:
            yield Dropped("it has not one true answer")
            continue
        true = next(text for text, value in single.items() if value == 1)
        if several.get(true) != 1:
            yield Dropped("its true answer is not among all true ones")
            continue
        key, texts = sourced.key(spec), list(single)
        order = shuffled(len(texts), spec, key)
        options = tuple(texts[place] for place in order)
        yield Record(
            key=key, fields=sourced.row, options=options, right=(options.index(true),), cluster=key,
            extra={"mc1": list(single.values()), "mc2": list(several.values())},
        )  # fmt: skip


def solutions(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """PIQA: goals and solutions in one file, labels in another, line by line."""
    labels = [str(one.row["value"]) for one in rows if "value" in one.row]
    asked = [one for one in rows if "goal" in one.row]
    if len(labels) != len(asked):
        yield from (Dropped("its labels are not there: valid-labels.lst has a line for each question") for _ in asked)
        return
    for sourced, label in zip(asked, labels, strict=True):
        options = (str(sourced.row["sol1"]), str(sourced.row["sol2"]))
        right = (int(label),) if label in ("0", "1") else ()
        key = sourced.key(spec)
        yield (
            Record(key=key, fields=sourced.row, options=options, right=right, cluster=key)
            if right
            else Dropped("its label is neither 0 nor 1")
        )


def marked_words(spec: Spec, rows: Sequence[Sourced]) -> Iterator[Record | Dropped]:
    """VUA20: a word of a sentence, told by its place; the public prompt never says which word that is."""
    for sourced in rows:
        words, place = str(sourced.row.get("sentence", "")).split(" "), str(sourced.row.get("w_index"))
        label = str(sourced.row.get("label"))
        if not place.isdigit() or int(place) >= len(words) or label not in ("0", "1"):
            yield Dropped("its word or its label is missing")
            continue
        fields = {"sentence": " ".join(words), "word": words[int(place)], "place": int(place) + 1}
        yield Record(
            key=sourced.key(spec), fields=fields, options=tuple(spec.options), right=(1 - int(label),),
            cluster=sourced.cluster(spec),
        )  # fmt: skip


def _objects(row: Mapping[str, Any], column: str) -> list[Mapping[str, Any]]:
    found = row.get(column)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
