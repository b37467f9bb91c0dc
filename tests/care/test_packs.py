"""Packs are joined to the strictest; a broken or weaker one is refused, and says where."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawsona.care.duties import Duties, Reminder, strictest
from pawsona.care.packs import always, checked_pack, known_packs, rules_of
from pawsona.errors import ContentError

SHIPPED = ["au", "cn", "eu", "us-ca", "us-ny", "us-or", "us-wa"]
PACK = """pack: home
name: {en: House rules, zh: 家规}
law: ours
in_force: 2026-01-01
sources: [us]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "home.yaml").write_text(PACK, "utf-8")
    return tmp_path


def test_the_default_is_the_strictest_of_all_packs() -> None:
    rules = rules_of()
    assert [pack.id for pack in rules.packs] == SHIPPED
    duties = rules.duties
    assert (duties.notice.adults, duties.notice.minors) == (timedelta(hours=3), timedelta(hours=1))
    assert (duties.breaks.adults, duties.breaks.minors) == (timedelta(hours=2), timedelta(hours=2))
    for pack in rules.packs:
        assert pack.duties.must <= duties.must
        assert pack.duties.techniques(True) <= duties.techniques(True)
        for mine, all_of in ((pack.duties.notice, duties.notice), (pack.duties.breaks, duties.breaks)):
            for minor in (False, True):
                asked, kept = mine.every(minor), all_of.every(minor)
                assert asked is None or (kept is not None and kept <= asked)


def test_a_chosen_pack_brings_what_its_law_asks_and_care_the_rest() -> None:
    eu = rules_of(["eu"]).duties
    assert (eu.notice.adults, eu.notice.minors) == (timedelta(hours=3), timedelta(hours=3))
    assert eu.breaks.adults is None
    assert always().duties.must <= eu.must
    both = rules_of(["eu", "cn", "cn"])
    assert [pack.id for pack in both.packs] == ["eu", "cn"]
    assert both.duties.breaks.adults == timedelta(hours=2)


def test_the_washington_eight_are_all_there() -> None:
    assert len(known_packs()["us-wa"].duties.forbids_minors) == 8


def test_a_pack_knows_when_it_binds() -> None:
    oregon = known_packs()["us-or"]
    assert not oregon.binds(date(2026, 12, 31))
    assert oregon.binds(date(2027, 1, 1))


def test_every_pack_has_checks_and_sources() -> None:
    for pack in known_packs().values():
        assert pack.checks and pack.sources, pack.id


@pytest.mark.parametrize("name", ["us-nj", "strict", "atlantis"])
def test_an_unknown_pack_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(ContentError, match=rf"care.packs: there is no pack '{name}': (did you mean|there are)"):
        rules_of([name])


def test_an_operators_pack_is_joined_to_the_others(folder: Path) -> None:
    text = "notice: {adults: 45, text: {en: Words are kept for a year., zh: 对话保存一年。}}\n"
    (folder / "home.yaml").write_text(PACK + text, "utf-8")
    duties = rules_of(folder=folder).duties
    assert duties.notice.adults == timedelta(minutes=45)
    said = duties.notice.said("Mikan", "en")
    assert "not human" in said and said.endswith(" Words are kept for a year.")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("colour: red", r"home\.yaml: 'colour' is not known"),
        ("notise: {start: true}", r"home\.yaml: 'notise' is not known: did you mean 'notice'"),
        ("notice: {adults: 240}", r"home\.yaml: notice\.adults: is weaker than what care always does \(every 180"),
        ("breaks: {minors: 181}", r"home\.yaml: breaks\.minors: is weaker"),
        ("notice: {start: false}", r"home\.yaml: notice\.start: can only be true"),
        ("notice: {adults: often}", r"home\.yaml: notice\.adults: should be a number"),
        ("notice: {adults: true}", r"home\.yaml: notice\.adults: should be a number"),
        ("notice: {adults: 0}", r"home\.yaml: notice\.adults: should be a number from 1"),
        ("notice: {text: {en: Only English}}", r"home\.yaml: notice: text: 'zh' is missing"),
        ("notice: {text: {en: 'Hi {name}', zh: 你好}}", r"home\.yaml: notice: text\.en: only {pet}"),
        ("notice: {must_say: [rent]}", r"must_say: 'rent' is not known"),
        ("forbids: {minors: [romanse]}", r"home\.yaml: forbids: minors: 'romanse' is not known: did you mean 'romance'"),
        ("must: [fly]", r"home\.yaml: must: 'fly' is not known"),
        ("counts: [referal]", r"home\.yaml: counts: 'referal' is not known: did you mean 'referral'"),
        ("guardian_under: 40", r"home\.yaml\.guardian_under: should be a number from 0 to 21"),
        ("in_force: soon", r"home\.yaml: in_force: should be a day"),
        ("checks:\n- {it: x, steps: [{told: {break: 1}}]}", r"home\.yaml: checks\[0\]: steps\[0\]: does nothing"),
        ("checks:\n- {it: x, age: old, steps: []}", r"home\.yaml: checks\[0\]\.age: 'old' is none of"),
        ("checks:\n- {it: x, steps: [{talk: 5, told: {brake: 1}}]}", r"told: 'brake' is not known: did you mean 'break'"),
        ("must: [", r"home\.yaml, line"),
        ("- a", r"home\.yaml, line"),
    ],
)  # fmt: skip
def test_a_broken_pack_is_refused_with_its_place(folder: Path, more: str, told: str) -> None:
    key = more.partition(":")[0]
    kept = "".join(line + "\n" for line in PACK.splitlines() if not line.startswith(f"{key}:"))
    (folder / "home.yaml").write_text(f"{kept}{more}\n", "utf-8")
    with pytest.raises(ContentError, match=told):
        rules_of(["us-ny"], folder)  # even where it was not chosen


@pytest.mark.parametrize("key", ["pack", "name", "law", "in_force", "sources"])
def test_what_is_missing_is_named(folder: Path, key: str) -> None:
    kept = "".join(line + "\n" for line in PACK.splitlines() if not line.startswith(f"{key}:"))
    (folder / "home.yaml").write_text(kept, "utf-8")
    with pytest.raises(ContentError, match=f"home.yaml: '{key}' is missing"):
        checked_pack(folder / "home.yaml")


def test_two_packs_of_one_name_are_refused(folder: Path) -> None:
    (folder / "home.yaml").write_text(PACK.replace("pack: home", "pack: eu"), "utf-8")
    with pytest.raises(ContentError, match="there is a pack 'eu' already"):
        known_packs(folder)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="correct care.packs_folder"):
        known_packs(tmp_path / "gone")


TIMES = st.none() | st.integers(1, 600).map(lambda minutes: timedelta(minutes=minutes))
NAMES = st.frozensets(st.sampled_from("abcd"))
REMINDERS = st.builds(Reminder, must_say=NAMES, start=st.booleans(), adults=TIMES, minors=TIMES)
DUTIES = st.builds(
    Duties, notice=REMINDERS, breaks=REMINDERS, forbids=NAMES, forbids_minors=NAMES, must=NAMES, watches=NAMES,
    counts=NAMES, guardian_under=st.integers(0, 18),
)  # fmt: skip


@given(st.lists(DUTIES, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_the_strictest_is_the_same_in_any_order_and_asks_for_no_less_than_each(
    all_of: list[Duties], chance: Any
) -> None:
    strict = strictest(all_of)
    shuffled = list(all_of)
    chance.shuffle(shuffled)
    assert strictest([*shuffled, strict]) == strict
    for one in all_of:
        for minor in (False, True):
            assert one.techniques(minor) <= strict.techniques(minor)
            for mine, kept in ((one.notice, strict.notice), (one.breaks, strict.breaks)):
                asked, held = mine.every(minor), kept.every(minor)
                assert asked is None or (held is not None and held <= asked)
                assert mine.must_say <= kept.must_say and mine.start <= kept.start
        assert one.must <= strict.must and one.guardian_under <= strict.guardian_under
