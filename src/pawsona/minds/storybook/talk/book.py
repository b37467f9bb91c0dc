"""Loads a language's talk content and refuses a file that is wrong, naming file and place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from pawsona.domain.affect import DEGREES, DYADS
from pawsona.domain.language import Language
from pawsona.errors import ContentError
from pawsona.minds.storybook.talk.entries import (
    Act,
    Bank,
    Cues,
    Form,
    Found,
    Hook,
    Kind,
    Lexicon,
    Opinion,
    Rule,
    Situation,
    Theme,
    Words,
)
from pawsona.minds.storybook.talk.lines import lines
from pawsona.minds.storybook.talk.reading import (
    read_act,
    read_cues,
    read_form,
    read_hook,
    read_kind,
    read_opinion,
    read_pending,
    read_rule,
    read_situation,
    read_theme,
)
from pawsona.parsing import parsed

_BANKS = (
    "moves", "memory", "knowledge", "note", "greet", "feedback", "rewrite", "suggest", "choose", "mirror", "events",
    "answers", "continue", "game",
)  # fmt: skip
CONTENT = Path(__file__).resolve().parent.parent / "content"


@dataclass(frozen=True)
class TalkBook:
    """All that one language has to say."""

    language: Language
    acts: Mapping[str, Act]
    opinions: tuple[Opinion, ...]
    forms: tuple[Form, ...]
    hooks: tuple[Hook, ...]
    kinds: tuple[Kind, ...]
    situations: Mapping[str, Situation]
    themes: Mapping[str, Theme]
    banks: Mapping[str, Bank]
    """Every other bank by its path: `moves.listen.neg`, `memory.recall`, `greet.hour.morning`."""
    rules: tuple[Rule, ...]
    pending: tuple[tuple[Cues, Rule], ...]
    """The pet's own questions, and how an answer to them is kept."""
    guards: Mapping[str, Cues]
    lexicon: Lexicon
    intent: Mapping[str, Cues]
    promise: Mapping[str, Cues]
    plan: Mapping[str, Cues]
    places: Mapping[str, Words]

    def bank(self, *path: str) -> Bank:
        """A bank by path; empty where the language has none."""
        return self.banks.get(".".join(path), ())

    def opinion(self, folded: str) -> Opinion | None:
        """What a case-folded question to the pet is about: by the longest word in it."""
        index, words = _opinion_index(self.language)
        found = max(words.every(folded), key=lambda hit: len(hit.word), default=None)
        return self.opinions[index[found.word]] if found else None

    def things(self, folded: str) -> list[tuple[Found, Kind]]:
        """The things named in a case-folded text, in its order, each with its kind."""
        index, words = _kind_index(self.language)
        return [(hit, self.kinds[index[hit.word]]) for hit in words.every(folded)]

    def hooked(self, folded: str) -> list[Hook]:
        """The hooks whose words stand in a case-folded text, in the order of the text."""
        index, words = _hook_index(self.language)
        found: list[Hook] = []
        for hit in words.every(folded):
            hook = self.hooks[index[hit.word]]
            if hook not in found:
                found.append(hook)
        return found


def _read(folder: Path, name: str) -> Iterator[tuple[str, Any]]:
    """`name.yaml` and its continuations `name-*.yaml`, in order."""
    for path in [*folder.glob(f"{name}.yaml"), *sorted(folder.glob(f"{name}-*.yaml"))]:
        place = f"{folder.parent.name}/talk/{path.name}"
        try:
            yield place, parsed(path.read_bytes())
        except yaml.YAMLError as error:
            raise ContentError(f"{place}: {' '.join(str(error).split())}") from error


def _entries(folder: Path, name: str, key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    seen: set[str] = set()
    for place, rows in _read(folder, name):
        if not isinstance(rows, list):
            raise ContentError(f"{place}: expected a list")
        for n, row in enumerate(rows, 1):
            if not isinstance(row, dict) or key not in row:
                raise ContentError(f"{place}: entry {n} has no {key!r}")
            if str(row[key]) in seen:
                raise ContentError(f"{place}: {row[key]!r} stands there twice")
            seen.add(str(row[key]))
            yield place, row


def _flatten(prefix: str, data: Any, into: dict[str, Bank], place: str) -> None:
    if isinstance(data, dict):
        for key, value in data.items():
            # YAML reads a bare "yes" as true; as the name of a bank it is the word.
            name = {True: "yes", False: "no"}[key] if isinstance(key, bool) else key
            _flatten(f"{prefix}.{name}", value, into, place)
    else:
        try:
            into[prefix] = (*into.get(prefix, ()), *lines(prefix, data, first=len(into.get(prefix, ())) + 1))
        except ContentError as error:
            raise ContentError(f"{place}: {error}") from error


def _banks(folder: Path) -> dict[str, Bank]:
    banks: dict[str, Bank] = {}
    for name in _BANKS:
        for place, data in _read(folder, name):
            _flatten(name, data, banks, place)
    return banks


def _cue_file(folder: Path, name: str) -> dict[str, Cues]:
    found: dict[str, Cues] = {}
    for place, data in _read(folder, name):
        for key, patterns in (data or {}).items():
            if key != "places":
                found[key] = read_cues(f"{place}: {key}", patterns)
    return found


def _places(folder: Path) -> dict[str, Words]:
    return {
        str(kind): Words(str(w) for w in words)
        for _, data in _read(folder, "plan")
        for kind, words in ((data or {}).get("places") or {}).items()
    }


def _lexicon(folder: Path) -> Lexicon:
    words: dict[str, tuple[str, int]] = {}
    emoji: dict[str, tuple[str, int]] = {}
    turns: dict[str, list[str]] = {"negators": [], "intensifiers": [], "dampers": []}
    for place, data in _read(folder, "affect"):
        for key, value in data.items():
            if key in turns:
                turns[key].extend(str(w) for w in value)
            elif key == "emoji":
                emoji.update({str(sign): (str(row[0]), int(row[1])) for sign, row in value.items()})
            elif key == "dyads":
                words.update({str(w).casefold(): (str(d), 2) for d, row in value.items() for w in row})
            elif key in DEGREES:
                words.update({str(w).casefold(): (key, int(n)) for n, row in value.items() for w in row})
            else:
                raise ContentError(f"{place}: {key!r} is no family")
        unknown = {state for state, _ in (*words.values(), *emoji.values())} - set(DEGREES) - set(DYADS)
        if unknown:
            raise ContentError(f"{place}: {sorted(unknown)} are no states")
    return Lexicon(words, emoji, *(Words(turns[k]) for k in ("negators", "intensifiers", "dampers")))


def _rules(folder: Path) -> tuple[tuple[Rule, ...], dict[str, Cues]]:
    rules: list[Rule] = []
    guards: dict[str, Cues] = {}
    for place, data in _read(folder, "memory_rules"):
        rows = data.get("rules", []) if isinstance(data, dict) else data
        rules.extend(read_rule(place, row) for row in rows if "id" in row)
        found = data.get("guards", {}) if isinstance(data, dict) else {}
        guards.update({str(k): read_cues(f"{place}: guard {k}", v) for k, v in found.items()})
    return tuple(rules), guards


@lru_cache(maxsize=4)
def _hook_index(language: Language) -> tuple[dict[str, int], Words]:
    index = {word.casefold(): n for n, hook in enumerate(talk_book(language).hooks) for word in hook.words}
    return index, Words(index)


@lru_cache(maxsize=4)
def _kind_index(language: Language) -> tuple[dict[str, int], Words]:
    index = {word.casefold(): n for n, row in enumerate(talk_book(language).kinds) for word in row.words}
    return index, Words(index)


@lru_cache(maxsize=4)
def _opinion_index(language: Language) -> tuple[dict[str, int], Words]:
    index = {word.casefold(): n for n, row in enumerate(talk_book(language).opinions) for word in row.words}
    return index, Words(index)


@lru_cache(maxsize=4)
def talk_book(language: Language, root: Path = CONTENT) -> TalkBook:
    """The talk content of a language below a folder laid out like the shipped one, read once.

    Raises:
        ContentError: a file is wrong.
    """
    folder = root / language / "talk"
    rules, guards = _rules(folder)
    return TalkBook(
        language=language,
        acts={act.name: act for act in (read_act(*entry) for entry in _entries(folder, "acts", "act"))},
        opinions=tuple(read_opinion(*entry) for entry in _entries(folder, "opinions", "opinion")),
        forms=tuple(read_form(*entry) for entry in _entries(folder, "forms", "form")),
        hooks=tuple(read_hook(*entry) for entry in _entries(folder, "hooks", "hook")),
        kinds=tuple(read_kind(*entry) for entry in _entries(folder, "kinds", "kind")),
        situations={s.name: s for s in (read_situation(*e) for e in _entries(folder, "situations", "situation"))},
        themes={theme.name: theme for theme in (read_theme(*entry) for entry in _entries(folder, "themes", "theme"))},
        banks=_banks(folder),
        rules=rules,
        pending=tuple(read_pending(*entry) for entry in _entries(folder, "pending", "pending")),
        guards=guards,
        lexicon=_lexicon(folder),
        intent=_cue_file(folder, "intent"),
        promise=_cue_file(folder, "promise"),
        plan=_cue_file(folder, "plan"),
        places=_places(folder),
    )
