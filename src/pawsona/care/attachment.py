"""The Secure Attachment Persona as data: 21 rules of a secure companion (H2HTalk sec. 3.4), and care's own.

One definition serves three: it is what a model is told (`persona`), what each reply is checked by (`check`, `guard`),
and what docs/attachment.md shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from pawsona.care.files import CONTENT, entry, listing, mapping, read_yaml, text, texts
from pawsona.care.marks import TURN, known_marks, named
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError

Severity = Literal["severe", "minor"]
FOUND = frozenset({"always", "grave", "careful", "asked_if_ai", "minor", "unasked", "forbidden", "advising"})
"""Triggers that are no mark of the person's turn: a scene finds them in the reading, their age, and who began."""
COMPUTED = frozenset({"balance", "apology_again", "mixed_families"})
"""Marks that a single sentence can't show: they need the talk before it."""

_NAME = "attachment.yaml"
_KEYS = frozenset({"id", "theory", "trigger", "must", "must_not", "severity", "hard", "say", "kept_by"})


@dataclass(frozen=True)
class Rule:
    """One rule. Where `must` names several marks, one of them is enough."""

    id: str
    theory: str
    triggers: frozenset[str]
    """Marks of the person's turn (`content/marks/turn.yaml`), or of `FOUND`; one is enough."""
    must: tuple[str, ...]
    must_not: tuple[str, ...]
    severity: Severity
    hard: bool
    """Stays where the persona is switched off for research."""
    say: Mapping[Language, str]
    """How a model is told; empty where it is told otherwise, or need not know."""
    kept_by: str


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """All rules, gravest first.

    Raises:
        ContentError: `attachment.yaml` is wrong; names the place.
    """
    rows = listing(entry(mapping(read_yaml(CONTENT / _NAME), _NAME), "rules", _NAME), f"{_NAME}: rules")
    return tuple(_rule(mapping(row, f"{_NAME}: rules[{n}]"), f"{_NAME}: rules[{n}]") for n, row in enumerate(rows))


def persona(language: Language, *, attachment: bool = True) -> str:
    """The rules as a model is told them, one line each; nothing where the persona is switched off for research."""
    if not attachment:
        return ""
    return "\n".join(f"- {rule.say[language]}" for rule in rules() if rule.say)


def _rule(row: Mapping[str, object], where: str) -> Rule:
    if strange := sorted(row.keys() - _KEYS):
        raise ContentError(f"{where}: {strange[0]!r} is no part of a rule")
    say = mapping(row.get("say", {}), f"{where}.say")
    trigger, severity = entry(row, "trigger", where), entry(row, "severity", where)
    triggers = frozenset(texts(trigger if isinstance(trigger, list) else [trigger], f"{where}.trigger"))
    if not triggers <= FOUND | named(TURN) or severity not in get_args(Severity):
        raise ContentError(f"{where}: {trigger!r} is no trigger, or {severity!r} no severity")
    return Rule(
        id=text(entry(row, "id", where), f"{where}.id"),
        theory=text(entry(row, "theory", where), f"{where}.theory"),
        triggers=triggers,
        must=_marks(row.get("must", []), f"{where}.must"),
        must_not=_marks(row.get("must_not", []), f"{where}.must_not"),
        severity="severe" if severity == "severe" else "minor",
        hard=row.get("hard") is True,
        say={language: text(entry(say, language, where), where) for language in LANGUAGES} if say else {},
        kept_by=text(row["kept_by"], where) if "kept_by" in row else "",
    )


def _marks(value: object, where: str) -> tuple[str, ...]:
    found = tuple(texts(value, where))
    for name in found:
        if name not in known_marks() | COMPUTED:
            raise ContentError(f"{where}: there is no mark {name!r} in content/marks")
    return found
