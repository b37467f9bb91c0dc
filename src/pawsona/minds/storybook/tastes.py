"""Tastes that turn: who loved olives an hour ago and doesn't like them any more has one taste, the last.

A clause is read as a taste only where it says nothing else: "sometimes I hate olives" turns nothing.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pawsona.domain.ids import MessageId
from pawsona.domain.language import Language
from pawsona.domain.message import Message
from pawsona.minds.storybook.talk.clauses import clauses_of
from pawsona.minds.storybook.talk.matching import terms
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft

_LIKED = frozenset({"likes", "likes_food", "hobby", "favourite"})
_DISLIKED = frozenset({"dislikes", "dislikes_food"})
_BACK = 3
"""Messages of the person after which "them" is no longer the thing that they liked."""
_FORMS: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"(?:(?:no|wait|oh|ok|okay|well|so|and|but|actually|hmm|sorry|honestly|to be honest|these days|now|turns out|"
        r"also|though)\b[,.]? *)*i(?:'m|'ve| am| have)?"
        r"(?: (?:really|actually|just|still|do|also|now|quite|finally|even|absolutely|totally|secretly))* "
        r"(?:(?P<against>(?:don'?t|do not|can'?t|cannot|no longer)(?: (?:really|even|actually))*"
        r" (?:like|love|enjoy|stand)|hate|dislike|detest|loathe|gone off|went off|sick of|"
        r"(?:not|no longer)(?: (?:really|so|that))? (?:into|keen on|fond of|a fan of)|"
        r"stopped (?:liking|loving|enjoying)|used to (?:like|love))|(?:like|love|enjoy|adore|into|fond of|keen on))"
        r"(?: (?:eating|drinking|the taste of))?"
        r" (?P<thing>(?!(?:you|him|her|me|us|how|when|what|being|to|the way)\b)[\w' -]{2,30}?)"
        r"(?P<tail>,? (?:any ?more|now|at all|these days|actually|though|after all|really|much|lately|"
        r"either|again|to be honest|tbh|so much|that much|anyway|very much|a lot|as much))*[.! ]*",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:(?:其实|不对|不是|等等|啊|哦|嗯|不过|但是?|可是|话说|说实话|老实说)[，,]?)*(?:我|俺)?"
        r"(?:其实|现在|真的|很|最|特别|超级?|一直|就|也|还|又|挺|平时|倒|反而|可|好|比较|开始|已经|最近)*"
        r"(?:(?P<against>(?:不再|再也不|不怎么|不太|不|没那么)(?:喜欢|爱)|讨厌|受不了)|(?:喜欢|爱|迷)上?)"
        r"(?:吃|喝|看|听|玩)?(?P<thing>(?![你他她它这那谁什自])[一-龥A-Za-z]{0,8}?)(?P<tail>了|啦|呢|啊|呀|的)*[。！!]*"
    ),
}
_BARE = re.compile("^[吃喝看听玩]|[了啦]$")
_POINTS = re.compile(r"(?:it|them|that|those|these|this|)", re.IGNORECASE)
_CHANGED = re.compile(r"\b(?:any ?more|no longer|now|actually|gone off|went off|stopped|after all|again)\b|[了啦]")
"""Without it, "I don't like that" is said of something else."""
_TOLD: Mapping[Language, Mapping[bool, tuple[str, str]]] = {
    "en": {True: ("{U} likes {v}", "you like {v}"), False: ("{U} doesn't like {v}", "you don't like {v}")},
    "zh": {True: ("{U}喜欢{v}", "你喜欢{v}"), False: ("{U}不喜欢{v}", "你不喜欢{v}")},
}


class Spoken(Protocol):
    """A message of the person and what of it is meant in earnest."""

    @property
    def message(self) -> Message: ...
    @property
    def text(self) -> str: ...


@dataclass(frozen=True)
class Taste:
    """What is liked, or is not."""

    thing: str
    key: frozenset[str]
    """The thing as it is compared."""
    liked: bool

    def turns(self, other: "Taste") -> bool:
        """Whether it is the opposite of another."""
        return bool(self.key) and self.key == other.key and self.liked != other.liked


def taste_in(clause: str, language: Language) -> Taste | None:
    """The taste that a clause says and nothing else; without a thing where it only points at one."""
    found = _FORMS[language].fullmatch(clause.strip())
    if found is None:
        return None
    thing = found["thing"].strip()
    if _POINTS.fullmatch(thing):
        return Taste("", frozenset(), found["against"] is None) if _CHANGED.search(clause) else None
    return Taste(thing, terms(thing, language), found["against"] is None)


def taste_of(slots: Mapping[str, str], language: Language) -> Taste | None:
    """The taste that a memory or a draft tells."""
    attribute, value = slots.get("attribute", ""), slots.get("value", "")
    if attribute in _LIKED | _DISLIKED:
        plain = taste_in(value, language) if language == "zh" else None
        thing = plain.thing if plain is not None else _BARE.sub("", value)
        return Taste(thing, terms(thing, language), attribute in _LIKED)
    return taste_in(value, language) if attribute.startswith(("told_", "verbatim")) else None


def tastes(said: Iterable[Spoken], language: Language) -> Iterator[tuple[MessageId, Taste]]:
    """What the messages of a talk say of tastes, in order; "them" is what was last liked or not."""
    last, at = None, 0
    for n, one in enumerate(said):
        for clause in clauses_of(one.text, language):
            taste = taste_in(clause, language)
            if taste is not None and not taste.key:
                taste = replace(last, liked=taste.liked) if last is not None and n - at <= _BACK else None
            if taste is not None:
                last, at = taste, n
                yield one.message.id, taste


def turned(drafts: Sequence[Draft], said: Sequence[Spoken], context: Context) -> list[Draft]:
    """The drafts of a talk without the tastes that it took back, and with those that took their place.

    Args:
        drafts: of the talk.
        said: the person's messages in earnest, in order.
        context: for language and name.
    """
    order = {one.message.id: n for n, one in enumerate(said)}
    found = list(tastes(said, context.language))
    left = list(drafts)
    for draft in drafts:
        taste = taste_of(draft.slots, context.language)
        at = max((order[source] for source in draft.sources if source in order), default=-1)
        later = [(one, new) for one, new in found if order[one] > at and taste and new.key == taste.key]
        if taste is None or at < 0 or all(new.liked == taste.liked for _, new in later):
            continue
        same = [one for one in left if _tells(one, *later[-1], context.language)]
        ruled = [one for one in same if one.slots["attribute"] in _LIKED | _DISLIKED]
        left = [one for one in left if one is not draft and (one not in same or one in ruled)]
        left += [] if ruled else [_draft(draft, *later[-1], context)]
    return left


def _tells(draft: Draft, source: MessageId, taste: Taste, language: Language) -> bool:
    own = taste_of(draft.slots, language)
    same = own is not None and own.liked == taste.liked and own.key in (taste.key, frozenset())
    return same and source in draft.sources


def _draft(old: Draft, source: MessageId, taste: Taste, context: Context) -> Draft:
    text, you = (form.format(U=context.person.name, v=taste.thing) for form in _TOLD[context.language][taste.liked])
    attribute = "likes" if taste.liked else "dislikes"
    slots = {"attribute": attribute, "subject": "person", "value": taste.thing, "you": you}
    return Draft(text=text, topic=old.topic, importance=old.importance, sources=(source,), slots=slots)
