"""What a person is asked to agree to, in which words, and their answer. Only adults are asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from pawsona.app.home import Home
from pawsona.care.minors import is_minor
from pawsona.domain.consent import PURPOSES, VERSIONS, Purpose
from pawsona.domain.language import Language
from pawsona.domain.person import Person
from pawsona.errors import ChangedError, InputError


@dataclass(frozen=True)
class Words:
    """What is agreed to. Whoever changes a word raises its version in `domain.consent`."""

    title: str
    text: str


WORDS: Mapping[Purpose, Mapping[Language, Words]] = {
    "experiments": {
        "en": Words(
            "Take part in experiments",
            "Whoever runs Pawsona here tries out which ways of writing and answering are kinder and more useful. If "
            "you agree, your companion may be in one of two groups, and counts of how it went are kept: how long you "
            "talked, whether you came back. What you say is never part of it. Hard talks are left out. You can stop at "
            "any time, and nothing else changes.",
        ),
        "zh": Words(
            "参加试验",
            "运行这里的人想知道，哪种写法、哪种回答更体贴、更有用。你同意的话，你的伙伴可能会被分到两组中的一组，"
            "只记下效果的数字，比如聊了多久、之后有没有再来。你说的话不会算进去，难过时的谈话也不会。"
            "随时可以退出，别的都不变。",
        ),
    },
    "training": {
        "en": Words(
            "Let models learn from our talk",
            "If you agree, what you and your companion say may be used to train the models that speak for companions "
            "here, after names and numbers are taken out. Hard talks are left out. If you take this back, nothing is "
            "used from then on; a model that has learnt already can't unlearn.",
        ),
        "zh": Words(
            "让模型从聊天里学习",
            "你同意的话，你和伙伴说的话在去掉姓名和号码之后，可能会用来训练这里替伙伴说话的模型。难过时的谈话不会用。"
            "以后收回同意，就不再使用；但已经学过的模型没法忘掉。",
        ),
    },
}
_SENTENCES: Mapping[str, Mapping[Language, str]] = {
    "adults": {
        "en": "Only adults can agree to this. If you are one, say so on the care page first.",
        "zh": "只有成年人可以同意。如果你已成年，请先在关怀页上填写年龄。",
    },
    "changed": {
        "en": "These words have changed since you read them. Read them again, and then decide.",
        "zh": "这些文字在你看过之后改了。请再看一遍，然后决定。",
    },
}


@dataclass(frozen=True)
class Asked:
    """One thing that may be agreed to, and what the person said to it. `since`: when they agreed; None without."""

    purpose: Purpose
    version: str
    words: Words
    since: datetime | None


async def asked(home: Home, person: Person) -> list[Asked]:
    """Everything that this person may agree to."""
    stands = {one.purpose: one for one in await home.store.consents.all(person.id) if one.withdrawn_at is None}
    found = []
    for purpose in PURPOSES:
        words, given = WORDS[purpose][person.language], stands.get(purpose)
        agreed = given is not None and given.version == VERSIONS[purpose]
        found.append(Asked(purpose, VERSIONS[purpose], words, given.given_at if given is not None and agreed else None))
    return found


async def agree(home: Home, person: Person, purpose: Purpose, version: str) -> None:
    """Write a yes down.

    Raises:
        InputError: the person is no adult, or may not be one.
        ChangedError: they read other words than these.
    """
    if is_minor(person):
        raise InputError(_SENTENCES["adults"][person.language])
    if version != VERSIONS[purpose]:
        raise ChangedError(_SENTENCES["changed"][person.language])
    await home.store.consents.give(person.id, purpose, version, home.clock.now())


async def take_back(home: Home, person: Person, purpose: Purpose) -> None:
    """A yes that was never given is taken back as well; what was counted on a yes to experiments goes with it."""
    now = home.clock.now()
    async with home.store.transaction():
        await home.store.consents.withdraw(person.id, purpose, now)
        if purpose == "experiments":
            await home.store.trials.drop(person.id, now + timedelta(seconds=1))
