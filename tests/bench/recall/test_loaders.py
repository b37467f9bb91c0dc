"""What the files do that a reader would not expect, and what is said when they are not what they should be."""

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.bench.recall.conftest import LOCOMO, OWN

from pawsona.bench.recall import locomo, longmemeval, own
from pawsona.bench.recall.suite import arms_of, dataset_of
from pawsona.errors import InputError


def test_locomo_is_read_from_any_depth_with_its_traps(locomo_zip: Path) -> None:
    [conversation] = (dataset := locomo.load(locomo_zip)).conversations
    assert conversation.id == "7"
    assert [len(sitting.turns) for sitting in conversation.sittings] == [4, 2], "a date without turns is no session"
    assert [turn.id for turn in conversation.turns] == ["D1:1", "D1:2", "D1:3", "D1:4", "D2:1", "D2:2"]
    assert conversation.sittings[0].at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert conversation.turns[3].text == "Look at this. a photo of a violin on a table"
    assert dataset.dropped == {"no turn is named as evidence": 2}
    assert [(q.category, set(q.evidence), q.answerable) for q in conversation.questions] == [
        ("4", {"D1:1"}, True),
        ("1", {"D1:3", "D2:1"}, True),
        ("5", {"D1:1"}, False),
    ]
    assert conversation.questions[1].sittings == {"S1", "S2"}
    assert conversation.two_persons


def test_the_words_by_which_pictures_were_searched_are_left_out_unless_asked_for(locomo_zip: Path) -> None:
    [without] = locomo.load(locomo_zip).conversations
    [with_] = locomo.load(locomo_zip, image_queries=True).conversations
    assert without.turns[2].text == "From the shelter by the harbour."
    assert with_.turns[2].text == "From the shelter by the harbour. harbour shelter dog"


def test_the_later_release_keeps_sessions_one_level_down(tmp_path: Path) -> None:
    inner = {key: value for key, value in LOCOMO.items() if key != "qa"}
    path = tmp_path / "locomo10.json"
    path.write_text(json.dumps([{"sample_id": f"conv-{n}", "conversation": inner, "qa": LOCOMO["qa"]} for n in (1, 2)]))
    assert [one.id for one in locomo.load(path).conversations] == ["conv-1", "conv-2"]


def test_longmemeval_knows_evidence_by_turn_and_by_session(longmemeval_file: Path) -> None:
    [conversation] = (dataset := longmemeval.load(longmemeval_file)).conversations
    assert [sitting.id for sitting in conversation.sittings] == ["noise", "answer_1"], "by date"
    [question] = conversation.questions
    assert question.evidence == {"answer_1:0"}
    assert question.sittings == {"answer_1"}
    assert [turn.role for turn in conversation.turns] == ["person", "pet"] * 2
    assert sum(dataset.dropped.values()) == 1
    assert not conversation.two_persons


def test_our_own_form(own_folder: Path) -> None:
    [conversation] = own.load(own_folder).conversations
    assert (conversation.language, conversation.person) == ("zh", "小林")
    assert [pair.evidence for pair in conversation.pairs] == [{"1:1"}]
    assert conversation.questions[1].sittings == {"S2"}
    assert conversation.asked_at == datetime(2026, 4, 1, 19, tzinfo=UTC)


@pytest.mark.parametrize(
    "change",
    [
        {"language": "fr"},
        {"sessions": []},
        {"questions": [{"ask": "?", "kind": "single", "evidence": ["7:7"]}]},
        {"pairs": [{"true": "?", "never": "?", "evidence": ["7:7"]}]},
        {"asked_at": "soon"},
        {"asked_at": "2025-01-01T00:00"},
        {"sessions": 3},
    ],
)
def test_a_conversation_of_ours_that_does_not_hold_together_is_refused(
    own_folder: Path, change: dict[str, Any]
) -> None:
    (own_folder / "broken.json").write_text(json.dumps(OWN | {"id": "other"} | change))
    with pytest.raises(InputError, match="broken.json"):
        own.load(own_folder)


def test_an_id_is_used_once(own_folder: Path) -> None:
    (own_folder / "again.json").write_text(json.dumps(OWN))
    with pytest.raises(InputError, match="zh-t01"):
        own.load(own_folder)


@pytest.mark.parametrize("suite", ["locomo", "longmemeval", "own"])
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("absent.zip", None),
        ("damaged.json", b'{"session_1": ['),
        ("latin.json", b'{"a": "\xe9"}'),
        ("other.json", b'{"a": 1}'),
        ("list.json", b"[1, 2, null]"),
        ("cut.zip", b"PK\x03\x04 and no more"),
        ("deep.json", b"[" * 100_000),
    ],
)
def test_wrong_data_says_where_the_right_is(suite: str, name: str, content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"(?s)github\.com|benchmarks/sets"):
        dataset_of(suite, path)


def test_an_empty_zip_and_an_empty_folder_hold_nothing(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    (tmp_path / "folder").mkdir()
    for name in ("empty.zip", "folder"):
        with pytest.raises(InputError, match=r"no JSON file.+github\.com"):
            dataset_of("locomo", tmp_path / name)


def test_data_in_which_nothing_can_be_asked_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "7.json"
    path.write_text(json.dumps(LOCOMO | {"qa": []}))
    with pytest.raises(InputError, match="no question"):
        dataset_of("locomo", path)


def test_a_date_in_another_form_names_the_conversation(tmp_path: Path) -> None:
    path = tmp_path / "7.json"
    path.write_text(json.dumps(LOCOMO | {"session_1_date_time": "yesterday"}))
    with pytest.raises(InputError, match="'7'"):
        dataset_of("locomo", path)


def test_arms_are_named_with_commas() -> None:
    assert arms_of("dense, bm25") == ("bm25", "dense")
    for wrong in ("dense,magic", ","):
        with pytest.raises(InputError, match="bm25-raw"):
            arms_of(wrong)
