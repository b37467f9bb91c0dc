"""What a person is asked to agree to, in which words, and their answer. Only adults are asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from pawsona.app import lessons
from pawsona.app.home import Home
from pawsona.app.webhooks.postbox import asking
from pawsona.care.minors import is_minor
from pawsona.domain.consent import PURPOSES, VERSIONS, Purpose
from pawsona.domain.language import Language
from pawsona.domain.person import Person
from pawsona.domain.webhook import ASKED
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
    "webhooks": {
        "en": Words(
            "Tell this product when you adopt",
            "If you agree, the programs of the product that you are using are told when you adopt a companion: your "
            "number here and the companion's number, never a name, never a word that you say. You can stop at any "
            "time; what was told before stays with the product.",
        ),
        "zh": Words(
            "领养时告诉产品一声",
            "你同意的话，你领养伙伴时，你正在用的这款产品会得到通知：只有你和伙伴在这里的编号，没有名字，也没有你说的话。"
            "随时可以停止；之前已经告诉的，产品那边会留着。",
        ),
    },
    "care_webhooks": {
        "en": Words(
            "Tell this product when things were very hard",
            "When what you write sounds as if somebody were in danger, your companion steps aside and you are shown "
            "where to find help. If you agree, the programs of the product that you are using are told that this "
            "happened: your number here, the companion's, and how grave it sounded. Never what you said. It does not "
            "call anybody to help you, and help is shown whether you agree or not. You can stop at any time; what was "
            "told before stays with the product.",
        ),
        "zh": Words(
            "特别难的时候告诉产品一声",
            "你写的话听起来有危险时，伙伴会先退到一旁，给你看可以求助的地方。你同意的话，你正在用的这款产品会得到通知："
            "只有你和伙伴在这里的编号，以及听起来有多严重，没有你说的话。这不会替你叫人来帮忙；不管你同不同意，"
            "求助的方式都会给你看。随时可以停止；之前已经告诉的，产品那边会留着。",
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
    """Everything that this person may agree to; of webhooks only what there is one for."""
    told = await asking(home.store, person.id)
    idle = {purpose for event, purpose in ASKED.items() if event not in told}
    stands = {one.purpose: one for one in await home.store.consents.all(person.id) if one.withdrawn_at is None}
    found = []
    for purpose in PURPOSES:
        if purpose in idle and purpose not in stands:
            continue
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
    """A yes that was never given is taken back as well; what was counted, taken or waits to be told goes too."""
    now = home.clock.now()
    async with home.store.transaction():
        await home.store.consents.withdraw(person.id, purpose, now)
        if purpose == "experiments":
            await home.store.trials.drop(person.id, now + timedelta(seconds=1))
        for event, asked_for in ASKED.items():
            if asked_for == purpose:
                await home.store.outbox.take_back(person.id, event)
    if purpose == "training":
        await lessons.withdraw(home.store, [person.id])
