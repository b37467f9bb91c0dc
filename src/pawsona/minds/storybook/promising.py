"""Acts `promise.find` and `plan.change`: what the person asks the pet to bring up, and where they send it."""

import re
from dataclasses import replace
from datetime import date, datetime, timedelta

from pawsona.domain.day import Change
from pawsona.domain.language import Language
from pawsona.domain.promise import Promise
from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.redating import put_right
from pawsona.minds.storybook.settling import dropped, settled
from pawsona.minds.storybook.talk.book import TalkBook, talk_book
from pawsona.minds.storybook.times import When, find_when, without_when
from pawsona.skills.acts import Plan, PlanInput, PromiseDraft, PromiseInput, Promises

_HOUR = {"remind": 9, "ask": 19, "meet": 9}
_SAID_MOST = 80
_LATE = timedelta(days=2)
_OWN_BIRTHDAY = frozenset({"your birthday", "你的生日"})
_SOME_HOURS = timedelta(hours=3)
_EDGES = re.compile(
    r"^(?:to|that|about|of|and|please|for|on|at|i (?:have to|need to|must|should)|一下|去|要|得|，|,|\s)+(?=\S)"
    r"|(?:\s+(?:on|at|in|by|please|the|and|ok|okay|next|for|to)|，|,|[。.!！?？~\s]|吧|哦|啊|好吗|好不好|行吗|到时候?|到点)+$",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\b(?:it|that|this|they)\b|^(?:怎么样|如何|结果|顺不顺利|咋样)", re.IGNORECASE)
"""What is to be asked points at something that was said before."""
_AFTER_THING = r"(?:on|at|in|is|with|and|next|this|tomorrow|tonight|today|later|starts?|begins?|comes?)\b"
_THING = re.compile(
    r"\b(?:i(?:'ve| have)?(?: got| have)?|there(?:'s| is)|got|having|to|for|the|an?|my) (?:an? |my |the |another )?"
    rf"(?P<thing>(?!(?:have|got|need|am|will)\b)[a-z][a-z'-]*(?: (?!{_AFTER_THING})[a-z'-]+){{0,2}})"
    rf"(?= {_AFTER_THING}|[,.;!]|\s*$)",
    re.IGNORECASE,
)
_MEETS = re.compile(r"\b(?:see|seeing|meet|meeting|visit|visiting|call|calling) (?:an? |my |the )?$", re.IGNORECASE)
_BEFORE_ZH = re.compile(r"^(?:我|俺|咱)?(?:要|得|会)*|[，,]?(?:到时候?|回头|那天|之后|完了|你|记得|可以|能|帮我)+$")
_QUESTION = re.compile(r"(?:how|if|whether|what|when|where|who|why|about)\b", re.IGNORECASE)


def find_promises(given: PromiseInput) -> Promises:
    """Perform `promise.find`: a request with a moment in the future, and what the message settles; usually nothing."""
    book = talk_book(given.context.language)
    if moved := _moved(given):
        return moved
    over = settled(given, book)
    draft = None if dropped(given, book) else _draft(given, book)
    return Promises(drafts=(draft,) if draft else (), settled=over)


def _moved(given: PromiseInput) -> Promises | None:
    """A promise whose day the message puts right: made anew for that day, at the same hour."""
    now, language = given.context.now, given.context.language
    right = put_right(given.before, given.message, now, language)
    wrong = [p for p in given.owed if right and p.source == right.id and p.kind in {"remind", "ask"} and not p.asked_at]
    when = find_when(given.message, now, language) if wrong else None
    if when is None or when.on is None:
        return None
    clock = [p.due.astimezone(now.tzinfo).time() for p in wrong]
    due = [replace(when, at=when.at or at, part="").moment(now, at.hour) for at in clock]
    drafts = [
        PromiseDraft(text=p.text, due=at, kind="ask" if p.kind == "ask" else "remind")
        for p, at in zip(wrong, due, strict=True)
        if at is not None and at > now
    ]
    return Promises(drafts=tuple(drafts), settled=tuple(p.id for p in wrong)) if len(drafts) == len(wrong) else None


def _draft(given: PromiseInput, book: TalkBook) -> PromiseDraft | None:
    now = given.context.now
    when = find_when(given.message, now, book.language)
    for kind in ("remind", "ask", "meet"):
        if when is None and kind != "ask":
            continue
        what = _what(given.message, kind, when or When(), book)
        due = (when.moment(now, _HOUR[kind]) if when else _evening(now)) if what else None
        if what and due is not None and due > now:
            return PromiseDraft(text=what, due=due, kind="ask" if kind == "ask" else "remind")
    return None


def _evening(now: datetime) -> datetime:
    """For a question without a day: the next evening that is some hours away."""
    tonight = now.replace(hour=_HOUR["ask"], minute=0, second=0, microsecond=0)
    return tonight if tonight - now >= _SOME_HOURS else tonight + timedelta(days=1)


def _what(message: str, kind: str, when: When, book: TalkBook) -> str:
    """What is to be said, without the words of the moment."""
    cues = book.promise.get(kind)
    match = cues.find(message) if cues else None
    if match is None:
        return ""
    groups = [name for name in ("what",) if match.groupdict().get(name)]
    if not groups:
        return ""
    start, end = match.span("what")
    inside = tuple((a - start, min(b, end) - start) for a, b in when.spans if start <= a < end)
    what = without_when(match["what"], When(spans=inside))
    what = _EDGES.sub("", _EDGES.sub("", what)).strip()
    if kind == "ask":
        what = _pointed(what, message[: match.start()], when, book.language)
    if kind == "ask" and book.language == "en" and what and not _QUESTION.match(what):
        what = f"about {what}"
    return _to_person(what, book.language)[:_SAID_MOST]


def _pointed(what: str, before: str, when: When, language: Language) -> str:
    """The question with the thing that it only points at: "how it went" after "a dentist appointment on Monday"."""
    if language == "zh":
        bare = without_when(before, When(spans=tuple(span for span in when.spans if span[1] <= len(before))))
        asked = what.removeprefix("一下").removeprefix("一声")
        pointing = not asked or _POINTS.match(asked) is not None
        return _BEFORE_ZH.sub("", bare) + asked if pointing else _BEFORE_ZH.sub("", asked)
    found = _THING.search(before)
    if found is None or not _POINTS.search(what):
        return what
    if _MEETS.search(before[: found.start("thing")]):
        return f"{what} with my {found['thing']}"
    return _POINTS.sub(f"my {found['thing']}", what, count=1)


def _to_person(text: str, language: Language) -> str:
    """The pet will say it, so "my" becomes "your"."""
    if language == "zh":
        return re.sub("我们|我", "你", text)
    turned = {"my": "your", "me": "you", "i": "you", "i'm": "you're", "i've": "you've", "our": "your", "am": "are"}
    return re.sub(r"[A-Za-z']+", lambda m: turned.get(m.group().casefold(), m.group()), text)


def due_act(promise: Promise, now: datetime) -> str:
    """Which act brings up what is due: by its kind, and whether it should have been said some days ago."""
    if promise.kind == "congratulate":
        return "due_birthday" if promise.text in _OWN_BIRTHDAY else "due_congratulate"
    name = {"remind": "due", "ask": "due_ask", "day": "due_day"}[promise.kind]
    return f"{name}_late" if now - promise.due > _LATE and promise.kind != "day" else name


def change_plan(given: PlanInput) -> Plan:
    """Perform `plan.change`: "let's go to the sea tomorrow" is one fixed item of that day."""
    context = given.context
    book, message = talk_book(context.language), given.message.replace("’", "'")
    match = book.plan["go"].find(message) if "go" in book.plan else None
    on = _day(message, book, given.on)
    if match is None or on is None or _asks_for_promise(message, book):
        return Plan()
    where = match.groupdict().get("where") or message[match.start() :]
    kind = _kind(where, book)
    if not kind:
        return Plan()
    when = find_when(message, context.now, context.language)
    label = _label(kind, context.language, f"{context.pet.seed}/{on}")
    said = message.strip()[:_SAID_MOST]
    return Plan(change=Change(on=on, at=when.at if when else None, label=label, kind=kind, said=said))


def _asks_for_promise(message: str, book: TalkBook) -> bool:
    """Whether it is the person who goes: can you remind me to go to the market tomorrow?"""
    return any(name in book.promise and book.promise[name].find(message) for name in ("remind", "ask"))


def _kind(where: str, book: TalkBook) -> str:
    folded = where.casefold()
    found = [(match.start, kind) for kind, words in book.places.items() if (match := words.find(folded))]
    return min(found)[1] if found else ""


def _day(message: str, book: TalkBook, today: date) -> date | None:
    folded = message.casefold()
    if "tomorrow" in book.plan and book.plan["tomorrow"].find(folded):
        return today + timedelta(days=1)
    return today if "today" in book.plan and book.plan["today"].find(folded) else None


def _label(kind: str, language: Language, key: str) -> str:
    """What the day calls it: the library's label for a change, else the activity's own first one."""
    book = library(language)
    bank = book.change_labels.get(kind)
    if bank:
        return bank[0].text
    plain = [row for row in book.labels.get(kind, ()) if "{" not in row.text]
    return plain[0].text if plain else kind.capitalize()
