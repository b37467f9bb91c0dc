"""Acts `strategy.choose`, `care.classify` and `judge`: by cues and measurable features, and said to be no more."""

import re
from collections.abc import Mapping

from pawsona.domain.language import Language, length
from pawsona.domain.message import Strategy
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.cues import EngineCues, engine_cues
from pawsona.minds.storybook.talk.matching import terms
from pawsona.skills.acts import CareInput, CareReading, Choice, JudgeInput, Judgement, StrategyInput

_DAY_ACTS = ("day_now", "day_plan", "day_past", "day_yesterday", "day_any")
_ANALYSIS: Mapping[Language, str] = {
    "en": "Rule-based stand-in, not a model: {size} words, {distinct:.0%} of them distinct, "
    "{shared} shared with the criteria.",
    "zh": "这是按规则打的分，不是模型的判断：共{size}字，不重复的占{distinct:.0%}，与标准重合{shared}处。",
}


def choose_strategy(given: StrategyInput) -> Choice:
    """Perform `strategy.choose`."""
    language = given.context.language
    cues, text = engine_cues(language), given.message.replace("’", "'")
    about_day = _about_day(text, language, cues)
    factual = cues.has("factual", text) and not about_day
    return Choice(strategy=_strategy(given, text, cues, factual), about_day=about_day, knowledge_asked=factual)


def _about_day(text: str, language: Language, cues: EngineCues) -> bool:
    acts = talk_book(language).acts
    return cues.has("routine", text) or any(n in acts and acts[n].cues.find(text) for n in _DAY_ACTS)


def _strategy(given: StrategyInput, text: str, cues: EngineCues, factual: bool) -> Strategy:
    # "What pressure should it have?" is no complaint.
    plain = (factual or given.has_knowledge) and cues.has("question", text) and not cues.has("first_person", text)
    heavy = given.affect.valence < 0 and not plain
    grave = heavy and given.affect.intensity >= 2
    if given.tier > 0 or cues.has("monitoring", text):
        return "monitoring"
    if grave:
        return "soothing"
    if given.has_due:
        return "reminder"
    if factual or given.has_knowledge:
        return "knowledge"
    if cues.has("recommend", text):
        return "recommendation"
    if cues.has("stance", text):
        return "stance-taking"
    return "soothing" if heavy else "chit-chat"


def classify(given: CareInput) -> CareReading:
    """Perform `care.classify`: the screen has said all that words can say, so nothing is raised."""
    return CareReading(tier=given.tier)


def judge(given: JudgeInput) -> Judgement:
    """Perform `judge`: length, variety of words and overlap with each criterion; it cannot judge more."""
    language = given.context.language
    size = length(given.text, language)
    words = re.findall(r"\w", given.text) if language == "zh" else re.findall(r"\w+", given.text.casefold())
    distinct = len(set(words)) / len(words) if words else 0.0
    own = terms(given.text, language)
    shared = {name: len(own & terms(f"{name} {asks}", language)) for name, asks in given.criteria.items()}
    low, high = given.scale
    ratings = {n: round(low + (high - low) * _share(size, distinct, count), 2) for n, count in shared.items()}
    analysis = _ANALYSIS[language].format(size=size, distinct=distinct, shared=sum(shared.values()))
    return Judgement(analysis=analysis, ratings=ratings)


def _share(size: int, distinct: float, shared: int) -> float:
    """0 to 1: mostly that something of a fair length was said in more than a few words."""
    return min(1.0, 0.5 * min(1.0, size / 30) + 0.35 * distinct + 0.05 * min(3, shared)) if size else 0.0
