"""Small conversations in the three formats, written for these tests."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.shared import shared as there

LOCOMO: dict[str, Any] = {
    "speaker_a": "Ines",
    "speaker_b": "Tom",
    "session_1_date_time": "1:56 pm on 8 May, 2023",
    "session_1": [
        {"speaker": "Ines", "dia_id": "D1:1", "text": "I adopted a greyhound called Biscuit."},
        {"speaker": "Tom", "dia_id": "D1:02", "text": "Lovely! Where from?"},
        {
            "speaker": "Ines",
            "dia_id": "D1:3",
            "text": "From the shelter by the harbour.",
            "query": "harbour shelter dog",
        },
        {"speaker": "Tom", "dia_id": "D1:4", "text": "Look at this.", "blip_caption": "a photo of a violin on a table"},
    ],
    "session_2_date_time": "9:05 am on 2 July, 2023",
    "session_2": [
        {"speaker": "Tom", "dia_id": "D2:1", "text": "My violin teacher moved to Oslo."},
        {"speaker": "Ines", "dia_id": "D2:2", "text": "I started swimming on Tuesdays."},
    ],
    "session_3_date_time": "9:05 am on 2 August, 2023",
    "qa": [
        {"question": "What is Ines' dog called?", "answer": "Biscuit", "evidence": ["D1:1"], "category": 4},
        {
            "question": "Where did the dog come from, and who left?",
            "answer": "-",
            "evidence": ["D1:03; D2:1"],
            "category": 1,
        },
        {"question": "Why?", "answer": "-", "evidence": [], "category": 3},
        {"question": "Nowhere?", "answer": "-", "evidence": ["D9:9", "D"], "category": 3},
        {"question": "What is Tom's dog called?", "adversarial_answer": "-", "evidence": ["D1:1"], "category": 5},
    ],
}

LONGMEMEVAL: list[dict[str, Any]] = [
    {
        "question_id": "q1",
        "question_type": "single-session-user",
        "question": "Which museum did I visit?",
        "question_date": "2023/06/30 (Fri) 10:00",
        "haystack_dates": ["2023/05/21 (Sun) 08:00", "2023/05/20 (Sat) 02:21"],
        "haystack_session_ids": ["answer_1", "noise"],
        "haystack_sessions": [
            [
                {"role": "user", "content": "I went to the maritime museum today.", "has_answer": True},
                {"role": "assistant", "content": "How was the maritime museum?", "has_answer": False},
            ],
            [{"role": "user", "content": "Please convert 12 inches."}, {"role": "assistant", "content": "30.48 cm."}],
        ],
        "answer_session_ids": ["answer_1"],
    },
    {"question_id": "q2_abs", "question_type": "single-session-user", "haystack_sessions": []},
]

OWN: dict[str, Any] = {
    "id": "zh-t01",
    "language": "zh",
    "person": "小林，28岁，护士",
    "pet": "米粒",
    "asked_at": "2026-04-01T19:00",
    "sessions": [
        {
            "at": "2026-03-20T21:10",
            "turns": [
                {"id": "1:1", "who": "person", "say": "我妹妹在成都开了一家面馆"},
                {"id": "1:2", "who": "pet", "say": "生意好吗？"},
                {"id": "1:3", "who": "person", "say": "周末要排队，她特别高兴"},
            ],
        },
        {"at": "2026-03-28T20:00", "turns": [{"id": "2:1", "who": "person", "say": "今天买了一把蓝色的雨伞"}]},
    ],
    "questions": [
        {"ask": "妹妹的面馆开在哪里？", "kind": "single", "evidence": ["1:1"]},
        {"ask": "雨伞是什么颜色？", "kind": "single", "evidence": ["2:1"]},
    ],
    "pairs": [{"true": "你还记得我妹妹的面馆吗？", "evidence": ["1:1"], "never": "你还记得我表哥的摩托车吗？"}],
}


@pytest.fixture
def shared() -> Path:
    """Other people's data, where it is."""
    return there("data/locomo").parents[1]


@pytest.fixture
def locomo_zip(tmp_path: Path) -> Path:
    """As people pack it: deep in folders, with a Mac's droppings."""
    path = tmp_path / "locomo.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/b/data/7.json", json.dumps(LOCOMO))
        archive.writestr("__MACOSX/a/b/data/._7.json", b"\x00\x05")
        archive.writestr("a/readme.txt", "no data")
    return path


@pytest.fixture
def own_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "zh-t01.json").write_text(json.dumps(OWN, ensure_ascii=False), "utf-8")
    return folder


@pytest.fixture
def longmemeval_file(tmp_path: Path) -> Path:
    path = tmp_path / "longmemeval.json"
    path.write_text(json.dumps(LONGMEMEVAL), "utf-8")
    return path
