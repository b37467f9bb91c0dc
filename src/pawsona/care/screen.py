"""The crisis screen: which risk a text speaks of, and how urgent it is.

Deterministic, in English and Chinese, for what comes in and what goes out; it works when no model does. The rules find
words, the reader (`reader.py`) what they mean; how the two are weighed stands at `_weighed`.
It screens, it does not diagnose. Categories are those of the care facts, tiers follow the C-SSRS levels.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from pawsona.care.age import read_age
from pawsona.care.categories import family
from pawsona.care.cues import Cue
from pawsona.care.introduction import introduces
from pawsona.care.matters import alone_in
from pawsona.care.normal import folded, plain
from pawsona.care.reader import Impression, Reader
from pawsona.care.refusals import refused
from pawsona.care.rulebook import plain_rules, rules
from pawsona.care.rules import SIGN, Rule, Rules
from pawsona.domain.language import Language
from pawsona.domain.message import Tier
from pawsona.domain.person import AgeBand

WINDOW = 1500
"""Characters looked at in one piece; cues are short, so pieces overlap by far less."""
OVERLAP = 200
SPLIT_OVER = 2
"""Earlier messages that are joined with a new one: disclosures come in pieces."""
SURE = -5.0
"""Below this the reader is sure enough that nothing is meant to let a concern fall that was said in plain words."""
HALF = -0.8
"""Above this the reader hears half of it, and what the rules found in a roundabout way stands."""
SUSPECT = -1.0
"""What spelling alone must make of messages in a row before they are read as one: of ordinary talk a fifth."""
PIECES = 240
"""Characters of messages that may be pieces of one disclosure."""

_KEPT = frozenset({"medical.overdose"})
_DONE_TO_THE_YOUNG = frozenset({"grooming", "abuse.child", "assault.sexual", "trafficking"})
_YOUNG: tuple[AgeBand | None, ...] = ("child", "teen")
_ASKED = ("没", "吗", "呢", "吧", "不")
"""With the next message's first word these would make another: 晒太阳没 + 我都黑了 is not 没我."""


@dataclass(frozen=True)
class Reading:
    """What a text speaks of; the gravest category comes first."""

    tier: Tier = Tier.none
    categories: tuple[str, ...] = ()
    careful: bool = False
    """Too little for a tier, and enough for a serious, warm answer: nothing is shown or counted."""
    leaning: str = ""
    """The category that it would be, where one is to be careful."""
    vague: bool = False
    """Which category it is, or would be, is a guess."""
    field: str = ""
    """Where it is a guess: of which of `categories.FIELDS` it surely is, if of any."""

    @property
    def about_suicide(self) -> bool:
        """Suicide or self-injury, one's own or another's."""
        return any(category.startswith(("suicide.", "self_harm")) for category in self.categories)


@dataclass(frozen=True)
class _Finding:
    category: str
    tier: Tier
    new: bool
    """Whether it ends in the message itself, not in what was said before."""
    indirect: bool

    @property
    def is_sign(self) -> bool:
        return self.category.startswith(SIGN)


@dataclass(frozen=True)
class Words:
    """What the rules find in a message and what was said just before: all of it that needs no model."""

    found: Sequence[_Finding]
    row: str
    """The messages as one, where words and spelling give reason to read them so."""


def screen(text: str, reader: Reader | None = None) -> Reading:
    """Read one text of any length; by the rules alone where no reader is given."""
    found = [*_both(text), *_told(text)]
    return _weighed(found, text, reader) if reader else _reading(found)


@dataclass(frozen=True)
class Known:
    """What the reader is told of the rules' findings."""

    plain: bool
    """Something was found in plain words."""
    category: str
    """The gravest that was found, if any."""


def found_in(text: str) -> Known:
    """What the reader is told of a text: for who teaches it."""
    return _known([*_both(text), *_told(text)])


def needed_in(text: str) -> float:
    """Above which risk by the reader a text is answered, by what the rules found: for who sets its thresholds."""
    found = [*_both(text), *_told(text)]
    if any(_is_plain(f) and f.tier >= Tier.high or _is_kept(f, text) for f in found):
        return -math.inf
    if any(map(_is_plain, found)):
        return SURE
    return HALF if _reading(found).tier > Tier.none else 0.0


def _known(found: Sequence[_Finding]) -> Known:
    return Known(any(not f.is_sign and not f.indirect for f in found), "".join(_reading(found).categories[:1]))


def screen_own(text: str) -> Reading:
    """Read what the pet is about to say: plain words only, since a small animal on a bridge is no cry for help."""
    return _reading(_findings_in(text, plain_rules()))


def _both(text: str) -> list[_Finding]:
    return _findings_in(text, rules())


def _findings_in(text: str, known: Rules) -> list[_Finding]:
    form = plain(text, known.vocabulary)
    return [*_findings(form.en, "en", 0, known), *_findings(form.zh, "zh", 0, known)]


def _told(text: str) -> list[_Finding]:
    """What the words name by themselves: a matter, or something asked for that nobody gets, also in jest."""
    form = folded(text[:WINDOW])
    named = [*alone_in(form), *((one.category, one.tier) for one in refused(form))]
    return [_Finding(category, tier, True, False) for category, tier in named]


def screen_turns(
    previous: Sequence[str], text: str, reader: Reader | None = None, words: Words | None = None
) -> Reading:
    """Read a message together with what the person said just before, oldest first.

    Only what reaches into the new message counts, so that an answered disclosure is not answered again. `words`: what
    `words_in` found in the same, where that is known.
    """
    if reader is None:
        return _reading(_turns(previous, text))
    words = words or words_in(previous, text)
    reading = _weighed(words.found, text, reader)
    if reading.tier > Tier.none or not words.row:
        return reading
    # What was a disclosure before the new message came has been answered.
    together = _weighed(words.found, words.row, reader, row=True)
    answered = together.tier > Tier.none and reader.read("\n".join(previous[-SPLIT_OVER:])).risk > 0
    return reading if answered else together


def words_in(previous: Sequence[str], text: str) -> Words:
    """What can be said of a message before the reader's model has read it."""
    found, joined = _turns(previous, text), "\n".join([*previous[-SPLIT_OVER:], text])
    together = bool(previous) and len(joined) <= PIECES and _suspect(found, joined)
    return Words(found, joined if together else "")


def screen_words(previous: Sequence[str], text: str) -> Reading:
    """What the rules alone find in plain words, in a message together with what was said just before."""
    return _reading([finding for finding in _turns(previous, text) if not finding.indirect])


def _suspect(found: Sequence[_Finding], joined: str) -> bool:
    """Whether words and spelling of messages together give reason to read them for what they mean, too."""
    known = _known(found)
    return Reader().read(joined, plain=known.plain, found=known.category, row=True).risk > SUSPECT


def _turns(previous: Sequence[str], text: str) -> list[_Finding]:
    known = rules()
    form = plain(text, known.vocabulary)
    before = [plain(said[-WINDOW:], known.vocabulary) for said in previous[-SPLIT_OVER:]]
    found = [*_findings(form.en, "en", 0, known), *_findings(form.zh, "zh", 0, known), *_told(text)]
    en = " ".join(_open(b.en) for b in before)
    zh = "".join(_open(b.zh) for b in before)
    if before:
        found += _findings(f"{en}{form.en[:WINDOW]}", "en", len(en) + 1, known)
        found += _findings(f"{zh}{form.zh[:WINDOW]}", "zh", len(zh), known)
    return found


def _weighed(found: Sequence[_Finding], text: str, reader: Reader, row: bool = False) -> Reading:
    """What rules and reader say together.

    Explicit words stand whatever the reader makes of them: it is wrong about some lines, and nobody may be left alone
    for that; only a concern in them falls where it is sure. Of all else the reader decides, to whom it counts that the
    rules found something; it may raise a tier.
    """
    if not found and introduces(text):
        return Reading()
    by_rules, known = _reading(found), _known(found)
    meant = reader.read(text, plain=known.plain, found=known.category, row=row)
    least = Tier.high if meant.risk < SURE else Tier.concern
    stands = [f for f in found if _is_plain(f) and f.tier >= least or _is_kept(f, text)]
    if meant.risk <= 0 and stands:
        return _reading(stands)
    if HALF < meant.risk <= 0 and by_rules.tier > Tier.none:
        return by_rules
    if meant.risk <= 0:
        hinted = by_rules.tier >= Tier.high or (bool(known.category) and meant.risk > SURE)
        careful = meant.careful or hinted
        vague = careful and not meant.sure
        return Reading(
            careful=careful, leaning=meant.category if careful else "", vague=vague, field=meant.field if vague else ""
        )
    first, sure = _named([f for f in found if _is_plain(f)], meant)
    names = dict.fromkeys(name for name in (first, meant.category, *by_rules.categories) if name)
    return Reading(max(by_rules.tier, meant.tier), tuple(names), vague=not sure, field="" if sure else meant.field)


def _is_plain(finding: _Finding) -> bool:
    return not finding.is_sign and not finding.indirect


def _is_kept(finding: _Finding, text: str) -> bool:
    """Whether a roundabout finding stands though the reader hears nothing: an overdose, or what is done to a child.

    Others fall to `careful`: keeping all of assault, abuse, grooming and birth found none more (docs/care.md).
    """
    if finding.tier < Tier.high:
        return False
    return finding.category in _KEPT or (finding.category in _DONE_TO_THE_YOUNG and read_age(text).band in _YOUNG)


def _named(plainly: Sequence[_Finding], meant: Impression) -> tuple[str, bool]:
    """The first category, and whether it is more than a guess: words that name it plainly are."""
    families = {family(f.category) for f in plainly}
    if meant.sure or family(meant.category) in families:
        return meant.category, True
    if len(families) == 1 and (gravest := max(plainly, key=lambda f: f.tier)).tier >= meant.tier:
        return gravest.category, True
    return meant.category, False


def _open(form: str) -> str:
    """A plain text whose last sentence may go on; one that ends in a Chinese question has ended."""
    bare = form.rstrip(" |")
    return f"{bare}|" if bare.endswith(_ASKED) else bare


def _reading(found: Sequence[_Finding]) -> Reading:
    ordered = sorted((f for f in found if not f.is_sign), key=lambda finding: -finding.tier)
    if _signs_meet(found):
        ordered.append(_Finding("suicide.passive", Tier.concern, True, True))
    if not ordered:
        return Reading()
    return Reading(ordered[0].tier, tuple(dict.fromkeys(finding.category for finding in ordered)))


def _signs_meet(found: Sequence[_Finding]) -> bool:
    """Whether two kinds of signs are there, one of them new."""
    signs = [finding for finding in found if finding.is_sign]
    return len({sign.category for sign in signs}) > 1 and any(sign.new for sign in signs)


def _findings(form: str, language: Language, since: int, known: Rules) -> Iterator[_Finding]:
    """Everything that the cues find in a plain text and that ends after `since`; signs also before."""
    if not form.strip(" |"):
        return
    lowered = cache(lambda: known.lowers(form, language))  # few texts have anything to weigh
    for start in range(0, len(form), WINDOW):
        window = form[max(0, start - OVERLAP) : start + WINDOW]
        offset = max(0, start - OVERLAP)
        for benign, _ in known.benign[language].near(window):
            window = _without(window, benign)
        for cue, rule in known.of[language].near(window):
            yield from _found(window, rule, cue, since - offset, lowered, known)


def _found(
    window: str, rule: Rule, cue: Cue, since: int, lowered: Callable[[], int], known: Rules
) -> Iterator[_Finding]:
    for match in cue.pattern.finditer(window):
        new = match.end() > since
        if new or rule.category.startswith(SIGN):
            before = window[: match.start()].rpartition("|")[2]
            category, tier = known.weigh(rule, cue, before, match[0], lowered())
            if tier > Tier.none or rule.category.startswith(SIGN):
                yield _Finding(category, tier, new, rule.indirect)


def _without(window: str, benign: Cue) -> str:
    """The text with an idiom's words put out of reach; its length stays."""
    return benign.pattern.sub(lambda match: "#".rjust(len(match[0]), " " if benign.language == "en" else "#"), window)
