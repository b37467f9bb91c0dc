"""Noun phrases in what a person types, turned to them ("my sister's flat" is "your sister's flat").

No tagger: a phrase is led by a determiner or is a known thing, and ends before a word that can't be in one. What is
not surely a phrase is no phrase: to say nothing back is better than half a clause.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import yaml

from pawsona.domain.language import Language
from pawsona.errors import ContentError
from pawsona.minds.storybook.talk.book import CONTENT, talk_book
from pawsona.minds.storybook.talk.entries import LOOKED_AT
from pawsona.minds.storybook.wording import addressed
from pawsona.parsing import parsed

_TOKEN = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’-][A-Za-z]+)*|\d+|[^\w\s]")
_TURNED = {"my": "your", "our": "your", "me": "you", "this": "that", "these": "those"}
_MOST = 5
"""Words of a phrase that can be said back in a line."""
_VERBAL = re.compile(r"(?:ing|ly)$")
_ASIDE = frozenset("in on at to from with by behind under over near beside into onto through off for of as like "
                   "between after before until without around next".split())  # fmt: skip
_TITLES = frozenset({"mr", "mrs", "ms", "dr", "miss", "aunt", "uncle"})
_NOUNS_IN_ING = frozenset("thing morning evening wedding building ceiling string pudding ring king spring wing meeting "
                          "painting training stuffing shopping washing swimming clothing housing recording dumpling "
                          "earring stocking lining icing parking sibling duckling family jelly belly bully fly lily "
                          "reply supply assembly butterfly holly hearing".split())  # fmt: skip


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase addressed to the person, and where it stands in the clause."""

    text: str
    head: str
    start: int
    end: int
    person: bool = False
    owned: bool = False
    """Whether it is the person's own ("my old bike")."""
    aside: bool = False
    """Whether it only says where or with what ("in the hall")."""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    folded: str
    start: int
    end: int


@lru_cache(maxsize=1)
def _lists() -> Mapping[str, frozenset[str]]:
    try:
        path = CONTENT / "phrases.yaml"
        data = parsed(path.read_bytes())["en"]
    except (yaml.YAMLError, KeyError) as error:
        raise ContentError(f"phrases.yaml: {' '.join(str(error).split())}") from error
    # YAML reads some bare words as truth values: "no" and "on" are meant as words here.
    plain = {True: "on", False: "no"}
    return {
        name: frozenset(str(plain.get(w, w) if isinstance(w, bool) else w) for w in words)
        for name, words in data.items()
    }


def persons() -> frozenset[str]:
    """Words for people and pets that a person may speak of."""
    return _lists()["persons"]


_HEAD_ZH = re.compile(r"^(?:[个只条把件张块那这些点一]|两个|几个)+(?=[\u4e00-\u9fff]{2})")
_TAIL_ZH = re.compile(r"(?:[的了着过啦呀啊呢吧吗嘛哦]|[\s，。！？,.!?~～])+$")
_MOST_ZH = 9


def taken(value: str, language: Language) -> str:
    """A captured piece of what was said, turned to the person; empty where it is too much to be said back."""
    if language == "en":
        return addressed(value, language)
    plain = _HEAD_ZH.sub("", _TAIL_ZH.sub("", value.strip()))
    return addressed(plain, language) if 0 < len(plain) <= _MOST_ZH else ""


def phrases(clause: str, language: Language, names: frozenset[str] = frozenset()) -> tuple[Phrase, ...]:
    """All phrases of a clause in order; Chinese has none that could be told without segmentation.

    Args:
        clause: of the person.
        language: its language.
        names: case-folded names that are known, for people who type in lower case.
    """
    return tuple(_found(clause[:LOOKED_AT], names)) if language == "en" else ()


def first_after(clause: str, at: int, found: tuple[Phrase, ...]) -> Phrase | None:
    """The phrase that begins at a place, words without weight aside: the object of the verb that ends there."""
    for phrase in found:
        if phrase.start >= at:
            between = _TOKEN.findall(clause[at : phrase.start].casefold())
            return phrase if all(w in _lists()["skipped"] for w in between) else None
    return None


def last_before(clause: str, at: int, found: tuple[Phrase, ...]) -> Phrase | None:
    """The phrase that ends just before a place: the subject of the verb that begins there."""
    rows = [p for p in found if p.end <= at]
    between = _TOKEN.findall(clause[rows[-1].end : at].casefold()) if rows else []
    near = all(w in _lists()["skipped"] or w in {"has", "had", "is", "was", "are", "were", "have"} for w in between)
    return rows[-1] if rows and near else None


def _found(clause: str, names: frozenset[str]) -> Iterator[Phrase]:
    words = [
        _Word(m.group(), m.group().casefold().replace("’", "'"), m.start(), m.end()) for m in _TOKEN.finditer(clause)
    ]
    at = 0
    while at < len(words):
        length, phrase = _at(words, at, names)
        if phrase is not None:
            yield replace(phrase, aside=at > 0 and words[at - 1].folded in _ASIDE)
        at += max(1, length)


def _at(words: list[_Word], at: int, names: frozenset[str]) -> tuple[int, Phrase | None]:
    """The phrase that begins at a word, and how many words it has."""
    lists, word = _lists(), words[at]
    base = word.folded.removesuffix("'s")
    if _is_name(words, at, names):
        body = (
            _body(words, at, names) if word.folded.endswith("'s") else words[at : at + 1 + _named(words, at + 1, names)]
        )
        titled = at > 0 and words[at - 1].folded in _TITLES
        body = [*words[at - 1 : at], *body] if titled else body
        body = [
            replace(w, text=w.text[:1].upper() + w.text[1:]) if w.folded in names or w.folded in _TITLES else w
            for w in body
        ]
        return len(body) - titled, _phrase(body, "", person=not word.folded.endswith("'s"))
    if word.folded in lists["determiners"] or word.folded.isdigit():
        body = _body(words, at + 1, names)
        made = _phrase([word, *body], word.folded) if body and _whole(body) else None
        return 1 + (len(body) if made else 0), made
    if base not in lists["stops"] and base not in lists["verbs"] and _thing(word):
        body = _body(words, at, names)
        # Who leaves out "my" at the beginning means a thing that we both know of.
        bare = "" if any(w.text[0].isalpha() for w in words[:at]) else _bare(word)
        return max(1, len(body)), _phrase(body, bare, bare=True) if _whole(body) else None
    return 1, None


def _is_name(words: list[_Word], at: int, names: frozenset[str]) -> bool:
    word = words[at]
    base = word.folded.removesuffix("'s")
    listed = base in _lists()["stops"] or base in _lists()["verbs"] or base in _lists()["times"]
    return base in names or (at > 0 and word.text[0].isupper() and word.text[1:].islower() and not listed)


def _named(words: list[_Word], at: int, names: frozenset[str]) -> int:
    """How many more words a name has: "Mr Abbott"."""
    return int(at < len(words) and words[at].text[0].isupper() and _is_name(words, at, names))


def _body(words: list[_Word], at: int, names: frozenset[str]) -> list[_Word]:
    """The words of a phrase from a place on, as far as they can belong to it."""
    lists, found = _lists(), list[_Word]()
    for n in range(at, min(len(words), at + _MOST)):
        word = words[n]
        base = word.folded.removesuffix("'s")
        if word.folded == "of" and found and n + 1 < len(words) and _opens(words[n + 1]):
            return [*found, word, *_body(words, n + 1, names)[:3]]
        broken = not word.text[0].isalpha() or base == "of" or base in lists["stops"]
        verbal = bool(found) and (base in lists["verbs"] or _is_verbal(base))
        mine = bool(found) and (base in lists["determiners"] or base in names)
        if broken or verbal or (mine and found[-1].folded != "of"):
            break
        found.append(word)
        if word.folded.endswith("'s") and n + 1 < len(words) and not _opens(words[n + 1]):
            break
    return found


def _opens(word: _Word) -> bool:
    """Whether a word may go on a phrase after "of" or a possessive."""
    lists = _lists()
    return (
        word.text[0].isalpha() and word.folded not in lists["stops"] - {"my", "our"} and not _VERBAL.search(word.folded)
    )


def _is_verbal(word: str) -> bool:
    if word in _NOUNS_IN_ING:
        return False
    return _VERBAL.search(word) is not None or (word.endswith("ed") and len(word) > 4)


def _bare(word: _Word) -> str:
    """A mother whom nobody else is named to have is theirs."""
    return "your" if word.folded in _lists()["persons"] and not word.folded.endswith("s") else "the"


def _thing(word: _Word) -> bool:
    """Whether a bare word is a thing that the kinds know."""
    return any(hit.start == 0 and hit.end == len(word.folded) for hit, _ in talk_book("en").things(word.folded))


def _whole(body: list[_Word]) -> bool:
    """Whether a phrase has a noun at its end that says something."""
    head = body[-1].folded
    lists = _lists()
    head = head.removesuffix("'s")
    if head in lists["adjectives"] or head in lists["times"] or head in lists["determiners"]:
        return False
    return not (_is_verbal(head) and not (len(body) == 1 and head in _NOUNS_IN_ING)) and len(head) > 1


def _phrase(body: list[_Word], determiner: str, *, person: bool = False, bare: bool = False) -> Phrase | None:
    # "that's broken": a possessive that owns nothing is a verb.
    head = body[-1].folded.removesuffix("'s") if body else ""
    if not head or len(body) > _MOST + 1:
        return None
    said = [
        _TURNED.get(w.folded, w.text if w.text != w.text.upper() or len(w.text) < 3 else w.text.lower()) for w in body
    ]
    said[-1] = said[-1].removesuffix("'s")
    if bare and determiner:
        said = [determiner, *said]
    elif determiner:
        said[0] = _TURNED.get(determiner, determiner)
    known = person or head in _lists()["persons"]
    end = body[-1].end - 2 * body[-1].folded.endswith("'s")
    return Phrase(" ".join(said), head, body[0].start, end, known, determiner in {"my", "our"})
