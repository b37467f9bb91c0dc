"""Data that is not as it should be: each fault is one line with its file, and the rest goes on."""

from pathlib import Path

import pytest

from pawsona.bench.moodbench.load import Loaded, load
from pawsona.bench.moodbench.replies import read_marks, read_replies
from pawsona.bench.moodbench.source import data_folder
from pawsona.bench.moodbench.spec import spec_of
from pawsona.errors import InputError

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"


def loaded(name: str, folder: Path, path: str, content: str | bytes) -> Loaded:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return load(spec_of(name), folder)


AG_NEWS = "basic_ability/NLU/ag_news_csv/test.csv"
LCQMC = "basic_ability/NLU/lcqmc_json/LCQMC_test.json"
RTE = "basic_ability/NLI/rte_parquet/validation-00000-of-00001.parquet"
BBQ = "values/value/BBQ_jsonl/Age.jsonl"


@pytest.mark.parametrize(
    ("name", "path", "content", "fault"),
    [
        ("AGNews", AG_NEWS, "", "is empty"),
        ("AGNews", AG_NEWS, "\n\n", "is empty"),
        ("AGNews", AG_NEWS, '"1","no description"\n', "line 1 has 2 of 3 columns"),
        ("AGNews", AG_NEWS, POINTER, "is a Git LFS pointer"),
        ("LCQMC", LCQMC, "{broken", "is no JSON"),
        ("LCQMC", LCQMC, "[1, 2]", "2 of its entries are no objects"),
        ("LCQMC", LCQMC, '[{"a": 1}]', "has no column 'sentence1', 'sentence2', 'gold_label'"),
        ("BBQ", BBQ, "\nnot json\n", "line 2 is no JSON object"),
        ("RTE", RTE, b"PAR1 and then nonsense PAR1", "can't be read as Parquet"),
        ("SafetyBench1", "values/value/SafetyBench_json/dev_en.json", '{"Other": []}', "has no rows under 'Ethics and"),
        ("Book-SORT", "company_ability/memory/booksort/data/test_e1000_s50.parquet", POINTER, "is a Git LFS pointer"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(
    tmp_path: Path, name: str, path: str, content: str | bytes, fault: str
) -> None:
    if path.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    found = loaded(name, tmp_path, path, content)
    assert not found.items
    [problem] = found.problems
    assert problem.startswith(path)
    assert fault in problem
    assert "\n" not in problem


def test_parquet_from_another_version_is_named(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    file = tmp_path / RTE
    file.parent.mkdir(parents=True)
    parquet.write_table(pyarrow.table({"premise": ["a"], "hypothesis": ["b"], "idx": [1]}), file)
    assert load(spec_of("RTE"), tmp_path).problems == (
        f"{RTE}: has no column 'label'; it may be from another version.",
    )


def test_headers_read_as_rows_are_dropped_and_counted(tmp_path: Path) -> None:
    found = loaded("AGNews", tmp_path, AG_NEWS, 'Class Index,Title,Description\n2,Cup,"A goal, late"\n')
    assert len(found.items) == 1
    assert found.dropped == {"its label names none of its options": 1}


def test_a_damaged_line_loses_only_itself(tmp_path: Path) -> None:
    rows = [f'{{"ID": "{n}", "sentence1": "甲{n}", "sentence2": "乙", "gold_label": "1"}}' for n in range(3)]
    found = loaded("LCQMC", tmp_path, LCQMC, "\n".join([rows[0], "{", rows[1], rows[2]]))
    assert len(found.items) == 3
    assert "line 2" in found.problems[0]


def test_other_encodings_are_read_and_named(tmp_path: Path) -> None:
    row = '{"ID": "1", "sentence1": "怎么走", "sentence2": "怎么去", "gold_label": "1"}\n'
    found = loaded("LCQMC", tmp_path, LCQMC, row.encode("gb18030"))
    assert "怎么走" in found.items[0].prompt
    assert "it was read as GB18030" in found.problems[0]
    mixed = loaded(
        "LCQMC",
        tmp_path,
        LCQMC,
        row.encode() + b'{"ID": "2", "sentence1": "\xff\xfe\xff", "sentence2": "b", "gold_label": "0"}\n',
    )
    assert len(mixed.items) == 2
    assert "mixes encodings" in mixed.problems[0]


def test_one_bad_file_of_many_leaves_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "basic_ability/common_sense/CMMLU_csv/test"
    folder.mkdir(parents=True)
    (folder / "arts.csv").write_text(",Question,A,B,C,D,Answer\n0,问,一,二,三,四,B\n", "utf-8")
    for name in ("law", "logical"):
        (folder / f"{name}.csv").write_text(POINTER)
    found = load(spec_of("CMMLU"), tmp_path)
    assert [item.right for item in found.items] == [{"B"}]
    assert found.problems[0].startswith("basic_ability/common_sense/CMMLU_csv/test/law.csv (and 1 more): ")


def test_a_folder_or_archive_that_is_no_data_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "half.tar.xz").write_bytes(b"\xfd7zXZ\x00half")
    for path in (tmp_path, tmp_path / "absent", tmp_path / "half.tar.xz"):
        with pytest.raises(InputError, match="QuwanAI/MoodBench"), data_folder(path):
            pass


def test_replies_are_used_as_far_as_they_go(tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    file.write_text(
        '{"id": "a/1", "prediction": "B"}\n{"id": "a/1", "prediction": "C"}\n{"id": "a/2", "prediction": null}\n'
        '{"id": "x/9", "prediction": "A"}\n{"prediction": "A"}\nnot json\n{"id": "a/3"}\n',
        "utf-8",
    )
    found, problems = read_replies(file, {"a/1", "a/2", "a/3"})
    assert found == {"a/1": "B", "a/2": None}
    assert len(problems) == 4
    file.write_text("{}\n")
    with pytest.raises(InputError, match="has no prediction that can be used"):
        read_replies(file, {"a/1"})
    with pytest.raises(InputError, match="can't be read"):
        read_replies(tmp_path / "absent.jsonl", {"a/1"})


def test_a_judge_s_marks_are_held_to_their_scale(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    good = '{"id": "a/1", "scores": {"completeness": 5, "conciseness": 3, "faithfulness": 1}}\n'
    file.write_text(good + '{"id": "a/2", "scores": {"completeness": 7, "conciseness": 3, "faithfulness": 1}}\n')
    found, problems = read_marks(file, {"a/1", "a/2"})
    assert list(found) == ["a/1"]
    assert "'a/2'" in problems[0]
