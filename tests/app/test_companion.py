"""The facade, as a Python program uses it."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from tests.app.conftest import Life
from tests.conftest import FakeClock

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.ids import DocumentId, FeedbackId, MemoryId, NoteId, PromiseId
from pawsona.domain.message import Tier
from pawsona.errors import InputError, NotFoundError, SetupError, StorageError

WORDS = {
    "en": ("My sister is called Mei.", "What is my sister's name?", "Mei"),
    "zh": ("我妹妹叫小雨，她在杭州读书。", "你还记得我妹妹吗？", "小雨"),
}


@pytest.fixture
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PAWSONA_LANGUAGE", request.param)
    return str(request.param)


BOTH = pytest.mark.parametrize("language", ["en", "zh"], indirect=True)


@BOTH
def test_what_was_said_is_a_memory_after_a_night_and_is_used_the_next_day(
    live: Life, clock: FakeClock, language: str
) -> None:
    told, asked, word = WORDS[language]

    async def first(it: Companion) -> None:
        turn = await it.say(told)
        assert turn.reply
        assert turn.tier is Tier.none
        assert turn.notices
        day = await it.night()
        assert day.on == it.present + timedelta(days=1)

    async def second(it: Companion) -> None:
        [memory] = await it.memories()
        assert word in memory.text
        assert [m.text for m in await it.why(memory.id)] == [told]
        turn = await it.say(asked)
        assert word in turn.reply
        assert turn.message.memories == (memory.id,)
        assert [r.memory.id for r in turn.recalled if r.memory] == [memory.id]

    live(first)
    clock.move(days=1)
    live(second)


@BOTH
def test_a_memory_is_pinned_corrected_forgotten_and_put_back(live: Life, clock: FakeClock, language: str) -> None:
    async def body(it: Companion) -> None:
        await it.say(WORDS[language][0])
        await it.night()
        [memory] = await it.memories()
        assert (await it.pin(memory.id, True)).pinned
        assert not (await it.pin(memory.id, False)).pinned
        assert (await it.edit(memory.id, "My sister is called\x00 May.")).text == "My sister is called May."
        for bad in ("", " \u200b\x07", "x" * 100_000):
            with pytest.raises(InputError):
                await it.edit(memory.id, bad)
        gone = await it.forget(memory.id)
        assert await it.memories() == []
        await it.restore(gone)
        assert [m.text for m in await it.memories()] == ["My sister is called May."]
        await it.forget(memory.id, turns=True)
        assert WORDS[language][2] not in str(await it.home.store.export(it.person.id)).replace(it.pet.name, "")

    live(body)


@BOTH
def test_a_crisis_turn_is_answered_with_help_and_makes_no_memory(live: Life, language: str) -> None:
    async def body(it: Companion) -> None:
        turn = await it.say({"en": "I want to kill myself tonight", "zh": "我今晚就去自杀"}[language])
        assert turn.tier >= Tier.high
        assert turn.strategy is None
        assert turn.message.mind == "care"
        assert turn.reply == turn.message.text
        await it.night()
        assert await it.memories() == []

    live(body)


def test_notes_are_kept_read_and_deleted(live: Life) -> None:
    async def body(it: Companion) -> None:
        note = await it.write_note("Soup", "Leeks: two\nTime: 18:30")
        assert await it.notes() == [note]
        assert await it.extract(note.id) == {"Leeks": ("two",), "Time": ("18:30",)}
        assert await it.extract(note.id, ["Time"]) == {"Time": ("18:30",)}
        await it.delete_note(note.id)
        assert await it.notes() == []
        with pytest.raises(NotFoundError):
            await it.delete_note(note.id)
        with pytest.raises(NotFoundError):
            await it.extract(note.id)
        with pytest.raises(InputError):
            await it.write_note("", "\u200b")

    live(body)


def test_documents_are_known_replaced_by_name_and_deleted(live: Life) -> None:
    async def body(it: Companion) -> None:
        await it.add_document("manual.md", b"The pressure should stay at 1.5 bar.")
        document = await it.add_document("manual.md", b"The boiler's pressure should stay at 2 bar.")
        assert await it.documents() == [document]
        assert "2 bar" in (await it.say("What pressure should the boiler have?")).reply
        await it.delete_document(document.id)
        assert await it.documents() == []
        for name, content in (
            ("x.exe", b"MZ"),
            ("empty.txt", b" "),
            ("broken.pdf", b"%PDF-1.4 no"),
            ("a.txt", b"\xff"),
        ):
            with pytest.raises(InputError, match=name.split(".")[0]):
                await it.add_document(name, content)

    live(body)


def test_a_promise_is_kept_and_closed(live: Life) -> None:
    async def body(it: Companion) -> None:
        await it.say("remind me to call mum tomorrow at 5 pm")
        [promise] = await it.promises()
        assert promise.due.date() == it.present + timedelta(days=1)
        assert (await it.close_promise(promise.id)).closed_at is not None

    live(body)


def test_a_reaction_moves_a_taste_until_it_is_taken_back(live: Life) -> None:
    async def body(it: Companion) -> None:
        day = await it.today()
        feedback = await it.react(day.on, 1, "dislike")
        assert feedback.reply
        assert (await it.tastes())[day.items[1].kind] < 0
        await it.take_back(feedback.id)
        assert await it.tastes() == {}
        with pytest.raises(NotFoundError):
            await it.react(day.on, 99, "pat")
        with pytest.raises(InputError):
            await it.react(day.on, 1, None, "")

    live(body)


def test_a_pet_is_changed_in_what_is_given_and_keeps_the_rest(live: Life) -> None:
    async def change(it: Companion) -> None:
        await it.change_pet(name="🐈‍⬛🍊", outfit=["scarf", "scarf"])
        for bad in ("\u200b", "x" * 41):
            with pytest.raises(InputError):
                await it.change_pet(name=bad)
        with pytest.raises(InputError):
            await it.change_pet(outfit=["crown"])  # type: ignore[list-item]

    async def look(it: Companion) -> None:
        assert (it.pet.name, it.pet.outfit) == ("🐈‍⬛🍊", ("scarf",))

    live(change)
    live(look)


def test_two_pets_of_one_person_share_no_memory(tmp_path: Path, clock: FakeClock, live: Life) -> None:
    async def adopt(it: Companion) -> None:
        await it.home.adopt(PetForm(name="Other"), it.person)
        await it.say("My sister is called Mei.")
        await it.night()

    async def body() -> None:
        async with await Companion.open(tmp_path / "home", pet="Other", clock=clock) as other:
            assert other.pet.name == "Other"
            assert await other.memories() == []
            assert (await other.say("What is my sister's name?")).message.memories == ()
            await other.write_note("Soup", "Two leeks.")
            pet = other.pet.id
        async with await Companion.open(tmp_path / "home", pet=pet, clock=clock) as again:
            assert again.pet.name == "Other"
        async with await Companion.open(tmp_path / "home", clock=clock) as first:
            assert first.pet.name == "Mikan"
            assert len(await first.memories()) == 1
            assert await first.notes() == []

    live(adopt)
    asyncio.run(body())


def test_what_is_not_there_is_named(live: Life) -> None:
    async def body(it: Companion) -> None:
        nothing = "0123456789abcdef"
        for asking in (
            it.why(MemoryId(nothing)),
            it.pin(MemoryId(nothing), True),
            it.edit(MemoryId(nothing), "x"),
            it.forget(MemoryId(nothing)),
            it.delete_note(NoteId(nothing)),
            it.delete_document(DocumentId(nothing)),
            it.close_promise(PromiseId(nothing)),
            it.take_back(FeedbackId(nothing)),
            it.day(it.present + timedelta(days=9)),
        ):
            with pytest.raises(NotFoundError):
                await asking

    live(body)


def test_what_cant_be_opened_raises_one_of_our_errors(tmp_path: Path, live: Life) -> None:
    async def nothing(it: Companion) -> None:
        assert it.pet.name == "Mikan"

    live(nothing)
    with pytest.raises(NotFoundError, match="'Rex'"):
        asyncio.run(Companion.open(tmp_path / "home", pet="Rex"))
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupError, match="file"):
        asyncio.run(Companion.open(tmp_path / "file"))
    (tmp_path / "home/pawsona.db").write_bytes(b"no database")
    with pytest.raises(StorageError, match=r"pawsona\.db"):
        asyncio.run(Companion.open(tmp_path / "home"))


def test_a_home_stays_open_when_a_companion_that_did_not_open_it_closes(tmp_path: Path, clock: FakeClock) -> None:
    async def body() -> None:
        home = await open_home(load(home=tmp_path / "home", embedder="hashing"), clock=clock)
        person, pet = await home.adopt(PetForm(name="Mo"), PersonForm(name="Lin"))
        async with Companion(home, person, pet):
            pass
        assert await home.store.people.persons() == [person]
        await home.aclose()

    asyncio.run(body())


@pytest.mark.parametrize(
    ("language", "said", "name"), [("en", "My name is Ana.", "Ana"), ("zh", "我叫小雨", "小雨")], indirect=["language"]
)
def test_who_says_their_name_is_called_by_it_from_the_next_day(
    live: Life, clock: FakeClock, language: str, said: str, name: str
) -> None:
    async def first(it: Companion) -> None:
        await it.say(said)
        await it.night()
        assert it.person.name == name

    async def second(it: Companion) -> None:
        assert name in (await it.greet()).hello

    live(first)
    clock.move(days=1)
    live(second)
