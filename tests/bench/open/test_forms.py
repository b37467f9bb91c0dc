"""Answers as text: the forms asked for are read, others are not, and nothing is mended."""

import pytest

from pawsona.bench.open.forms import form_of


@pytest.mark.parametrize(
    ("skill", "text", "plain"),
    [
        ("chat.general", "<think>hm</think> Hello there. ", "Hello there."),
        ("note.extract", "date: 3 May; 4 May\nplace: Ghent", {"date": ["3 May", "4 May"], "place": ["Ghent"]}),
        ("note.extract", "日期：五月三号；五月四号", {"日期": ["五月三号", "五月四号"]}),
        ("note.extract", "none", {}),
        ("note.extract", "无。", {}),
        ("note.intent", "intent: active\nquery: opening hours", {"kind": "active", "query": "opening hours"}),
        ("note.intent", "Intent: shift", {"kind": "shift", "query": ""}),
        ("memory.summarise", "Plays the oboe | hobbies | 2", [{"text": "Plays the oboe", "topic": "hobbies", "importance": 2}]),
        ("memory.summarise", "睡得晚 | 睡眠 | 1", [{"text": "睡得晚", "topic": "sleep_habits", "importance": 1}]),
        ("memory.summarise", "None.", []),
        ("routine.schedule", "- 7:30 Wake up\n21：00 Sleep.", [{"at": "07:30", "label": "Wake up"}, {"at": "21:00", "label": "Sleep"}]),
    ],
)  # fmt: skip
def test_what_was_asked_for_is_read(skill: str, text: str, plain: object) -> None:
    assert form_of(skill).read(text) == plain


@pytest.mark.parametrize(
    ("skill", "text"),
    [
        ("chat.general", "  "),
        ("note.extract", "They met in Ghent."),
        ("note.intent", "I think one should search."),
        ("memory.summarise", "Plays the oboe"),
        ("memory.summarise", "Plays the oboe | hobbies | 7"),
        ("routine.schedule", "In the morning it wakes up."),
    ],
)
def test_another_form_is_not_mended(skill: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        form_of(skill).read(text)
