"""Checks one sentence of a reply before it is shown, without a model, by the rules of the persona and of care."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from pawsona.care.attachment import Rule, Severity, rules
from pawsona.care.marks import marks, named
from pawsona.care.scene import Scene
from pawsona.care.screen import screen_own
from pawsona.care.window import NEGATIVE, apologised, too_few_kind
from pawsona.domain.language import Language
from pawsona.domain.message import Tier

_FAMILIES = ("family_situation", "family_change", "family_attention", "family_change_of_mind", "family_response")
_CARE_ASKS = re.compile(
    r"(?:may i ask(?: you)?(?: plainly)?[:,]? )?(?:are|have) you (?:thinking|thought) (?:of|about) "
    r"(?:suicide|ending your life|killing yourself|hurting yourself|harming yourself)\?"
    r"|(?:我想直接问一句[:：,，])?你(?:是在想|有没有想过?|是不是想)(?:自杀|结束自己的生命|结束生命|伤害自己)吗?[?？]",
    re.IGNORECASE,
)
"""The plain question that care itself asks, and nothing beside it: no danger, though the screen knows its words."""
_HELP = re.compile(r"lifeline|hotline|helpline|crisis line|suicide prevention|热线|求助", re.IGNORECASE)


@dataclass(frozen=True)
class Fault:
    """A rule that a sentence breaks."""

    mark: str
    """What it does; the name of a mark."""
    rule: str
    """The rule's id."""
    severity: Severity
    hard: bool
    """It is looked for whatever is switched off."""


def check_sentence(sentence: str, language: Language, scene: Scene | None = None) -> list[Fault]:
    """The rules that a sentence of the pet breaks, gravest first; none means that it may be shown.

    Both languages are looked at whatever the person's is: a model may slip into the other one.
    """
    return faults(observed(sentence, scene or Scene()), scene or Scene())


def faults(found: Collection[str], scene: Scene) -> list[Fault]:
    """The rules that a sentence with these marks breaks."""
    return [
        Fault(mark, rule.id, rule.severity, rule.hard)
        for rule in rules()
        # What triggers a rule is asked last: it reads the whole scene, and most sentences have nothing that is barred.
        if (scene.attachment or rule.hard) and (broken := [mark for mark in _barred(rule, scene) if mark in found])
        and rule.triggers & scene.triggers
        for mark in broken
    ]  # fmt: skip


def observed(sentence: str, scene: Scene) -> frozenset[str]:
    """What a sentence does, also what only the talk before it shows."""
    found = set(marks(sentence))
    asks = _CARE_ASKS.fullmatch(sentence.strip()) is not None
    if asks:
        found.discard("harm")
    elif _dangerous(sentence, helps="points_to_people" in found and _HELP.search(sentence) is not None):
        found.add("harm")
    if found & {"stands_firm", "limits"}:
        found.discard("endorsement")
    if scene.promised:
        found -= {"unbacked_promise"}
    if "sympathy" in found:
        found -= {"apology"}
    if "apology" in found and apologised(scene.before):
        found.add("apology_again")
    if NEGATIVE & found and too_few_kind(scene.before):
        found.add("balance")
    if "advice" in found and sum(family in found for family in _FAMILIES) > 1:
        found.add("mixed_families")
    return frozenset(found)


def _barred(rule: Rule, scene: Scene) -> Collection[str]:
    if "forbidden" not in rule.triggers:
        return rule.must_not
    if not scene.forbidden:
        return ()
    leaving = named("farewell") - {"clinging", "emotional_neglect"}  # these say nothing unless somebody is leaving
    return sorted(scene.forbidden if "farewell" in scene.triggers else scene.forbidden - leaving)


def _dangerous(sentence: str, *, helps: bool) -> bool:
    """What the crisis screen finds in the pet's own words, save emergencies, and where help is."""
    reading = screen_own(sentence)
    grave = [category for category in reading.categories if not category.startswith("medical.emergency")]
    if not grave or (helps and "suicide.means" not in grave):
        return False
    return reading.tier >= Tier.high or "eating" in grave
