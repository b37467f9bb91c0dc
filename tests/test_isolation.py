"""Nothing crosses: two pets of one person, three persons in one home, English and Chinese, and the home's own ticks.

Each bond is told words that exist nowhere else; none of them may ever come out of another bond. `test_town.py` does the
same among thousands, in any order of events.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.dialogue.conftest import Scene, scene

from pawsona.app.adoption import PersonForm, PetForm, person_from
from pawsona.app.companion import Companion
from pawsona.app.home import Home
from pawsona.domain.language import Language
from pawsona.domain.person import Person

EN = (
    "I love {0}",
    "My sister {0} lives in {1}",
    "My name is {0}",
    "I'm so sad, {0} is gone",
    "Let's go to the sea tomorrow with {0}",
    "Remind me tomorrow at 10 to call {0}",
)
ZH = (
    "我喜欢吃{0}",
    "我妹妹{0}住在{1}",
    "我叫{0}",
    "我好难过，{0}走了",
    "明天带{0}去海边吧",
    "明天十点提醒我给{0}打电话",
)
ASKS: dict[Language, tuple[str, ...]] = {
    "en": ("What do I love?", "Where does my sister live?", "What is in my note?", "What did I tell you yesterday?"),
    "zh": ("我喜欢吃什么？", "我妹妹住在哪里？", "我的笔记里写了什么？", "我昨天跟你说了什么？"),
}
SECRETS: dict[str, tuple[str, ...]] = {
    "ann's cat": ("quixotberry", "Zorblatt", "Fennimore"),
    "ann's other": ("wumplefruit", "Kragnor", "Dillyhoo"),
    "bob's": ("snozzcumber", "Vexilda", "Plimsworth"),
    "lin's": ("翡翠榴莲糕", "欧阳琥珀", "雾凇镇"),
}


@dataclass
class One:
    """A bond with its secrets, and everything that ever came out of it."""

    companion: Companion
    secrets: tuple[str, ...]
    seen: list[str]

    @property
    def language(self) -> Language:
        return self.companion.person.language


async def everybody(it: Scene) -> dict[str, One]:
    home: Home = it.home
    ann, cat = it.companion.person, it.companion.pet
    _, other = await home.adopt(PetForm(name="Mikan"), ann)
    bob, bobs = await home.adopt(PetForm(name="Mikan"), await somebody(it, "en"))
    lin, lins = await home.adopt(PetForm(name="Mikan"), await somebody(it, "zh"))
    bonds = zip(SECRETS, ((ann, cat), (ann, other), (bob, bobs), (lin, lins)), strict=True)
    return {name: One(Companion(home, *bond), SECRETS[name], []) for name, bond in bonds}


async def somebody(it: Scene, language: Language) -> Person:
    """One more person in the store, of the same name as all the others."""
    person = person_from(PersonForm(name="Lin", language=language, age_band="adult"), it.clock, it.home.rng)
    await it.store.people.add_person(person)
    return person


async def tell(it: Scene, one: One, n: int) -> None:
    lines = ZH if one.language == "zh" else EN
    await say(one, lines[n % len(lines)].format(one.secrets[n % 3], one.secrets[(n + 1) % 3]))


async def ask(it: Scene, one: One, n: int) -> None:
    await say(one, ASKS[one.language][n % 4])


async def say(one: One, text: str) -> None:
    turn = await one.companion.say(text)
    one.seen += [turn.reply, *turn.notices, *(r.text for r in turn.recalled)]
    one.seen += await one.companion.suggestions()


async def note(it: Scene, one: One, n: int) -> None:
    await one.companion.write_note(f"Note {n}", f"{one.secrets[n % 3]}: {one.secrets[(n + 1) % 3]}")


async def document(it: Scene, one: One, n: int) -> None:
    await one.companion.add_document("book.txt", f"The price of {one.secrets[n % 3]} is {n}.".encode())


async def greet(it: Scene, one: One, n: int) -> None:
    greeting = await it.home.greeting(one.companion.person, one.companion.pet, await one.companion.today())
    one.seen += [greeting.say, (await one.companion.greet()).say]


async def react(it: Scene, one: One, n: int) -> None:
    await one.companion.react(one.companion.present, n % 5, "funny", f"so much {one.secrets[0]}")


async def night(it: Scene, one: One, n: int) -> None:
    one.seen.append(str(await one.companion.night()))


async def close(it: Scene, one: One, n: int) -> None:
    it.clock.move(minutes=40)
    await it.home.tick()


async def wait(it: Scene, one: One, n: int) -> None:
    it.clock.move(hours=7 * (n + 1))
    await it.home.tick()


STEPS: dict[str, Callable[[Scene, One, int], Awaitable[None]]] = {
    "tell": tell, "ask": ask, "note": note, "document": document, "greet": greet, "react": react, "night": night,
    "close": close, "wait": wait,
}  # fmt: skip


async def look(it: Scene, one: One) -> None:
    """Everything that can be seen of a bond."""
    companion, bond = one.companion, one.companion.pet.bond
    for question in (*ASKS[one.language], *(secret for secrets in SECRETS.values() for secret in secrets)):
        local = companion.person.local(it.clock.now())
        found = await it.home.dialogue.understanding.recall.find(bond, companion.person, question, local)
        one.seen += [recalled.text for recalled in found]
        one.seen += [str(p) for p in await it.home.dialogue.understanding.search.find(bond, question)]
    one.seen += [str(await companion.memories()), str(await companion.notes()), str(await companion.promises())]
    one.seen += [str(await companion.documents()), str(await companion.tastes()), *(await companion.suggestions())]
    for on in await it.store.days.dates(bond):
        one.seen.append(str(await it.store.days.day(bond, on)))
    context = await it.home.contexts.of(companion.person, companion.pet)
    one.seen.append(str(context))
    await greet(it, one, 0)


async def nothing_crossed(it: Scene, them: dict[str, One]) -> None:
    for name, one in them.items():
        await look(it, one)
        seen = "\n".join(one.seen)
        for other, secrets in SECRETS.items():
            leaked = [secret for secret in secrets if other != name and secret in seen]
            assert leaked == [], f"{leaked} of {other} came out of {name}"
    exports = {name: str(await it.store.export(one.companion.person.id)) for name, one in them.items()}
    for name, exported in exports.items():
        for other, secrets in SECRETS.items():
            same = them[name].companion.person.id == them[other].companion.person.id
            assert same or not any(secret in exported for secret in secrets), f"{other} is in the export of {name}"


async def live(folder: Path, steps: list[tuple[str, str, int]]) -> dict[str, One]:
    async with scene(folder) as it:
        them = await everybody(it)
        for who, what, n in steps:
            it.clock.move(minutes=1)
            await STEPS[what](it, them[who], n)
        await nothing_crossed(it, them)
        return them


@pytest.fixture(scope="module")
def ordinary() -> list[tuple[str, str, int]]:
    """Everybody does everything, by turns."""
    rounds = [(who, what, n) for n in range(6) for what in ("tell", "note", "document", "ask") for who in SECRETS]
    nights = [(who, what, 0) for what in ("react", "night", "wait", "greet", "ask") for who in SECRETS]
    return rounds + nights


@pytest.mark.long
def test_nothing_crosses_in_an_ordinary_life(tmp_path: Path, ordinary: list[tuple[str, str, int]]) -> None:
    them = asyncio.run(live(tmp_path, ordinary))
    for name, one in them.items():  # and each does know its own
        assert sum(secret in "\n".join(one.seen) for secret in one.secrets) == 3, name


@pytest.mark.long
def test_the_test_would_see_a_leak(tmp_path: Path, ordinary: list[tuple[str, str, int]]) -> None:
    async def story() -> None:
        async with scene(tmp_path) as it:
            them = await everybody(it)
            await tell(it, them["bob's"], 0)
            await night(it, them["bob's"], 0)
            [leak] = await them["bob's"].companion.memories()
            find: Any = it.home.dialogue.understanding.recall.find

            async def mixed(bond: Any, *given: Any, **more: Any) -> Any:
                return await find(them["bob's"].companion.pet.bond, *given, **more)

            it.home.dialogue.understanding.recall.find = mixed  # type: ignore[method-assign]
            assert "snozzcumber" in leak.text
            with pytest.raises(AssertionError, match="of bob's came out of ann's cat"):
                await nothing_crossed(it, them)

    asyncio.run(story())


@pytest.mark.long
def test_erasing_one_person_leaves_the_others_whole(tmp_path: Path, ordinary: list[tuple[str, str, int]]) -> None:
    async def story() -> None:
        async with scene(tmp_path) as it:
            them = await everybody(it)
            for who, what, n in ordinary[:40]:
                it.clock.move(minutes=1)
                await STEPS[what](it, them[who], n)
            before = await it.store.export(them["lin's"].companion.person.id)
            await it.home.erase(them["bob's"].companion.person)
            assert await it.store.export(them["lin's"].companion.person.id) == before
            data = b"".join(path.read_bytes() for path in tmp_path.rglob("pawsona.db*"))
            assert "翡翠榴莲糕".encode() in data
            assert not any(secret.encode() in data for secret in SECRETS["bob's"])

    asyncio.run(story())
