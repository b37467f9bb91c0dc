import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Cli


def test_an_empty_home_adopts_a_pet_that_greets_and_says_what_it_is(cli: Cli) -> None:
    done = cli("chat", said="I had soup for lunch\n")
    assert done.code == 0
    assert done.out.count("Mikan: ") == 2
    assert "[Mikan is an AI: artificially generated, not human. Its days are made up.]" in done.out


def test_a_turn_is_one_object_of_exactly_these_fields(cli: Cli) -> None:
    first, second = cli("chat", "--json", said="Hello\nI am sad, my plant died").lines
    [notice] = first.pop("notices")
    assert notice.startswith("Mikan is an AI")
    for turn in (first, second):
        assert set(turn) == {"reply", "strategy", "affect", "care", "memories", "mind"}
        assert turn["reply"]
        assert turn["care"] == {"tier": "none"}
        assert turn["memories"] == []
        assert turn["mind"] == "storybook"
        assert set(turn["affect"]) == {"state", "intensity"}


@pytest.mark.parametrize(
    ("language", "told", "asked", "word"),
    [
        ("en", "I love hiking with my sister Mia.", "What do you know about my sister?", "Mia"),
        ("zh", "我妹妹叫小雨，她在杭州读书。", "你还记得我妹妹吗？", "小雨"),
    ],
)
def test_after_a_night_yesterdays_fact_is_recalled_and_used(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, language: str, told: str, asked: str, word: str
) -> None:
    monkeypatch.setenv("PAWSONA_LANGUAGE", language)
    cli("chat", "--json", said=told)
    assert cli("night", "--json").code == 0
    [turn] = cli("chat", "--json", said=asked).lines
    assert turn["memories"]
    assert word in turn["reply"]


def test_a_crisis_turn_gives_help_and_its_tier(cli: Cli) -> None:
    [turn] = cli("chat", "--json", said="I want to kill myself tonight").lines
    assert turn["care"]["tier"] in {"high", "imminent"}
    assert turn["strategy"] is None
    assert turn["mind"] == "care"
    assert turn["memories"] == []
    assert "AI" in turn["reply"]


@pytest.mark.long
@pytest.mark.parametrize(
    "bad", ["", "   ", "\x00\x07\x1b", "\u200d", "x" * 100_000], ids=["empty", "blank", "control", "joiner", "long"]
)
def test_a_line_that_cant_be_used_says_so_and_the_talk_goes_on(cli: Cli, bad: str) -> None:
    done = cli("chat", "--json", said=f"{bad}\nHello\n")
    refused, answered = done.lines
    assert set(refused) == {"error"}
    assert answered["reply"]
    assert done.code == 1
    stored = cli("export", "--json").lines[0]["persons"][0]["messages"]
    assert [m["text"] for m in stored if m["role"] == "person"] == ["Hello"]


def test_without_json_the_refusal_goes_to_standard_error(cli: Cli) -> None:
    done = cli("chat", said="x" * 5000)
    assert done.code == 1
    assert "1000 characters over" in done.one_sentence()


@pytest.mark.program
def test_bytes_that_are_no_text_become_question_marks() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pawsona", "chat", "--json"], input=b"\xff\xfe hello\n", capture_output=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(b"\n") == 1


def test_an_unknown_pet_is_named_and_those_that_are_there(cli: Cli) -> None:
    cli("adopt", "Mikan")
    done = cli("chat", "--pet", "Rex", said="Hello")
    assert done.code == 1
    assert "'Rex'" in done.one_sentence()
    assert "'Mikan'" in done.one_sentence()


def test_two_pets_are_told_apart_by_name(cli: Cli) -> None:
    assert cli("adopt", "Mikan").code == 0
    assert cli("adopt", "🐈‍⬛🍊", "--species", "rabbit").code == 0
    assert "🐈‍⬛🍊: " in cli("chat", "--pet", "🐈‍⬛🍊", said="Hello").out
    exported = cli("export", "--json").lines[0]["persons"][0]
    talked = {m["pet_id"] for m in exported["messages"]}
    assert talked == {p["pet_id"] for p in exported["pets"] if p["name"] == "🐈‍⬛🍊"}


def test_a_pet_without_the_persona_says_so_before_anything(cli: Cli, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "pawsona.toml").write_text('[care]\nattachment = "off-for-research"\n', "utf-8")
    done = cli("chat", said="Hello\n")
    assert "OFF, for research" in done.err
