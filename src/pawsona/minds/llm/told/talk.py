"""What the five talking skills are told (iPET eq. 1): T1 to T3, M, and what this turn is about."""

from collections.abc import Mapping

from pawsona.care.attachment import persona
from pawsona.domain.day import Day
from pawsona.domain.language import Language
from pawsona.domain.memory import Recalled
from pawsona.domain.note import Passage
from pawsona.domain.promise import Promise, PromiseKind
from pawsona.minds.llm.fence import fenced, fenced_list
from pawsona.minds.llm.told.day import changed, timetable
from pawsona.minds.llm.told.who import who
from pawsona.skills.chat import ChatInput
from pawsona.skills.context import Context


def told(given: ChatInput) -> Mapping[str, str]:
    """The variables of a turn. History is not among them: it goes between system and user message."""
    language = given.context.language
    return {
        **who(given.context),
        "care": persona(language, attachment=given.attachment),
        "today": _day(given.today),
        "tomorrow": fenced(given.tomorrow.outline) if given.tomorrow else "",
        "memories": _recalled(given.memories, language),
        "perhaps": _recalled(given.near, language),
        "knowledge": passages(given.knowledge),
        "note": fenced(f"{given.note.title}\n{given.note.text}") if given.note else "",
        "passages": passages(given.passages),
        "due": owed(given.due, given.context) if given.due else "",
        "promised": fenced(given.promised.text) if given.promised else "",
        "change": changed([given.change], language) if given.change else "",
        "affect": f"{given.affect.state} ({given.affect.intensity}/3)" if given.affect.intensity else "",
        "strategy": given.strategy,
        "asked_if_ai": _YES[language] if given.asked_if_ai else "",
        "message": fenced(given.message),
    }


def owed(due: Promise, context: Context) -> str:
    """What to bring up, of which kind it is, and whether it is late."""
    kind = _OWED[context.language][due.kind]
    days = (context.now - due.due).days
    late = _LATE[context.language].format(days=days) if days >= 2 and due.kind in {"remind", "ask"} else ""
    return f"{kind}{fenced(due.text)}{late}"


_OWED: Mapping[Language, Mapping[PromiseKind, str]] = {
    "en": {
        "remind": "they asked to be reminded: ",
        "ask": "they asked you to ask: ",
        "congratulate": "congratulate, today is: ",
        "day": "tell them that today is: ",
    },
    "zh": {
        "remind": "对方请你提醒：",
        "ask": "对方请你问：",
        "congratulate": "祝贺对方，今天是：",
        "day": "告诉对方今天是：",
    },
}
_LATE: Mapping[Language, str] = {
    "en": " ({days} days late: say so kindly, without excuses)",
    "zh": "（晚了{days}天：温和地说一声，别找借口）",
}


_YES: Mapping[Language, str] = {
    "en": "They sincerely ask whether they talk to a machine. Say plainly that you are an AI.",
    "zh": "对方是认真在问你是不是机器。要直说自己是 AI。",
}


def _day(day: Day | None) -> str:
    return fenced(f"{day.outline}\n{timetable(day.items, details=True)}") if day else ""


def _recalled(found: tuple[Recalled, ...], language: Language) -> str:
    dates = [f"{one.said_at:%Y-%m-%d}" for one in found]
    return "\n".join(f"- ({on}) {fenced(one.text)}" for on, one in zip(dates, found, strict=True))


def passages(found: tuple[Passage, ...]) -> str:
    """Passages with what a reply must name."""
    return fenced_list(f"{passage.source}: {passage.text}" for passage in found)
