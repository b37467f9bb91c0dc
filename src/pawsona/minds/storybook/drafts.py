"""Makes drafts of memories: by a rule with its places, of a message plainly worth it, or as it was said."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import cast

from pawsona.domain.language import Language
from pawsona.domain.memory import Importance, Topic
from pawsona.domain.message import Message
from pawsona.minds.storybook.keeping import days_ahead, keeping
from pawsona.minds.storybook.kin import is_another
from pawsona.minds.storybook.lasting import lasting
from pawsona.minds.storybook.spans import dated_spans
from pawsona.minds.storybook.talk.entries import Rule
from pawsona.minds.storybook.times import find_when
from pawsona.minds.storybook.wording import addressed, of_them, to_them, told
from pawsona.minds.storybook.worth import Worth
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft

_DATED = {
    "en": re.compile(
        r"^(?!.*\b(?:every|each|other|single|most|since|last)\b).*?\b(?:tomorrow|tonight|yesterday|next week|"
        r"(?:on|this|next|by|until|before) (?:the )?(?:weekend|\w+day)\b|\w+day$)",
        re.IGNORECASE,
    ),
    "zh": re.compile("^(?!.*(?:每|天天|总))"),
}
"""Where a day is meant, and not a habit or a Sunday roast."""
_OWN_NAME = {"en": "The person's name is {v}", "zh": "这个人的名字是{v}"}
"""Instead of "Sam is called Sam"."""


def draft_of(rule: Rule, said: Mapping[str, str], context: Context, at: datetime, source: Message | None) -> Draft:
    """A draft by a rule, said of the person and to the person, with days that stay true."""
    language, name = context.language, context.person.name
    found = {k: lasting(dated_spans(v, at.date(), language), at, language) for k, v in said.items()}
    places = {k: text for k, (text, _) in found.items()}
    on = next((day for _, day in found.values() if day), None)
    third = {k: told(v, language, name) for k, v in places.items()} | {"U": name}
    second = {k: addressed(v, language) for k, v in places.items()} | {"U": name}
    if "who" in places:
        places["who"] = places["who"].replace(", ", " ")  # "my sister, Julia, lives in"
    subject = rule.subject or places.get("who", "") or "person"
    another = is_another(rule.attribute, subject, source.text if source else "", language)
    slots = {
        "attribute": rule.attribute,
        "subject": subject,
        "value": places.get("v", ""),
        "on": on.isoformat() if on else "",
        "you": _fill(rule.you, second),
        "ask": _fill(rule.ask, second),
        "supersedes": "1" if rule.supersedes and not another else "",
    }
    topic, importance = cast(Topic, rule.topic), cast(Importance, rule.importance)
    if importance == 1 and source is not None:
        importance = keeping(language).importance(topic, source.text, days_ahead(slots["on"], at.date()))
    own_name = (rule.attribute, subject, slots["value"]) == ("name", "person", name)
    return Draft(
        text=_fill(_OWN_NAME[language] if own_name else rule.text, third),
        topic=topic,
        importance=importance,
        sources=(source.id,) if source else (),
        slots={key: value for key, value in slots.items() if value},
    )


def _fill(text: str, places: Mapping[str, str]) -> str:
    for name, value in places.items():
        text = text.replace("{" + name + "}", value)
    return re.sub(r"\s+", " ", text).strip()


def _ahead(text: str, at: datetime, language: Language) -> date | None:
    """The day to come that a text names as it will always be named ("on November 5"); none of a habit."""
    when = None if keeping(language).has("forever", text) else find_when(text, at, language)
    return when.on if when and when.on and when.on > at.date() else None


def draft_told(worth: Worth, context: Context, at: datetime) -> Draft:
    """A draft of what no rule knows but much speaks for: a clause of the person, turned to others and to them."""
    language = context.language
    whole, text = (dated_spans(one, at.date(), language) for one in (worth.whole, worth.text))
    whole, on = lasting(whole, at, language) if _DATED[language].search(whole) else (whole, None)
    text = lasting(text, at, language)[0] if on else text
    on = on or _ahead(worth.whole, at, language)
    slots = {
        "attribute": f"told_{worth.topic}",
        "subject": "person",
        "value": text,
        "on": on.isoformat() if on else "",
        "you": to_them(text, language, own=worth.own),
        "topic": worth.topic,
    }
    return Draft(
        text=of_them(whole, language, context.person.name, own=worth.own),
        topic=worth.topic,
        importance=keeping(language).importance(worth.topic, worth.message.text, days_ahead(slots["on"], at.date())),
        sources=(worth.message.id,),
        slots={key: value for key, value in slots.items() if value},
    )


def draft_said(clause: str, topic: Topic, message: Message, context: Context) -> Draft:
    """A clause kept as it was said, for "you were saying ...", never as a fact."""
    name = context.person.name
    said = f"{name}说：“{clause}”" if context.language == "zh" else f'{name} said: "{clause}"'
    slots = {"attribute": "verbatim", "subject": "person", "value": clause}
    importance = keeping(context.language).importance(topic, message.text)
    return Draft(text=said, topic=topic, importance=importance, sources=(message.id,), confident=False, slots=slots)
