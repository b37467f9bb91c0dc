"""The instruction-following set: its content keeps its form, and its suite says what was wanted."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pawsona.bench.core import Score
from pawsona.bench.core.tree import draw
from pawsona.bench.h2htalk.instruct import EACH, EMOTIONS, STYLES, SUITE, TASKS, load, rows, tree
from pawsona.domain.language import LANGUAGES, Language, is_chinese
from pawsona.errors import ContentError

Row = Mapping[str, Any]
TEXTS = ("companion", "message", "need", "reference", "poor")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_its_form(language: Language) -> None:
    for row in rows(language):
        at = row["id"]
        assert re.fullmatch(rf"{language}-{row['task']}-\d\d", at)
        assert set(row) == {"id", "task", "emotion", "style", "history", "must", "must_not", *TEXTS}, at
        assert all(isinstance(row[name], str) and row[name].strip() for name in TEXTS), at
        assert 2 <= len(row["must"]) <= 3 and 1 <= len(row["must_not"]) <= 3, at
        assert (row["task"] == "context") == (len(row["history"]) >= 4) and len(row["history"]) <= 10, at
        assert all(set(turn) == {"who", "say"} and turn["who"] in ("person", "companion") for turn in row["history"]), (
            at
        )
        assert row["reference"] != row["poor"], at
        assert all(is_chinese(row[name]) == (language == "zh") for name in ("need", "reference", "poor")), at
        if language == "zh":
            assert not re.search(r"[一-鿿][,;:?!]", json.dumps(row, ensure_ascii=False)), at


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("task", TASKS)
def test_emotions_and_styles_are_spread(language: Language, task: str) -> None:
    some = [row for row in rows(language) if row["task"] == task]
    assert len({row["id"] for row in some}) == len(some) == EACH
    assert Counter(row["emotion"] for row in some) == dict.fromkeys(EMOTIONS, 10)
    pairs = Counter((row["emotion"], row["style"]) for row in some)
    assert min(pairs[emotion, style] for emotion in EMOTIONS for style in STYLES) >= 2


def grams(row: Row, language: Language) -> set[str]:
    text = row["message"].lower()
    if language == "zh":
        plain = re.sub(r"\W", "", text)
        return {plain[at : at + 10] for at in range(len(plain) - 9)}
    words = re.findall(r"[\w']+", text)
    return {" ".join(words[at : at + 6]) for at in range(len(words) - 5)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_messages_share_a_frame(language: Language) -> None:
    seen: Counter[str] = Counter()
    for row in rows(language):
        seen.update(grams(row, language))
    assert [gram for gram, count in seen.items() if count > 1] == []


def test_items_can_be_asked_and_judged() -> None:
    items = load().items
    assert Counter(item.task for item in items) == {task.name: task.n for task in SUITE.tasks}
    for item in items:
        asked = item.given["rubric"].prompt.format(answer="{what was said}")
        assert "{what was said}" in asked and item.given["poor"] not in asked
        (role, told), *_, (last, _) = item.given["chat"]
        assert (role, last) == ("system", "user")
        assert "AI" in told
        assert item.given["instance"]["companion"]["name"]
        assert item.given["tags"]["emotion"] in EMOTIONS


def test_the_total_is_the_judges_over_tasks_and_languages() -> None:
    marks = {"en-implicit-01": 1.0, "en-implicit-02": 0.5, "zh-implicit-01": 0.25, "en-context-01": 0.0}
    made = tree([Score(id=id_, scores={"judge": mark}, category=id_.split("-")[1]) for id_, mark in marks.items()])
    assert made is not None
    drawn = draw(made, rounds=5)
    assert drawn.values["judged/implicit"][0] == pytest.approx((0.75 + 0.25) / 2)
    assert drawn.values["judged"][0] == pytest.approx(0.25)
    assert tree([Score(id="en-implicit-01", scores={}, category="implicit")]) is None


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "en.jsonl").write_text('{"id": "x"}\n')
    with pytest.raises(ContentError, match=r"en\.jsonl, line 1"):
        list(rows("en", tmp_path))
