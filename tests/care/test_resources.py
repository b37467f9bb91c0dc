"""Only confirmed lines carry a number, and only while they are fresh."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from pawsona.care.crisis import help_for
from pawsona.care.files import CONTENT, entry, mapping, read_yaml
from pawsona.care.resources import KINDS, VALID, resources
from pawsona.care.screen import Reading
from pawsona.domain.message import Tier
from pawsona.errors import ContentError

READ_ON = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("region", "number"),
    [("US", "988"), ("CA", "988"), ("CN", "12356"), ("GB", "116 123"), ("UK", "116 123"), ("IE", "116 123"),
     ("AU", "13 11 14"), ("FR", "3114"), ("DE", "0800 1110111"), ("IN", "14416"), ("KR", "109"), ("us", "988")],
)  # fmt: skip
def test_a_listed_region_gets_its_line_and_the_directory(region: str, number: str) -> None:
    line, directory = resources().find(region, READ_ON)
    assert line.phone == number and number in line.how["en"] and number in line.how["zh"]
    assert directory.url == "findahelpline.com"


@pytest.mark.parametrize("region", [None, "JP", "", "ZZ"])
def test_anywhere_else_gets_the_directory_and_no_number(region: str | None) -> None:
    known = resources()
    assert [line.url for line in known.find(region, READ_ON)] == ["findahelpline.com"]
    assert known.emergency(region, "en") == "your local emergency number"
    assert not any(c.isdigit() for c in known.emergency(region, "zh"))


def test_past_its_expiry_a_line_gives_way_to_the_directory() -> None:
    last_day = READ_ON + timedelta(days=179)
    assert len(resources().find("US", last_day)) == 2
    assert [r.region for r in resources().find("US", last_day + timedelta(days=1))] == ["XX"]


def test_release_check_hears_of_stale_lines() -> None:
    known = resources()
    assert known.stale(READ_ON) == []
    assert len(known.stale(READ_ON + VALID)) == len(known.lines)
    assert len(known.stale(READ_ON - timedelta(days=2))) == len(known.lines), "a verification that lies ahead"


def test_every_line_was_read_in_two_sources() -> None:
    assert all(len(line.sources) >= 2 and line.verified_on == READ_ON for line in resources().lines)


def test_china_is_not_promised_the_whole_day() -> None:
    line, _ = resources().find("CN", READ_ON)
    assert "24" not in line.how["zh"] and "18" in line.how["zh"]


def test_an_operator_may_add_and_replace_lines(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(
        "lines:\n- {region: JP, kind: suicide, name: Ours, phone: '000-111', verified_on: 2026-11-01,\n"
        "   how: {en: call 000-111, zh: 打 000-111}, sources: [a, b]}\n"
        "emergency:\n  JP: {en: '119', zh: '119'}\n",
        "utf-8",
    )
    known = resources(path)
    assert known.find("JP", READ_ON)[0].phone == "000-111"
    assert known.emergency("JP", "en") == "119"
    assert known.find("US", READ_ON)[0].phone == "988"


LINE = """lines:
- {region: US, kind: KIND, name: Ours, url: 'URL', verified_on: 2026-11-01, how: {en: x, zh: x}, sources: [a, b]}
emergency: {TH: {en: '1669', zh: '1669'}}
"""


def test_a_line_for_violence_is_shown_where_it_is_about_violence(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(LINE.replace("KIND", "violence").replace("URL", "https://ours.example"), "utf-8")
    known = resources(path)
    hurt, dying = Reading(Tier.high, ("violence.partner",)), Reading(Tier.high, ("suicide.active",))
    assert [line.url for line in help_for(hurt, "US", READ_ON, known)] == ["ours.example", "findahelpline.com"]
    assert [line.phone for line in help_for(dying, "US", READ_ON, known)] == ["988", None]
    assert [line.kind for line in known.find("US", READ_ON)] == ["suicide", "violence", "directory"]


def test_every_family_of_texts_may_have_lines() -> None:
    data = mapping(read_yaml(CONTENT / "crisis.yaml"), "crisis.yaml")
    assert set(KINDS) == set(mapping(entry(data, "families", "crisis.yaml"), "families"))


def test_one_source_twice_is_one_source(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(
        "lines:\n- {region: JP, kind: suicide, name: Ours, phone: '000-111', verified_on: 2026-11-20,\n"
        "   how: {en: call 000-111, zh: 打 000-111}, sources: [a, a]}\n",
        "utf-8",
    )
    assert [line.region for line in resources(path).stale(READ_ON)] == ["JP"]


def test_without_a_chosen_region_the_locale_names_lines_with_their_country_and_no_emergency_number() -> None:
    known = resources(locale="GB")
    line, directory = known.find(None, READ_ON)
    assert line.phone == "116 123"
    assert line.how["en"].startswith("United Kingdom: Samaritans") and line.how["zh"].startswith("英国：Samaritans")
    assert directory.kind == "directory" and directory.how["en"].startswith("Find A Helpline")
    assert known.emergency(None, "en") == "your local emergency number"
    assert known.find("US", READ_ON)[0].phone == "988", "what the person chose goes first"
    assert [one.region for one in known.find("JP", READ_ON)] == ["XX"], "also where it has no line"
    assert [one.region for one in resources(locale="JP").find(None, READ_ON)] == ["XX"]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("lines: 3", "lines"),
        ("valid_days: 400", "valid_days: should be a number of days from 1 to 180"),
        (
            "lines:\n- {region: QQ, kind: suicide, name: x, phone: '1', verified_on: 2026-11-01, how: {en: x, zh: x}, sources: [a]}",
            "'QQ' is no country",
        ),
        ("emergency:\n  QQ: {en: '1', zh: '1'}", "'QQ' is no country"),
        ("lines:\n- {region: JP}", r"lines\[0\]"),
        (LINE.replace("KIND", "domestic"), "'domestic' would never be shown; use one of suicide, violence"),
        (LINE.replace("KIND", "suicide").replace("URL", "http://ours.example"), "should be an https address"),
        ("lines: [", "line 1"),
        ("- a", "mapping"),
    ],
)
def test_a_wrong_file_is_named_with_its_place(tmp_path: Path, content: str, place: str) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(content, "utf-8")
    with pytest.raises(ContentError, match=rf"ours\.yaml.*{place}"):
        resources(path)


def test_a_missing_file_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="gone.yaml"):
        resources(tmp_path / "gone.yaml")
