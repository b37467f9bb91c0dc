"""The crisis screen: which risk a text speaks of, and how urgent it is.

Deterministic, in English and Chinese, for what comes in and what goes out; it works when no model does.
It screens, it does not diagnose. Categories are those of the care facts, tiers follow the C-SSRS levels.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pawsona.care.cues import Cue
from pawsona.care.normal import plain
from pawsona.care.rules import Rule, Rules, rules
from pawsona.domain.language import Language
from pawsona.domain.message import Tier

WINDOW = 1500
"""Characters looked at in one piece; cues are short, so pieces overlap by far less."""
OVERLAP = 200
SPLIT_OVER = 2
"""Earlier messages that are joined with a new one: disclosures come in pieces."""


@dataclass(frozen=True)
class Reading:
    """What a text speaks of; the gravest category comes first."""

    tier: Tier = Tier.none
    categories: tuple[str, ...] = ()

    @property
    def about_suicide(self) -> bool:
        """Suicide or self-injury, one's own or another's."""
        return any(category.startswith(("suicide.", "self_harm")) for category in self.categories)


@dataclass(frozen=True)
class _Finding:
    category: str
    tier: Tier


def screen(text: str) -> Reading:
    """Read one text of any length."""
    known = rules()
    form = plain(text, known.vocabulary)
    return _reading([*_findings(form.en, "en", 0, known), *_findings(form.zh, "zh", 0, known)])


def screen_turns(previous: Sequence[str], text: str) -> Reading:
    """Read a message together with what the person said just before, oldest first.

    Only what reaches into the new message counts, so that an answered disclosure is not answered again.
    """
    known = rules()
    form = plain(text, known.vocabulary)
    before = [plain(said[-WINDOW:], known.vocabulary) for said in previous[-SPLIT_OVER:]]
    found = [*_findings(form.en, "en", 0, known), *_findings(form.zh, "zh", 0, known)]
    en = " ".join(_open(b.en) for b in before)
    zh = "".join(_open(b.zh) for b in before)
    if before:
        found += _findings(f"{en}{form.en[:WINDOW]}", "en", len(en) + 1, known)
        found += _findings(f"{zh}{form.zh[:WINDOW]}", "zh", len(zh), known)
    return _reading(found)


def _open(form: str) -> str:
    """A plain text whose last sentence may go on."""
    return form.rstrip(" |")


def _reading(found: Sequence[_Finding]) -> Reading:
    ordered = sorted(found, key=lambda finding: -finding.tier)
    if not ordered:
        return Reading()
    return Reading(ordered[0].tier, tuple(dict.fromkeys(finding.category for finding in ordered)))


def _findings(form: str, language: Language, since: int, known: Rules) -> Iterator[_Finding]:
    """Everything that the cues find in a plain text and that ends after `since`."""
    if not form.strip(" |"):
        return
    lowered = known.lowers(form, language)
    for start in range(0, len(form), WINDOW):
        window = form[max(0, start - OVERLAP) : start + WINDOW]
        offset = max(0, start - OVERLAP)
        for benign in known.benign[language]:
            window = _without(window, benign)
        for rule in known.of[language]:
            for cue in rule.cues:
                yield from _found(window, rule, cue, since - offset, lowered, known)


def _found(window: str, rule: Rule, cue: Cue, since: int, lowered: int, known: Rules) -> Iterator[_Finding]:
    if not cue.may_match(window):
        return
    for match in cue.pattern.finditer(window):
        if match.end() > since:
            before = window[: match.start()].rpartition("|")[2]
            yield _Finding(*known.weigh(rule, before, match[0], cue.language, lowered))


def _without(window: str, benign: Cue) -> str:
    """The text with an idiom's words put out of reach; its length stays."""
    if not benign.may_match(window):
        return window
    return benign.pattern.sub(lambda match: "#".rjust(len(match[0]), " " if benign.language == "en" else "#"), window)
