"""Skills `note.extract` and `note.intent`: points found in a text, and whether a question wants a search."""

import re
from collections.abc import Iterator

from pawsona.domain.language import Language
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.cues import engine_cues
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.sources import sentences_of
from pawsona.skills.note import Extract, ExtractInput, Intent, IntentInput

_PAIR = re.compile(r"^\s*[-*•]?\s*([^:：\n]{1,40}?)\s*(?:：|:(?!\d))\s*(\S.*?)\s*$", re.MULTILINE)
_IS = {
    "en": re.compile(r"\b(?:is|are|was|were|at|on|by|costs?|means|=)\b\s+(?P<v>[^.;!?\n]+)", re.IGNORECASE),
    "zh": re.compile(r"(?:是|在|为|叫|等于|要|到)(?P<v>[^，。；！？\n]+)"),
}
_NAMED = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][a-zA-Z]{2,}\b")
_IT = re.compile(r"\b(?:it|that|this|he|she|they|him|her|them)\b|它|他|她|这个|那个", re.IGNORECASE)


def extract(given: ExtractInput) -> Extract:
    """Perform `note.extract`: `key: value` rows and plain statements, always in the text's own words."""
    text = "\n".join([given.text, *(m.text for m in given.dialogue if m.role == "person")]).strip()
    language = given.context.language
    rows = [(k.strip(), v.strip(" .。")) for k, v in _PAIR.findall(text)]
    if not given.points:
        found: dict[str, tuple[str, ...]] = {}
        for key, value in rows:
            found[key] = (*found.get(key, ()), value)
        return Extract(values=found or _rules(text, language))
    values = {point: tuple(dict.fromkeys(_values(point, text, rows, language))) for point in given.points}
    return Extract(values={point: found for point, found in values.items() if found})


def _values(point: str, text: str, rows: list[tuple[str, str]], language: Language) -> Iterator[str]:
    wanted = terms(point, language) or frozenset({point.casefold()})
    hits = [value for key, value in rows if wanted & terms(key, language) or point.casefold() == key.casefold()]
    if hits:
        yield from hits
        return
    for sentence in sentences_of(text):
        if not wanted & terms(sentence, language):
            continue
        match = _IS[language].search(sentence)
        value = (match["v"] if match else sentence).strip(" .。!！,，")
        if value and value.casefold() in text.casefold():
            yield value
        return


def _rules(text: str, language: Language) -> dict[str, tuple[str, ...]]:
    """What the memory rules would keep, by attribute."""
    found: dict[str, tuple[str, ...]] = {}
    for rule in talk_book(language).rules:
        for cue in rule.cues:
            match = cue.find(text)
            value = (match.groupdict().get("v") or "").strip(" .。!！,，") if match else ""
            if value:
                found[rule.attribute] = (*found.get(rule.attribute, ()), value)
                break
    return found


def intent(given: IntentInput) -> Intent:
    """Perform `note.intent`: a question for a fact is searched, with what "it" stands for put in."""
    language, text = given.context.language, given.message.replace("’", "'").strip()
    book, cues = talk_book(language), engine_cues(language)
    if _shifts(text, given, cues.has("shift", text)):
        return Intent(kind="shift")
    own = book.intent.get("self")
    if (own and own.find(text)) or cues.has("memory_asked", text) or cues.has("routine", text):
        return Intent(kind="direct")
    search = book.intent.get("search")
    wants = cues.has("factual", text) or bool(search and search.find(text))
    if wants or (cues.has("question", text) and not cues.has("to_pet", text) and _names_something(text, language)):
        return Intent(kind="active", query=_query(text, given, language))
    return Intent(kind="direct")


def _shifts(text: str, given: IntentInput, cued: bool) -> bool:
    """A word for it, or the same thing said a third time."""
    said = [m.text.strip() for m in given.history if m.role == "person"]
    cue = talk_book(given.context.language).intent.get("shift")
    return cued or bool(cue and cue.find(text)) or said[-2:] == [text, text]


def _names_something(text: str, language: Language) -> bool:
    return bool(_NAMED.search(text) or _IT.search(text)) or len(terms(text, language)) >= (2 if language == "en" else 4)


def _query(text: str, given: IntentInput, language: Language) -> str:
    """The question without its politeness; a lone pronoun is replaced by what was talked about."""
    clean = text.strip(" ?？。.!！~")
    if not _IT.search(clean):
        return clean
    for message in reversed(given.history):
        if message.role == "person":
            topic = _topic(message.text, language)
            if topic:
                return _IT.sub(topic, clean, count=1)
    return clean


def _topic(text: str, language: Language) -> str:
    """What a message was about: a name, else its most particular word."""
    named = _NAMED.findall(text)
    if named:
        return str(named[-1])
    quoted = re.search(r"[“「《\"]([^”」》\"]{1,20})[”」》\"]", text)
    if quoted:
        return quoted.group(1)
    if language == "zh":
        return ""
    words = [w for w in re.findall(r"[a-z]{4,}", text.casefold()) if w not in engine_cues(language).stop_words]
    return max(words, key=len) if words else ""
