import json
from datetime import date, timedelta

import pytest
from tests.cli.conftest import Cli


def test_a_night_closes_the_session_of_a_moment_ago_and_makes_the_next_day(cli: Cli) -> None:
    cli("chat", "--json", said="My sister is called Mei.")
    [night] = cli("night", "--json").lines[0]["nights"]
    assert set(night) == {"pet", "date", "mode", "outline", "items"}
    assert night["mode"] == "memory"
    assert 5 <= len(night["items"]) <= 8
    [person] = cli("export", "--json").lines[0]["persons"]
    assert len(person["memories"]) == 1
    assert all(session["closed_at"] for session in person["sessions"])


def test_a_second_night_on_the_same_day_changes_nothing(cli: Cli) -> None:
    cli("adopt", "Mikan")
    assert cli("night", "--json").lines == cli("night", "--json").lines


def test_many_nights_are_lived_one_after_the_other(cli: Cli) -> None:
    cli("adopt", "Mikan")
    nights = cli("night", "--days", "5", "--json").lines[0]["nights"]
    days = [date.fromisoformat(night["date"]) for night in nights]
    assert days == [days[0] + timedelta(days=n) for n in range(5)]
    assert len({json.dumps(night["items"]) for night in nights}) == 5


def test_many_nights_show_their_progress_beside_the_results(cli: Cli) -> None:
    cli("adopt", "Mikan")
    done = cli("night", "--days", "2")
    assert "Living on" in done.err
    assert "Living on" not in done.out
    assert done.out.count("Mikan: ") == 2


@pytest.mark.long
def test_memories_run_out_on_the_simulated_clock(cli: Cli) -> None:
    cli("chat", "--json", said="I had soup for lunch.\nI have a headache today.")
    cli("night", "--json")
    before = cli("export", "--json").lines[0]["persons"][0]["memories"]
    cli("night", "--days", "35", "--json")
    after = cli("export", "--json").lines[0]["persons"][0]["memories"]
    assert "short_term" in {m["retention"] for m in before}
    assert "short_term" not in {m["retention"] for m in after}


def test_an_empty_home_has_no_nights(cli: Cli) -> None:
    done = cli("night")
    assert done.code == 1
    assert "pawsona adopt" in done.one_sentence()


@pytest.mark.parametrize("days", ["-1", "many", "3661"])
def test_a_number_of_nights_that_cant_be_is_a_usage_error(cli: Cli, days: str) -> None:
    done = cli("night", "--days", days)
    assert done.code == 2
    assert "--days" in done.err


def test_a_runner_lives_what_is_due_and_says_how_much(cli: Cli) -> None:
    cli("adopt", "Mo", "--json")
    [done] = cli("night", "--runner", "asyncio", "--json").lines
    assert done["there"] == 1 and done["lived"] == done["quarantined"] == done["open"] == 0  # its first day is there
    assert cli("night", "--runner", "asyncio").out.startswith("0 nights lived, 0 attempts failed, 0 set aside.")


def test_nights_that_were_set_aside_are_listed_and_released(cli: Cli) -> None:
    cli("adopt", "Mo", "--json")
    assert cli("night", "--quarantined", "--json").lines == [{"quarantined": []}]
    assert "No night is set aside." in cli("night", "--quarantined").out
    missing = cli("night", "--release", "nobody")
    assert missing.code == 1 and "--quarantined" in missing.one_sentence()


def test_what_a_runner_needs_is_said_in_one_sentence(cli: Cli) -> None:
    both = cli("night", "--days", "2", "--runner", "asyncio")
    assert both.code == 1 and "name one of them" in both.one_sentence()
    alone = cli("night", "--runner", "asyncio", "--batch", "model")
    assert alone.code == 1 and "--runner ray" in alone.one_sentence()


@pytest.mark.parametrize("words", [("--workers", "3"), ("--batch", "models")])
def test_what_only_a_runner_knows_is_not_passed_over(cli: Cli, words: tuple[str, str]) -> None:
    refused = cli("night", *words)
    assert refused.code == 1 and "add --runner ray" in refused.one_sentence()
