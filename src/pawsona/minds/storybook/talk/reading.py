"""Reads one entry of a talk file, and refuses it with its place where it is wrong."""

from collections.abc import Mapping
from typing import Any, get_args

from pawsona.domain.memory import TOPICS
from pawsona.domain.message import Strategy
from pawsona.domain.pet import PERSONALITIES
from pawsona.errors import ContentError
from pawsona.minds.storybook.talk.entries import (
    Act,
    Bank,
    Cues,
    Form,
    Hook,
    Kind,
    Opinion,
    Rule,
    Situation,
    Stage,
    Theme,
)
from pawsona.minds.storybook.talk.lines import lines

_STRATEGIES = frozenset(get_args(Strategy))
_MOODS = ("firm", "grave")


def read_cues(place: str, patterns: Any) -> Cues:
    """Regexes, one or a list."""
    if patterns is None:
        return Cues(())
    rows = [patterns] if isinstance(patterns, str) else patterns
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ContentError(f"{place}: cues must be a list of regexes")
    return Cues(rows)


def _strategy(place: str, row: Mapping[str, Any], default: str = "chit-chat") -> str:
    strategy = str(row.get("strategy", default))
    if strategy not in _STRATEGIES:
        raise ContentError(f"{place}: {strategy!r} is none of {sorted(_STRATEGIES)}")
    return strategy


def read_act(place: str, row: dict[str, Any]) -> Act:
    """A row of acts.yaml."""
    name = str(row["act"])
    where = f"{place}: act {name}"
    return Act(
        name,
        read_cues(where, row.get("cue")),
        _strategy(where, row),
        lines(f"acts.{name}", row.get("say")),
        {**by_personality(f"acts.{name}", row), **{n: lines(f"acts.{name}.{n}", row.get(n)) for n in _MOODS}},
    )


def by_personality(ident: str, row: Mapping[str, Any]) -> dict[str, Bank]:
    """The banks of an entry that only one manner says."""
    return {name: lines(f"{ident}.{name}", row.get(name), frozenset({name})) for name in PERSONALITIES}


def read_opinion(place: str, row: dict[str, Any]) -> Opinion:
    """A row of opinions.yaml."""
    name = str(row["opinion"])
    where = f"{place}: opinion {name}"
    words, cues = row.get("words") or [], read_cues(where, row.get("cue"))
    if not isinstance(words, list) or not (words or cues):
        raise ContentError(f"{where} has neither words nor a cue")
    own = by_personality(f"opinions.{name}", row)
    bank = tuple(line for manner in own.values() for line in manner)
    say = (*bank, *lines(f"opinions.{name}", row.get("say")))
    return Opinion(name, tuple(map(str, words)), cues, say, bool(row.get("heavy", False)))


def read_form(place: str, row: dict[str, Any]) -> Form:
    """A row of forms.yaml."""
    name = str(row["form"])
    where = f"{place}: form {name}"
    return Form(
        name,
        read_cues(where, row.get("cue")),
        _strategy(where, row, "soothing"),
        _valence(where, row),
        lines(f"forms.{name}", row.get("say")),
        bool(row.get("asks", False)),
    )


def _valence(place: str, row: Mapping[str, Any]) -> str:
    valence = str(row.get("valence", "any"))
    if valence not in {"any", "neg", "pos", "even"}:
        raise ContentError(f"{place}: valence {valence!r}")
    return valence


def read_hook(place: str, row: dict[str, Any]) -> Hook:
    """A row of hooks.yaml."""
    name = str(row["hook"])
    words = row.get("words")
    if not isinstance(words, list) or not words:
        raise ContentError(f"{place}: hook {name} has no words")
    return Hook(
        name,
        tuple(str(w) for w in words),
        lines(f"hooks.{name}.neg", row.get("neg")),
        lines(f"hooks.{name}.pos", row.get("pos")),
        bool(row.get("weak", False)),
    )


def read_kind(place: str, row: dict[str, Any]) -> Kind:
    """A row of kinds.yaml."""
    name = str(row["kind"])
    words = row.get("words")
    if not isinstance(words, list) or not words:
        raise ContentError(f"{place}: kind {name} has no words")
    neg, pos, even = (lines(f"kinds.{name}.{valence}", row.get(valence)) for valence in ("neg", "pos", "even"))
    return Kind(name, tuple(str(w) for w in words), neg, pos, even, bool(row.get("weak", False)))


def read_situation(place: str, row: dict[str, Any]) -> Situation:
    """A row of situations.yaml."""
    name = str(row["situation"])
    where = f"{place}: situation {name}"
    stages: dict[str, Stage] = {}
    for stage in ("explore", "comfort", "act"):
        banks = row.get(stage) or {}
        ident = f"situations.{name}.{stage}"
        stages[stage] = Stage(*(lines(f"{ident}.{part}", banks.get(part)) for part in ("ack", "give", "ask")))
    if not stages["explore"].ack:
        raise ContentError(f"{where} has no explore.ack")
    return Situation(
        name,
        read_cues(where, row.get("cue")),
        tuple(str(p) for p in row.get("prototypes") or ()),
        _valence(where, row),
        str(row.get("target", "me")),
        _strategy(where, row, "soothing"),
        stages,
    )


def read_theme(place: str, row: dict[str, Any]) -> Theme:
    """A row of themes.yaml."""
    name = str(row["theme"])
    where, mood, plain, said = f"{place}: theme {name}", row.get("mood"), row.get("plain", []), row.get("said") or []
    if mood not in {"pos", "neg", "even"}:
        raise ContentError(f"{where}: mood {mood!r} is none of pos, neg, even")
    for texts in (plain, said):
        if not isinstance(texts, list) or not said or not all(isinstance(text, str) for text in texts):
            raise ContentError(f"{where}: plain and said must be lists of messages")
    reply, more, ask = (lines(f"themes.{name}.{part}", row.get(part)) for part in ("reply", "more", "ask"))
    if not reply or any(line.asks for line in (*reply, *more)) or not all(line.asks for line in ask):
        raise ContentError(f"{where}: reply and more must be lines that ask nothing, ask must be questions")
    if (to := row.get("to", "")) not in {"", "pet"}:
        raise ContentError(f"{where}: to {to!r} is not pet")
    lasting, act = bool(row.get("lasting")), str(row.get("act", ""))
    return Theme(name, str(mood), tuple(plain), tuple(said), reply, more, ask, bool(to), lasting, act)


def read_pending(place: str, row: dict[str, Any]) -> tuple[Cues, Rule]:
    """A row of pending.yaml: the question, and the rule for its answer."""
    as_rule = {"importance": 1, **row, "id": row["pending"], "cue": row.get("value"), "supersedes": "attr"}
    return read_cues(f"{place}: {row['pending']}", row.get("cue")), read_rule(place, as_rule)


def read_rule(place: str, row: dict[str, Any]) -> Rule:
    """A row of memory_rules.yaml."""
    name = str(row["id"])
    where = f"{place}: rule {name}"
    topic, importance = str(row.get("topic")), row.get("importance")
    if topic not in TOPICS:
        raise ContentError(f"{where}: {topic!r} is none of the 24 topics")
    if importance not in (0, 1, 2):
        raise ContentError(f"{where}: importance {importance!r}")
    for part in ("text", "you"):
        if not isinstance(row.get(part), str):
            raise ContentError(f"{where} has no {part!r}")
    return Rule(
        name,
        topic,
        int(importance),
        str(row.get("attr", name)),
        # One by one: rows repeat the group name `v`, which one joined regex may not.
        tuple(Cues((p,)) for p in read_cues(where, row.get("cue")).patterns),
        row["text"],
        row["you"],
        str(row.get("ask") or ""),
        str(row.get("supersedes", "none")) != "none",
        str(row.get("subject", "")),
        read_cues(where, row.get("never")),
    )
