"""Form: language, length, what a model leaves lying about, coarse words, and each skill's own rules."""

import re
from functools import cache
from importlib.resources import files

from pawsona.domain.language import LANGUAGES, is_chinese
from pawsona.domain.language import length as size_of
from pawsona.errors import InvalidOutputError
from pawsona.minds.llm.answers import ANSWERS
from pawsona.skills import IPET, SKILLS
from pawsona.skills.chat import ChatInput, Reply
from pawsona.train.data.candidate import Candidate

MOST = {"en": 160, "zh": 260}
"""Words, or characters, of something said; the protocol with its lines is the longest."""
_LEFTOVER = re.compile(
    r"</?(?:think|thinking|reasoning)>|```|«|»|\bas an AI language model\b"
    r"|\bI(?:'m| am) sorry, (?:but )?I can(?:'t|not)\b"
    r"|作为一个?(?:AI|人工智能)?语言模型|很抱歉，我(?:无法|不能)|\{(?:friend|relative|when|day|place)\}",
    re.IGNORECASE,
)
_KEYS = re.compile(r'"[a-z_]+"\s*:|"[a-z_]+"(?=\s*[,}\]])')


def language(one: Candidate) -> str | None:
    """The answer is in the person's language; JSON is judged by what stands in it."""
    text = _prose(one.entry.answer)
    if not any(map(str.isalpha, text)):
        return None
    return "other" if is_chinese(text) != (one.entry.language == "zh") else None


def length(one: Candidate) -> str | None:
    """Neither nothing nor a lecture; the whole fits the context already, or it would be no entry."""
    if not isinstance(one.given, ChatInput):
        return None
    size = size_of(one.entry.answer, one.entry.language)
    return "short" if size < 1 else "long" if size > MOST[one.entry.language] else None


def leftover(one: Candidate) -> str | None:
    """A model's thoughts, fences, excuses; braces that nobody filled."""
    return "found" if _LEFTOVER.search(one.entry.answer) else None


def toxic(one: Candidate) -> str | None:
    """Coarse and hateful words of our own short list, in either language, in what the companion says."""
    return "word" if _coarse().search(one.entry.answer) else None


def skill(one: Candidate) -> str | None:
    """Read as the product reads it, and held to the skill's rules."""
    name = one.entry.skill
    try:
        output = ANSWERS[name].read(name, one.entry.answer, one.given)
    except InvalidOutputError:
        return "unreadable"
    if isinstance(one.given, ChatInput) and not isinstance(output, Reply):
        output = Reply(text=one.entry.answer)
    return "broken" if SKILLS[name].problems(one.given, output, IPET) else None


def _prose(answer: str) -> str:
    """Without the keys of JSON and the words of its closed sets."""
    return (
        re.sub(r'"[a-z_]+"\s*:|"(?:search|answer|shift|[a-z_]+)"(?=\s*[,}\]])', "", answer)
        if answer[:1] == "{"
        else answer
    )


@cache
def _coarse() -> re.Pattern[str]:
    words = {
        language: (files(__package__) / "content" / f"coarse_{language}.txt").read_text("utf-8").split()
        for language in LANGUAGES
    }
    english = "|".join(re.escape(word) for word in words["en"])
    chinese = "|".join(re.escape(word) for word in words["zh"])
    return re.compile(rf"\b(?:{english})(?:s|es|ed|ing|er)?\b|{chinese}", re.IGNORECASE)
