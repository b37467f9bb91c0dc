"""Help lines as the page shows them: who, how to reach them in one tap, and when."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from pawsona.app.companion import Companion
from pawsona.care.crisis import CrisisReply
from pawsona.care.resources import Resource, Resources
from pawsona.dialogue.followup import FollowUp
from pawsona.domain.language import Language
from pawsona.domain.safeguards import Contact
from pawsona.server import safeguards, wire

_WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "title": "Help is here, from people",
        "intro": "I am an AI program and cannot keep you safe on my own. A person can.",
        "named": "{name}: {reach}",
        "phone": "Call",
        "sms": "Text",
        "url": "Open",
        "emergency": "In danger right now: {number}",
        "note": "Last checked on {day}.",
    },
    "zh": {
        "title": "有人可以帮你",
        "intro": "我是 AI 程序，没法独自保护你的安全，真人可以。",
        "named": "{name}：{reach}",
        "phone": "打电话",
        "sms": "发短信",
        "url": "打开",
        "emergency": "现在就有危险：{number}",
        "note": "上次核对：{day}。",
    },
}
_WHEN = re.compile(r"[(（]([^()（）]+)[)）][.。]?$")


def of_reply(reply: CrisisReply, language: Language) -> wire.ResourcesWire:
    """The lines of a crisis turn."""
    return _wire(reply.resources, reply.emergency, language)


def everywhere(known: Resources, region: str | None, language: Language, today: date) -> wire.ResourcesWire:
    """The lines of a country, with its emergency number or words for it."""
    return _wire(known.find(region, today), known.emergency(region, language), language)


def of_companion(companion: Companion) -> wire.ResourcesWire:
    """The lines of a person's country, as of their today."""
    person, home = companion.person, companion.home
    today = person.local(home.clock.now()).date()
    return everywhere(home.care.resources, person.region, person.language, today)


async def pinned(companion: Companion) -> wire.ResourcesWire | None:
    """After a hard talk the lines stay on top for a while."""
    if not await FollowUp(companion.home.store, companion.home.clock).near(companion.pet.bond):
        return None
    return of_companion(companion)


def of_contact(contact: Contact | None, language: Language) -> wire.WayWire | None:
    """Somebody whom the person named; a number can be called by a tap."""
    shown = safeguards.contact(contact)
    if shown is None:
        return None
    return wire.WayWire(
        verb=_WORDS[language]["phone"],
        value=_WORDS[language]["named"].format(name=shown.name, reach=shown.reach),
        href=shown.href or "",
    )


def _wire(lines: Sequence[Resource], emergency: str | None, language: Language) -> wire.ResourcesWire:
    words = _WORDS[language]
    return wire.ResourcesWire(
        title=words["title"],
        intro=words["intro"],
        lines=[_line(line, language) for line in lines],
        emergency=_emergency(emergency, words) if emergency else None,
        note=words["note"].format(day=_day(min(line.verified_on for line in lines), language)),
    )


def _day(on: date, language: Language) -> str:
    return f"{on.year}年{on.month}月{on.day}日" if language == "zh" else f"{on.day} {on:%B} {on.year}"


def _line(line: Resource, language: Language) -> wire.LineWire:
    when = _WHEN.search(line.how[language])
    return wire.LineWire(
        name=line.name, text=line.how[language], hours=when[1] if when else "", how=_ways(line, language)
    )


def _ways(line: Resource, language: Language) -> list[wire.WayWire]:
    words = _WORDS[language]
    ways = []
    if line.phone:
        ways.append(wire.WayWire(verb=words["phone"], value=line.phone, href=f"tel:{_digits(line.phone)}"))
    if line.sms:
        ways.append(wire.WayWire(verb=words["sms"], value=line.sms, href=f"sms:{_digits(line.sms)}"))
    if line.url:
        ways.append(wire.WayWire(verb=words["url"], value=line.url, href=f"https://{line.url}"))
    return ways


def _emergency(number: str, words: Mapping[str, str]) -> wire.EmergencyWire:
    return wire.EmergencyWire(text=words["emergency"].format(number=number), numbers=re.findall(r"\d{3,}", number))


def _digits(number: str) -> str:
    return re.sub(r"[^\d+]", "", number)
