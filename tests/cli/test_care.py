"""`pawsona care`: rules, help lines, reports and the audit trail, for people and for scripts."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

CRISIS = "I want to kill myself with the blue zebra cord\n"
PACK = """pack: mine
name: {en: Mine, zh: 我的}
law: ours
in_force: 2026-01-01
sources: [us]
"""


def test_how_care_stands(cli: Cli, home: Path) -> None:
    shown = cli("care").out
    assert "us-ny" in shown and "minors, unknown age: 60" in shown and "persona       secure attachment, on" in shown
    [found] = cli("care", "--json").lines
    assert found["rules"]["notice"]["minors"] == 60 and found["help_lines"]["lines"] == 10 and found["attachment"]
    home.mkdir(exist_ok=True)
    (home / "pawsona.toml").write_text('[care]\nattachment = "off-for-research"\npacks = ["eu"]\n', "utf-8")
    shown = cli("care").out
    assert "OFF, for research" in shown and "us-ny" not in shown


def test_a_crisis_is_in_report_and_trail_and_its_words_are_not(cli: Cli) -> None:
    year = cli("care", "--json").lines[0]["year"]
    cli("chat", said=CRISIS)
    [found] = cli("care", "report", "--year", str(year), "--json").lines
    assert found["referrals"]["total"] == 1 and found["referrals"]["by_group"] == {"suicide": 1}
    assert found["complete"] is False
    trail = cli("care", "audit", "--json")
    assert [line["event"] for line in trail.lines[0]][-2:] == ["protocol", "referral"]
    csv = cli("care", "report", "--year", str(year), "--csv").out
    assert csv.startswith("month,event,tier,group,minors,count\n") and ",referral," in csv
    page = cli("care", "report", "--year", str(year), "--html", "--language", "zh").out
    assert page.startswith("<!doctype html>") and "危机转介" in page and "@media print" in page
    text = cli("care", "report", "--year", str(year)).out
    for out in (json.dumps(found), trail.out, csv, page, text):
        assert "zebra" not in out
    cli("erase", "--yes")
    assert cli("care", "audit").out == "Nothing was noted.\n"
    assert cli("care", "report", "--year", str(year), "--json").lines[0]["referrals"]["total"] == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["report", "--year", "1999"], "There is no report of 1999"),
        (["report", "--year", "3000"], "There is no report of 3000"),
        (["report", "--csv", "--html"], "choose one of"),
        (["report", "--language", "fr"], "'fr' is no language"),
        (["resources", "--region", "zz"], "'zz' is no country"),
        (["pack", "show", "us-nj"], "there is no pack 'us-nj'"),
        (["pack", "check", "gone.yaml"], "gone.yaml: can't be read"),
    ],
)
def test_what_can_not_be_done_is_said_in_a_sentence(cli: Cli, words: list[str], told: str) -> None:
    done = cli("care", *words)
    assert done.code in (1, 2) and told in done.one_sentence()


def test_help_lines_of_a_country_and_of_all(cli: Cli) -> None:
    [found] = cli("care", "resources", "--region", "uk", "--json").lines
    assert (found["region"], found["emergency"]) == ("GB", "999 or 112")
    assert [line["region"] for line in found["lines"]] == ["GB", "XX"]
    everything = cli("care", "resources").out
    assert everything.count("verified 20") == 10 and "LOOK" not in everything


def test_packs_are_listed_and_shown(cli: Cli, home: Path) -> None:
    shown = {row["id"]: row for row in cli("care", "pack", "list", "--json").lines[0]}
    assert shown["us-wa"]["in_force"] == "2027-01-01" and all(row["holds"] for row in shown.values())
    [washington] = cli("care", "pack", "show", "us-wa", "--json").lines
    assert len(washington["forbids"]["minors"]) == 8 and washington["uncertain"]
    [strictest] = cli("care", "pack", "show", "strictest", "--json").lines
    assert strictest["breaks"]["adults"] == 120 and strictest["guardian_under"] == 14
    assert "Washington" in cli("care", "pack", "show", "us-wa").out
    home.mkdir(exist_ok=True)
    (home / "pawsona.toml").write_text('[care]\npacks = ["us-wa"]\n', "utf-8")
    assert [row["id"] for row in cli("care", "pack", "list", "--json").lines[0] if row["holds"]] == ["us-wa"]


@pytest.mark.long
def test_a_pack_of_ones_own_is_checked(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(PACK, "utf-8")
    assert "no checks" in cli("care", "pack", "check", str(path)).out
    path.write_text(PACK + "checks:\n- {it: rests, steps: [{talk: 10, told: {break: 1}}]}\n", "utf-8")
    done = cli("care", "pack", "check", str(path))
    assert done.code == 1 and "LOOK  mine" in done.out and "2 of 2 checks do not hold" in done.err
    path.write_text(
        PACK + "breaks: {adults: 5}\nchecks:\n- {it: rests, steps: [{talk: 50, told: {break: 1}}]}\n", "utf-8"
    )
    done = cli("care", "pack", "check", str(path), "--json")
    assert done.code == 0 and {row["language"] for row in done.lines[0]} == {"en", "zh"}


def test_the_protocol_is_printed(cli: Cli) -> None:
    assert cli("care", "protocol").out.startswith("How Pawsona keeps people safe")
    assert cli("care", "protocol", "--language", "zh").out.startswith("Pawsona 怎样保护使用者的安全")


def test_an_unknown_pack_in_the_settings_stops_every_start(cli: Cli, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "pawsona.toml").write_text('[care]\npacks = ["us-nj"]\n', "utf-8")
    for words in (["chat"], ["care"], ["night"]):
        done = cli(*words, said="hello\n")
        assert done.code == 2 and "there is no pack 'us-nj': did you mean 'us-ny'" in done.one_sentence()


def test_settings_that_cannot_be_read_stop_the_check_of_packs_in_a_sentence(cli: Cli, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "pawsona.toml").write_text("[care\n", "utf-8")
    done = cli("care", "pack", "check")
    assert done.code == 2 and "pawsona.toml" in done.one_sentence()
