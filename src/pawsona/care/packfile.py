"""Reads a pack file. Nothing in it is passed over: an unknown key or name stops the start."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from pawsona.care import audit
from pawsona.care.duties import MUSTS, Duties, Reminder, Words
from pawsona.care.files import entry, listing, mapping, read_yaml, text, texts
from pawsona.care.marks import techniques
from pawsona.care.pack import TOLD, Check, Pack, Step, Told, Uncertain, YearlyReport
from pawsona.domain.carelog import EVENTS
from pawsona.domain.language import LANGUAGES
from pawsona.errors import ContentError

T = TypeVar("T")

FACTS = ("ai", "not_human", "break")
GROUPS = tuple(dict.fromkeys(audit.GROUPS.values()))
_AGES = ("adult", "teen", "unknown")
_LONGEST = 7 * 24 * 60
"""Minutes, of a reminder or of a step."""


def read_pack(path: Path) -> Pack:
    """The pack of a file.

    Raises:
        ContentError: it is missing or wrong; names file and place.
    """
    where = path.name
    data = _only(
        read_yaml(path),
        ("pack", "name", "law", "in_force", "sources", "notice", "breaks", "forbids", "must", "watches", "counts",
         "guardian_under", "report", "uncertain", "checks"),
        where,
    )  # fmt: skip
    return Pack(
        id=text(entry(data, "pack", where), f"{where}: pack"),
        name=_words(entry(data, "name", where), f"{where}: name"),
        law=text(entry(data, "law", where), f"{where}: law"),
        in_force=_day(entry(data, "in_force", where), f"{where}: in_force"),
        sources=tuple(texts(entry(data, "sources", where), f"{where}: sources")),
        duties=_duties(data, where),
        report=_optional(data, "report", where, _report),
        uncertain=_each(data, "uncertain", where, _uncertain),
        checks=_each(data, "checks", where, _check),
    )


def _duties(data: Mapping[str, object], where: str) -> Duties:
    forbids = _only(data.get("forbids", {}), ("everyone", "minors"), f"{where}: forbids")
    return Duties(
        notice=_optional(data, "notice", where, _reminder) or Reminder(),
        breaks=_optional(data, "breaks", where, _reminder) or Reminder(),
        forbids=_names(forbids, "everyone", techniques(), f"{where}: forbids"),
        forbids_minors=_names(forbids, "minors", techniques(), f"{where}: forbids"),
        must=_names(data, "must", MUSTS, where),
        watches=_names(data, "watches", GROUPS, where),
        counts=_names(data, "counts", EVENTS, where),
        guardian_under=_number(data, "guardian_under", where, 0, 21) or 0,
    )


def _reminder(value: object, where: str) -> Reminder:
    data = _only(value, ("text", "must_say", "start", "adults", "minors"), where)
    words = _optional(data, "text", where, _words)
    return Reminder(
        texts=(words,) if words else (),
        must_say=_names(data, "must_say", FACTS, where),
        start=_true(data, "start", where),
        adults=_minutes(data, "adults", where),
        minors=_minutes(data, "minors", where),
    )


def _report(value: object, where: str) -> YearlyReport:
    data = _only(value, ("to", "since"), where)
    return YearlyReport(_words(entry(data, "to", where), f"{where}.to"), _day(entry(data, "since", where), where))


def _uncertain(value: object, where: str) -> Uncertain:
    data = _only(value, ("about", *LANGUAGES), where)
    words = {language: text(entry(data, language, where), f"{where}.{language}") for language in LANGUAGES}
    return Uncertain(text(entry(data, "about", where), f"{where}.about"), words)


def _check(value: object, where: str) -> Check:
    data = _only(value, ("it", "age", "steps"), where)
    age = text(data.get("age", "adult"), f"{where}.age")
    for known in ("adult", "teen", "unknown"):
        if age == known:
            steps = _each(data, "steps", where, _step)
            return Check(it=text(entry(data, "it", where), f"{where}.it"), age=known, steps=steps)
    raise ContentError(f"{where}.age: {age!r} is none of {', '.join(_AGES)}")


def _step(value: object, where: str) -> Step:
    done, held = ("say", "reply", "talk", "away", "contact", "restart"), ("told", "crisis", "blocked", "counted")
    data = _only(value, (*done, *held), where)
    if not any(key in data for key in done):
        raise ContentError(f"{where}: does nothing; it needs one of {', '.join(done)}")
    return Step(
        say=_optional(data, "say", where, _words),
        reply=_optional(data, "reply", where, _words),
        talk=_minutes(data, "talk", where),
        away=_minutes(data, "away", where),
        contact=_true(data, "contact", where),
        restart=_true(data, "restart", where),
        told=tuple(_told(data.get("told", {}), f"{where}.told")),
        crisis=_true(data, "crisis", where),
        blocked=_true(data, "blocked", where),
        counted=tuple(sorted(_names(data, "counted", EVENTS, where))),
    )


def _told(value: object, where: str) -> list[tuple[Told, int]]:
    data = _only(value, TOLD, where)
    return [(kind, _number(data, kind, where, 1, 999) or 1) for kind in TOLD if kind in data]


def _only(value: object, known: tuple[str, ...], where: str) -> Mapping[str, object]:
    data = mapping(value, where)
    for key in data:
        if key not in known:
            raise ContentError(f"{where}: {_unknown(key, known)}")
    return data


def _names(data: Mapping[str, object], key: str, known: frozenset[str] | tuple[str, ...], where: str) -> frozenset[str]:
    found = texts(data.get(key, []), f"{where}: {key}" if ":" not in where else f"{where}.{key}")
    for name in found:
        if name not in known:
            raise ContentError(f"{where}: {key}: {_unknown(name, tuple(sorted(known)))}")
    return frozenset(found)


def _unknown(name: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"{name!r} is not known: " + (f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}")


def _optional(data: Mapping[str, object], key: str, where: str, read: Callable[[object, str], T]) -> T | None:
    return read(data[key], f"{where}: {key}") if key in data else None


def _each(data: Mapping[str, object], key: str, where: str, read: Callable[[object, str], T]) -> tuple[T, ...]:
    rows = listing(data.get(key, []), f"{where}: {key}")
    return tuple(read(row, f"{where}: {key}[{n}]") for n, row in enumerate(rows))


def _words(value: object, where: str) -> Words:
    data = _only(value, LANGUAGES, where)
    words = {language: text(entry(data, language, where), f"{where}.{language}") for language in LANGUAGES}
    for language, said in words.items():
        try:
            said.format(pet="")
        except (KeyError, IndexError, ValueError):
            raise ContentError(f"{where}.{language}: only {{pet}} can stand in braces") from None
    return words


def _day(value: object, where: str) -> date:
    if not isinstance(value, date):
        raise ContentError(f"{where}: should be a day such as 2026-01-01")
    return value


def _true(data: Mapping[str, object], key: str, where: str) -> bool:
    if key in data and data[key] is not True:
        raise ContentError(f"{where}.{key}: can only be true; care never does without it, so leave it out")
    return key in data


def _minutes(data: Mapping[str, object], key: str, where: str) -> timedelta | None:
    found = _number(data, key, where, 1, _LONGEST)
    return None if found is None else timedelta(minutes=found)


def _number(data: Mapping[str, object], key: str, where: str, least: int, most: int) -> int | None:
    if key not in data:
        return None
    value = data[key]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ContentError(f"{where}.{key}: should be a number from {least} to {most}")
    return value
