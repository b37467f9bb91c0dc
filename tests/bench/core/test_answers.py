"""Predictions that can't be scored are refused as a whole, with everything that is wrong in one sentence."""

import json
from pathlib import Path

import pytest

from pawsona.bench.core.answers import matched, read_predictions, read_references
from pawsona.bench.core.suite import Item
from pawsona.errors import InputError

ITEMS = [Item(id=name, task="t", reference="r") for name in "abcde"]


def written(folder: Path, *rows: object) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return path


def test_everything_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(InputError) as found:
        matched([("a", "x"), ("a", "y"), ("z", "x"), ("b", None)], ITEMS)
    said = str(found.value)
    for part in (
        "1 id there twice (a)",
        "1 id without a reference (z)",
        "3 ids without a prediction (c, d, e)",
        "1 id with null (b)",
        "--partial",
    ):
        assert part in said


def test_a_part_of_the_answers_is_a_part_and_not_ranked() -> None:
    answers = matched([("a", "x"), ("b", None), ("c", "")], ITEMS, partial=True)
    assert answers.texts == {"a": "x", "c": ""}, "an empty answer is an answer, a null is none"
    assert (answers.expected, answers.coverage, answers.ranked) == (5, 0.4, False)
    assert matched([(item.id, "x") for item in ITEMS], ITEMS).ranked
    with pytest.raises(InputError, match="twice"):
        matched([("a", "x"), ("a", "x")], ITEMS, partial=True)


def test_files_are_read_with_ids_of_any_plain_kind(tmp_path: Path) -> None:
    path = written(tmp_path, {"id": 7, "prediction": "x"}, {"id": "b", "prediction": None, "system": "s"})
    assert read_predictions(path) == [("7", "x"), ("b", None)]
    path = written(tmp_path, {"id": 7, "reference": "r", "task": "t", "language": "en"})
    assert read_references(path) == [Item(id="7", task="t", reference="r", language="en")]


@pytest.mark.parametrize(
    ("row", "says"),
    [({"prediction": "x"}, 'no "id"'), ({"id": True, "prediction": "x"}, 'no "id"'), ({"id": "a"}, "no text"),
     ({"id": "a", "prediction": 3}, "no text")],
)  # fmt: skip
def test_a_line_without_its_parts_is_named(row: object, says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"object 1.*{says}"):
        read_predictions(written(tmp_path, row))


def test_references_must_be_texts_under_their_own_ids(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="null"):
        read_references(written(tmp_path, {"id": "a", "reference": None}))
    with pytest.raises(InputError, match="twice: a"):
        read_references(written(tmp_path, {"id": "a", "reference": "x"}, {"id": "a", "reference": "x"}))


def test_a_file_that_is_none_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="can't be read"):
        read_predictions(tmp_path / "absent.jsonl")
    (tmp_path / "gbk").write_bytes('{"id": "甲"}'.encode("gbk"))
    with pytest.raises(InputError, match="UTF-8"):
        read_predictions(tmp_path / "gbk")
