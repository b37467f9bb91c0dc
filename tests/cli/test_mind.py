"""`pawsona mind storybook`: for those who write content."""

import json

import pytest
from tests.cli.conftest import Cli
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer


@pytest.mark.long
def test_lint_finds_nothing_in_what_ships(cli: Cli) -> None:
    done = cli("mind", "storybook", "lint")
    assert (done.code, done.out) == (0, "0 findings\n")


def test_preview_shows_the_same_days_each_time(cli: Cli) -> None:
    words = ("mind", "storybook", "preview", "--species", "dragon", "--personality", "proud", "--days", "2", "--json")
    days = json.loads(cli(*words).out)
    assert days == json.loads(cli(*words).out)
    assert [day["on"] for day in days] == ["2026-03-30", "2026-03-31"]
    assert days[0]["items"][0]["kind"] == "breakfast" and days[0]["items"][-1]["kind"] == "sleep"


def test_preview_can_be_read(cli: Cli) -> None:
    shown = cli("mind", "storybook", "preview", "--language", "zh", "--days", "1").out
    assert "spring" in shown and "。" in shown


@pytest.mark.parametrize(("option", "value"), [("--species", "cow"), ("--personality", "grim"), ("--language", "fr")])
def test_preview_says_what_it_knows(cli: Cli, option: str, value: str) -> None:
    done = cli("mind", "storybook", "preview", option, value)
    assert done.code == 1
    assert f"'{value}' is none of" in done.err


def test_stats_count_both_languages_and_a_life(cli: Cli) -> None:
    figures = json.loads(cli("mind", "storybook", "stats", "--days", "3", "--json").out)
    assert set(figures["counts"]) == set(figures["lives"]) == {"en", "zh"}
    assert figures["counts"]["zh"]["word hooks"] >= 300
    assert figures["lives"]["en"]["capybara"]["starved details"] == 0


def test_a_model_that_cannot_be_pulled_is_one_sentence(cli: Cli) -> None:
    done = cli("mind", "pull", "no-such-model")
    assert done.code == 1
    assert done.err.startswith("pawsona: There is no model 'no-such-model': choose one of ")


@pytest.mark.long
def test_compare_lets_the_mind_before_and_the_mind_now_answer(cli: Cli, model_server: ModelServer) -> None:
    cli("chat", said="My tea was cold.\n")
    done = cli("mind", "compare")
    assert done.code == 1 and "one mind only" in done.one_sentence()
    model_server.always(text="A warm cup next time, then.")
    cli("mind", "use", model_server.base_url, "pet-model", "--yes")
    for command in ("follow", "undo"):  # following twice is no other mind
        cli("mind", command)
        row, night = json.loads(cli("mind", "compare", "--json").out)
        assert len(night["replies"]) == 2 and night["talk"]
        assert row["said"] == "My tea was cold."
        [spoken] = [reply for name, reply in row["replies"].items() if name.startswith("llm:pet-model")]
        assert len(row["replies"]) == 2 and spoken == "A warm cup next time, then."
    model_server.always(status=500)
    row, night = json.loads(cli("mind", "compare", "--json").out)
    [spoken] = [reply for name, reply in row["replies"].items() if name.startswith("llm:pet-model")]
    assert spoken.startswith("(failed; the storybook says:) ")
    [remembered] = [reply for name, reply in night["replies"].items() if name.startswith("llm:pet-model")]
    assert remembered.startswith("(failed; the storybook says:) ")
