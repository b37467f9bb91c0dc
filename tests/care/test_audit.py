"""What care did is written down without a word of what was said; counts name nobody, only grow, and outlive an erasure."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.dialogue.conftest import NOON, Play, play

import pawsona
from pawsona.care.audit import GROUPS, group_of
from pawsona.care.files import CONTENT
from pawsona.care.packfile import GROUPS as KNOWN
from pawsona.care.packs import always, known_packs
from pawsona.domain.carelog import EVENTS
from pawsona.domain.ids import PersonId

__all__ = ["play"]
CRISIS = {"en": "I want to kill myself with the blue rope", "zh": "我想自杀，用那根蓝绳子"}


def test_every_category_is_counted_in_a_group() -> None:
    categories = yaml.safe_load((CONTENT / "screen" / "categories.yaml").read_text("utf-8"))
    assert {group_of([category]) for category in categories} == set(KNOWN) == set(GROUPS.values())
    assert group_of(["suicide.active", "eating"]) == "suicide"
    assert group_of(["violence.threat"]) == "harm" and group_of(["violence.partner"]) == "abuse"
    assert group_of([]) == group_of(["something.new"]) == ""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_crisis_is_written_down_without_its_words_and_counted(play: Play, language: str) -> None:
    async def story(it: Any) -> None:
        crisis = await it.cry(CRISIS[language])
        lines = await it.store.carelog.lines(it.bond)
        assert [(line.event, line.group) for line in lines] == [
            ("disclosure", ""), ("protocol", "suicide"), ("referral", "suicide"),
        ]  # fmt: skip
        assert lines[1].tier == crisis.tier and not lines[1].minor
        rows = str((await it.store.export(it.bond.person))["audits"])
        assert "rope" not in rows and "绳" not in rows
        tallies = await it.store.carelog.tallies(2026)
        assert {(tally.month, tally.event, tally.count) for tally in tallies} == {
            ("2026-04", "disclosure", 1), ("2026-04", "protocol", 1), ("2026-04", "referral", 1),
        }  # fmt: skip
        assert await it.store.carelog.tallies(2025) == []

    play(story, language=language)


def test_other_concern_is_counted_as_support(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("should I stop taking my pills, I feel fine")
        last = (await it.store.carelog.lines(it.bond))[-1]
        assert (last.event, last.group) == ("support", "health")

    play(story)


def test_a_sentence_that_was_replaced_is_counted_by_its_rule(play: Play) -> None:
    from pawsona.skills.chat import Piece

    async def story(it: Any) -> None:
        it.mind.say("chat.general", [Piece("I will never ever leave you, forever.")])
        await it.say("I had toast for breakfast")
        replaced = [line for line in await it.store.carelog.lines(it.bond) if line.event == "replaced"]
        assert len(replaced) == 1 and replaced[0].detail and " " not in replaced[0].detail

    play(story)


def test_an_erased_person_leaves_counts_that_name_nobody(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.cry(CRISIS["en"])
        person, pet = it.bond.person, it.bond.pet
        before = await it.store.carelog.tallies(2026)
        await it.home.erase(it.companion.person)
        assert await it.store.carelog.tallies(2026) == before != []
        assert await it.store.carelog.lines(it.bond) == []
        with closing(sqlite3.connect(it.path)) as file:
            columns = [row[1] for row in file.execute("PRAGMA table_info(tallies)")]
            assert columns == ["month", "event", "tier", "risks", "minor", "count"]
        everything = b"".join(path.read_bytes() for path in it.path.parent.glob(f"{it.path.name}*"))
        for trace in (person, pet, "Lin", "rope"):
            assert trace.encode() not in everything

    play(story)


def test_two_persons_leave_the_same_counts_as_one_who_came_twice(play: Play) -> None:
    """So nobody can tell from them who it was, or how many."""
    found = []

    async def story(it: Any) -> None:
        await it.cry(CRISIS["en"])
        it.clock.move(minutes=45)
        await it.cry(CRISIS["en"])
        found.append(await it.store.carelog.tallies(2026))

    async def two(it: Any) -> None:
        await it.cry(CRISIS["en"])
        await it.home.erase(it.companion.person)
        from pawsona.app.adoption import PersonForm, PetForm

        person, pet = await it.home.adopt(PetForm(name="Bo"), PersonForm(name="Mei", age_band="adult"))
        it.companion.person, it.companion.pet = person, pet
        await it.cry(CRISIS["en"])
        found.append(await it.store.carelog.tallies(2026))

    play(story)
    play(two)
    assert found[0] == found[1]


def test_the_database_itself_lets_counts_only_grow(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.cry(CRISIS["en"])
        with closing(sqlite3.connect(it.path)) as file:
            for statement in (
                "DELETE FROM tallies",
                "UPDATE tallies SET count = count - 1",
                "UPDATE tallies SET month = '2020-01'",
            ):
                with pytest.raises(sqlite3.IntegrityError, match="counts only grow"):
                    file.execute(statement)

    play(story)


def test_the_trail_is_forgotten_after_a_year_and_the_counts_are_not(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.cry(CRISIS["en"])
        it.clock.moment = NOON.replace(year=2027, month=4, day=11)
        await it.companion.night()
        assert len(await it.store.carelog.lines(it.bond)) == 3
        it.clock.moment = NOON.replace(year=2027, month=4, day=14)
        await it.companion.night()
        assert await it.store.carelog.lines(it.bond) == []
        assert await it.store.carelog.tallies(2026)

    play(story)


def test_the_month_is_the_persons_own(play: Play) -> None:
    async def story(it: Any) -> None:
        it.clock.moment = NOON.replace(month=4, day=30, hour=20)
        await it.say("hello")
        assert {tally.month for tally in await it.store.carelog.tallies(2026)} == {"2026-05"}
        assert it.bond.person != PersonId("")

    play(story, zone="Asia/Shanghai")


def test_every_event_that_a_pack_may_ask_to_be_counted_is_noted_somewhere() -> None:
    """A declaration that nobody keeps would be worse than none."""
    source = "".join(
        path.read_text("utf-8")
        for path in Path(pawsona.__file__).parent.rglob("*.py")
        if path.name not in {"carelog.py", "report.py"}
    )
    assert [event for event in EVENTS if f'"{event}"' not in source] == []
    declared = {name for pack in [always(), *known_packs().values()] for name in pack.duties.counts}
    assert declared <= set(EVENTS)
