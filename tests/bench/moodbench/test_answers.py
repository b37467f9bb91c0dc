import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from pawsona.bench.moodbench.answers import Labels, choose, choose_several, labels, rating, said
from pawsona.bench.moodbench.answers.answer import Answer

FORMS = [
    (group, expected, text)
    for group in yaml.safe_load(Path(__file__).with_name("forms.yaml").read_text("utf-8"))
    for expected, text, *_ in group["forms"]
]


def understood(group: dict[str, Any], text: Any) -> str:
    offer = Labels.of(group["options"]) if "options" in group else Labels(labels(group["labels"]))
    found: Answer = choose_several(text, offer) if group.get("several") else choose(text, offer)
    if found.status != "answered":
        assert not found.chosen
        return found.status
    return "+".join(sorted(found.chosen, key=lambda label: (len(label), label))) or "none"


def test_there_are_at_least_300_forms() -> None:
    assert len(FORMS) >= 300
    assert len({(str(group["title"]), text) for group, _, text in FORMS}) == len(FORMS)


@pytest.mark.parametrize("title", sorted({str(group["title"]) for group, _, _ in FORMS}))
def test_every_form_means_what_its_table_says(title: str) -> None:
    read = [
        (text, understood(group, text), str(expected)) for group, expected, text in FORMS if group["title"] == title
    ]
    wrong = [(text, found, expected) for text, found, expected in read if found != expected]
    assert not wrong


def test_no_reply_is_a_failure_of_the_system() -> None:
    assert choose(None, Labels(labels(4))).status == "failed"
    assert choose_several(None, Labels(labels(4))).status == "failed"
    assert choose_several([], Labels(labels(4))).status == "answered"
    assert choose(["B"], Labels(labels(4))).label == "B"
    assert choose(3, Labels(labels(30))).label == "3"


MOODS = ("joy", "anger", "love", "fear", "hope")
SCALE = ("完全不同意", "不同意", "中立", "同意", "完全同意")
REFERENCE_IS_WRONG = {
    "single_choice": {
        "11": "选B is an answer", "18": "it takes the pronoun", "19": "it takes the pronoun of a refusal",
        "22": "ambiguous", "23": "ambiguous", "24": "it takes the rejected option", "25": "it takes the article",
        "29": "full-width letter",
    },
    "multi_choice": {
        "03": "full-width comma", "04": "enumeration comma", "05": "letters in a run", "06": "and",
        "11": "enumeration comma", "15": "nothing is not a label", "16": "none is an answer", "17": "none is an answer",
        "18": "it takes the pronoun of a refusal", "19": "semicolon", "23": "the options' words", "25": "lines",
        "26": "small letters beyond Z", "27": "small letters beyond Z", "28": "a comma at the end",
    },
    "scale": {
        "08": "the option's words", "09": "the option's words", "10": "it takes the pronoun", "18": "not on the scale",
        "19": "not on the scale", "20": "the option's words", "24": "it takes the pronoun",
    },
}  # fmt: skip
"""By question type and row of golden/moodbench_extract_reference.jsonl; everywhere else we read the same."""


def reference(shared: Path, kind: str) -> list[dict[str, Any]]:
    lines = (shared / "golden/moodbench_extract_reference.jsonl").read_text("utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["question_type"] == kind and not row.get("aggregate")]


def ours(kind: str, row: dict[str, Any]) -> set[str]:
    if kind == "multi_choice":
        beyond = row["id"][-2:] in ("26", "27")
        offer = Labels((*labels(26), "a", "b")) if beyond else Labels.of(MOODS)
        return set(choose_several(row["raw_output"], offer).chosen)
    offer = Labels.of(SCALE) if kind == "scale" else Labels(labels(4))
    return set(choose(row["raw_output"], offer).chosen or {"UNKNOWN"})


@pytest.mark.parametrize("kind", ["single_choice", "multi_choice", "scale"])
def test_we_read_as_the_reference_where_it_is_right(shared: Path, kind: str) -> None:
    rows = reference(shared, kind)
    assert len(rows) == 30
    differ = {
        row["id"][-2:]
        for row in rows
        if ours(kind, row) != ({row["extracted"]} if isinstance(row["extracted"], str) else set(row["extracted"]))
    }
    assert differ == set(REFERENCE_IS_WRONG[kind])
    if kind == "single_choice":  # the gold is B in all of them: what differs is nearer to it
        assert all((ours(kind, row) == {"B"}) >= (row["extracted"] == "B") for row in rows)


def test_a_text_answer_loses_what_leads_in_and_what_explains(shared: Path) -> None:
    rows = reference(shared, "open_extractive")
    differ = {row["id"][-2:]: said(row["raw_output"]) for row in rows if said(row["raw_output"]) != row["extracted"]}
    assert set(differ) == {"06", "10", "23", "24", "25", "26"}
    assert (differ["06"], differ["10"], differ["24"], differ["25"]) == ("北京大学", "", "碱性", "碱性")


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("9", 9), ("8分", 8), ("九分", 9), ("Score: 2.", 2), ("I'd say 6 out of 10", 6), ("10/10", 10), ("1.5", 1.5),
        ("<think>7 or 8</think> 9", 9), ("评分：9", 9), ("**7**", 7), ("11", None), ("-3", None), ("0", None),
        ("7 or 8", None), ("无法评分", None), ("", None), (None, None), (4, 4),
    ],
)  # fmt: skip
def test_ratings(reply: Any, number: float | None) -> None:
    assert rating(reply) == number


@pytest.mark.parametrize(
    "part", ["answer is ", "A ", "<", "<think>", "(", "选", "不", "B", "\\boxed{", "it is the ", "'"]
)
def test_a_reply_without_end_is_read_to_its_end(part: str) -> None:
    """These took minutes once: patterns that look again from every place."""
    long = part * (60_000 // len(part))
    for read in (choose, choose_several):
        assert read(long, Labels.of(MOODS)).status != "failed"
    assert choose(f"{long}</think>\nB", Labels.of(MOODS)).label == "B"
    assert said(f"{long}</think>The answer is 42.") == "42"
