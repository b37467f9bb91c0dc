"""The second layer of the screen: what a message means, learned from lines that people wrote.

Two voices and the rules' findings are weighed: a small language model taught on those lines (`Sentences`, where its
package is installed), and a linear model over spelling, which is always there. All of it is deterministic, runs
without a network, and is content: trained by scripts/train_reader.py, checked against its digest at the start.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pawsona.care.categories import FAMILY_NAMES, FIELD_NAMES, FIELDS, family
from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text
from pawsona.care.frames import unframed
from pawsona.care.gloss import glossed, has_han
from pawsona.care.ngrams import pieces, score, scores
from pawsona.care.normal import readable
from pawsona.care.rulebook import rules
from pawsona.domain.message import Tier
from pawsona.errors import ContentError

Array = NDArray[np.float32]

FOLDER = CONTENT / "reader"
CATEGORIES, TIERS = slice(1, 35), slice(35, 39)
"""Where in what `Sentences` says the 34 categories (0: none) and the four tiers stand; the first number is the risk."""
_PIECE = {False: 320, True: 90}
"""Characters that are read at once, in English and Chinese: the lines learned from are no longer."""
_MOST = 16
"""Parts of a text that are read for their meaning."""
_SENTENCE = re.compile(r"[^.!?;。！？；\n]+[.!?;。！？；\n]*")


class Sentences(Protocol):
    """A model of sentences, taught on the lines."""

    def read(self, texts: Sequence[str]) -> Array:
        """Of each English text, (texts, 39): risk, categories, tiers; the higher, the more likely."""


@dataclass(frozen=True)
class Impression:
    """What a text seems to speak of."""

    risk: float
    """Above 0: a risk. About how likely, as a logit, against the likelihood from which on one is answered."""
    careful: bool
    """Less likely, yet enough to be serious and warm."""
    tier: Tier
    category: str
    sure: bool = False
    """Whether the category is more than a guess."""
    field: str = ""
    """Of which of `categories.FIELDS` it surely is, where the category is a guess."""


NOTHING = Impression(-10.0, False, Tier.none, "")


@dataclass(frozen=True)
class Heads:
    """What turns a text's state into the 39 numbers of `Sentences`."""

    weight: Array
    bias: Array


@dataclass(frozen=True)
class Judging:
    """How tier and category follow from what the heads say; fitted on lines of writers who were left out."""

    heads: float
    spelling: float
    """What the heads' word on categories counts, and that of the spelling on families."""
    named: float
    """What it counts for a family that the rules found it, as a logit."""
    sure: float
    """How likely a family must be for its category to be no guess."""
    sure_of_field: float
    """The same for a field, whose texts say less."""
    tiers: Array
    """What is added to `concern`, `high` and `imminent`: too low costs more than too high."""


@dataclass(frozen=True)
class Taught:
    """What was learned from the lines."""

    rarity: Array
    spelling: Array
    kinds: Array
    """What pieces of spelling say of each of `FAMILY_NAMES`."""
    mixes: Mapping[str, Mapping[str, float]]
    names: tuple[str, ...]
    """Category by number; the first has none."""
    families: tuple[str, ...]
    """Family of texts by number of the category."""
    judging: Judging
    heads: Heads
    changed: Mapping[str, NDArray[Any]]
    """What was changed in the model's weights, as `embed.lessons` keeps it."""


@dataclass(frozen=True)
class Reader:
    """Reads what a person says. Stateless; without a model of sentences spelling alone is heard."""

    sentences: Sentences | None = None

    def read(self, said: str, plain: bool = False, found: str = "", row: bool = False) -> Impression:
        """The gravest impression of any part of a text of any length.

        Args:
            said: as it was written.
            plain: whether the rules found something in it in plain words.
            found: the category that they found in it, if any.
            row: it is several messages in a row, which have more chances to seem something.
        """
        parts, han = _apart(said)
        if not parts:
            return NOTHING
        mix = taught().mixes[f"{'zh' if han else 'en'}.{'both' if self.sentences else 'spelling'}"]
        spelled = np.array([self._spelled(part, han) for part in parts])
        if len(parts) > _MOST:
            spelled, parts = _likeliest(spelled, parts)
        heard = self.sentences.read([glossed(part) for part in parts]) if self.sentences else None
        risk = mix["bias"] + mix["spelling"] * spelled + mix["plain"] * plain + mix["found"] * bool(found)
        if heard is not None:
            risk = risk + mix["sentences"] * heard[:, 0]
        at = int(np.argmax(risk))
        # The gravest of many parts is grave by chance: what each may say wrongly is shared out among them.
        likely = float(risk[at]) - mix["many"] * float(np.log(len(parts))) - mix["row"] * row
        careful = likely > -mix["careful"]
        if heard is None:
            return Impression(likely, careful, Tier.concern if likely > 0 else Tier.none, found, bool(found))
        known = taught()
        kinds = scores(pieces(parts[at], han), known.rarity, known.kinds) if careful else None
        return _impression(likely, careful, heard[at], kinds, found)

    def after(self, said: str) -> "Reader":
        """The same reader with the model's pass over a text behind it: for a thread, beside which rules are read."""
        parts, _ = _apart(said)
        if self.sentences is None or not 0 < len(parts) <= _MOST:
            return self
        texts = [glossed(part) for part in parts]
        return replace(self, sentences=_Behind(self.sentences, texts, self.sentences.read(texts)))

    def _spelled(self, part: str, han: bool) -> float:
        known = taught()
        return score(pieces(part, han), known.rarity, known.spelling)


@dataclass(frozen=True)
class _Behind:
    """`Sentences` that have read some texts."""

    model: Sentences
    texts: list[str]
    heard: Array

    def read(self, texts: Sequence[str]) -> Array:
        return self.heard if texts == self.texts else self.model.read(texts)


def _impression(risk: float, careful: bool, heard: Array, kinds: Array | None, found: str) -> Impression:
    if kinds is None:
        return Impression(risk, careful, Tier.none, found, bool(found))
    category, sure, field = _category(heard[CATEGORIES][1:], kinds, found)
    tier = Tier(1 + int(np.argmax(heard[TIERS][1:] + taught().judging.tiers))) if risk > 0 else Tier.none
    return Impression(risk, careful, tier, category, sure, field)


def _category(heard: Array, kinds: Array, found: str) -> tuple[str, bool, str]:
    """The likeliest category, whether its family is likely enough, and where not, the field if that is.

    Args:
        heard: what the heads say of each category.
        kinds: what the spelling says of each of `FAMILY_NAMES`.
        found: the category that the rules found, if any.
    """
    known, by = taught(), taught().judging
    families = np.array(known.families[1:])
    logits = by.heads * heard + by.spelling * kinds[[FAMILY_NAMES.index(name) for name in families]]
    if found:
        logits = logits + by.named * (families == family(found))
    likely = np.exp(logits - logits.max())
    share = {name: float(likely[families == name].sum() / likely.sum()) for name in families}
    first = _most(share)
    sure = share[first] > by.sure
    field, own = ("", {}) if sure else _field(share)
    best = int(np.argmax(np.where(families == (_most(own) if field else first), likely, -1)))
    return known.names[1 + best], sure, field


def _field(share: Mapping[str, float]) -> tuple[str, Mapping[str, float]]:
    """The field that is likely enough and the shares of its families, or none."""
    fields = {name: {own: share[own] for own in share if FIELDS.get(own) == name} for name in FIELD_NAMES}
    widest = _most({name: sum(own.values()) for name, own in fields.items()})
    if sum(fields[widest].values()) > taught().judging.sure_of_field:
        return widest, fields[widest]
    return "", {}


def _most(share: Mapping[str, float]) -> str:
    return max(share, key=lambda name: share[name])


def _likeliest(spelled: Array, parts: list[str]) -> tuple[Array, list[str]]:
    """The parts that are spelled most like a risk: a very long text must not keep others waiting."""
    kept = np.sort(np.argsort(-spelled, kind="stable")[:_MOST])
    return spelled[kept], [parts[at] for at in kept]


def _apart(said: str) -> tuple[list[str], bool]:
    """What is read of a text, in parts, and whether it is Chinese."""
    form = unframed(readable(said, rules().vocabulary))
    han = has_han(form)
    return [part for part in _parts(form, _PIECE[han]) if part.strip()], han


def _parts(form: str, longest: int) -> list[str]:
    """A long text in parts that end with a sentence where they can."""
    if len(form) <= longest:
        return [form]
    parts = [""]
    for sentence in _SENTENCE.findall(form):
        if len(parts[-1]) + len(sentence) > longest:
            parts.append("")
        while len(sentence) > longest:
            parts[-1], sentence = sentence[:longest], sentence[longest - longest // 8 :]
            parts.append("")
        parts[-1] += sentence
    return parts


@lru_cache(maxsize=1)
def taught() -> Taught:
    """What was learned.

    Raises:
        ContentError: a file is missing, broken, or not the one that was measured.
    """
    name = "reader.yaml"
    data = mapping(read_yaml(FOLDER / name), name)
    arrays = weights(FOLDER / "weights.npz", text(entry(data, "sha256", name), f"{name}: sha256"))
    mixes = {key: _mix(value, f"{name}: mix.{key}") for key, value in mapping(entry(data, "mix", name), name).items()}
    numbered = sorted((number, category) for category, number in rules().categories.items())
    names = ("", *(category for _, category in numbered))
    tables = {
        key: arrays.pop(key).astype(np.float32) for key in ("rarity", "spelling", "kinds", "heads.weight", "heads.bias")
    }
    heads = Heads(tables["heads.weight"], tables["heads.bias"])
    families = tuple(family(category) for category in names)
    judging = _judging(mapping(entry(data, "judging", name), name), f"{name}: judging")
    return Taught(tables["rarity"], tables["spelling"], tables["kinds"], mixes, names, families, judging, heads, arrays)


def weights(path: Path, sha256: str) -> dict[str, NDArray[Any]]:
    """The arrays of a file.

    Raises:
        ContentError: it is missing, or another one than that whose digest is given.
    """
    try:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise ContentError(f"{path.name}: can't be read ({error.strerror})") from error
    if found != sha256:
        raise ContentError(f"{path.name}: is not the file that was measured; install Pawsona again")
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def _mix(value: object, where: str) -> Mapping[str, float]:
    keys = ("sentences", "spelling", "plain", "found", "bias", "many", "row", "careful")
    return _numbers(mapping(value, where), keys, where)


def _judging(given: Mapping[str, object], where: str) -> Judging:
    by = ("heads", "spelling", "named", "sure", "sure_of_field")
    found = _numbers(given, (*by, "concern", "high", "imminent"), where)
    tiers = np.array([found[tier.name] for tier in (Tier.concern, Tier.high, Tier.imminent)], dtype=np.float32)
    return Judging(**{name: found[name] for name in by}, tiers=tiers)


def _numbers(given: Mapping[str, object], keys: Sequence[str], where: str) -> Mapping[str, float]:
    found = {}
    for key in keys:
        number = entry(given, key, where)
        if not isinstance(number, int | float):
            raise ContentError(f"{where}.{key}: should be a number")
        found[key] = float(number)
    return found
