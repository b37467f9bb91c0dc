"""A card's document: JSON of three versions, checked before anything is done with it."""

import json
import math
import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pawsona.app.cards.refusal import refusal
from pawsona.domain.language import Language

Version = Literal[1, 2, 3]

DEEPEST = 64
MOST_PARTS = 1_000_000
"""Commas, colons and brackets; the text of the longest lorebook has a tenth of that."""
_SPECS: dict[object, Version] = {"chara_card_v2": 2, "chara_card_v3": 3}
_SURROGATE = re.compile("[\ud800-\udfff]")


def _or_else(default: object) -> BeforeValidator:
    """Many programs write null where they mean nothing."""
    return BeforeValidator(lambda value: default if value is None else value)


_Text = Annotated[str, _or_else("")]
_Texts = Annotated[list[str], _or_else([])]


class _Checked(BaseModel):
    """Only what is used is checked; whatever else a card has is kept as it is."""

    model_config = ConfigDict(strict=True, extra="ignore")


class Entry(_Checked):
    """One entry of a lorebook."""

    keys: _Texts = Field(default_factory=list)
    content: _Text = ""
    enabled: Annotated[bool, _or_else(True)] = True
    insertion_order: Annotated[float, _or_else(0)] = 0


class Book(_Checked):
    """The lorebook of a character."""

    name: _Text = ""
    entries: Annotated[list[Entry], _or_else([])] = Field(default_factory=list)


class Fields(_Checked):
    """What a card says, whichever version it has."""

    name: str
    nickname: _Text = ""
    description: _Text = ""
    personality: _Text = ""
    scenario: _Text = ""
    first_mes: _Text = ""
    tags: _Texts = Field(default_factory=list)
    character_book: Book | None = None
    extensions: Annotated[dict[str, Any], _or_else({})] = Field(default_factory=dict)


@dataclass(frozen=True)
class Document:
    """A card that was read."""

    text: str
    """The JSON as it came."""
    root: dict[str, Any]
    version: Version
    fields: Fields

    @property
    def data(self) -> dict[str, Any]:
        """The object that holds the fields: the root itself in version 1."""
        return data_of(self.root)


def data_of(root: dict[str, Any]) -> dict[str, Any]:
    """The object of a document that holds its fields."""
    data: dict[str, Any] = root["data"] if root.get("spec") in _SPECS else root
    return data


def read_document(text: str, language: Language) -> Document:
    """Read and check a card's JSON.

    Raises:
        InputError: it is no card; the sentence says why.
    """
    root = _parsed(text, language)
    version = _version(root, language)
    try:
        return Document(text, root, version, Fields.model_validate(data_of(root)))
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors(include_input=False)[0]["loc"])
        raise refusal("field", language, field=where) from None


def written(root: dict[str, Any]) -> str:
    """A document as JSON. Half an emoji, which programs leave behind, stays an escape: it has no UTF-8."""
    text = json.dumps(root, ensure_ascii=False, indent=1)
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def _parsed(text: str, language: Language) -> dict[str, Any]:
    if sum(text.count(mark) for mark in ",:[{") > MOST_PARTS:
        raise refusal("parts", language)
    try:
        root = json.loads(text, parse_float=_finite, parse_constant=_finite)
    except RecursionError:
        raise refusal("deep", language) from None
    except ValueError:
        raise refusal("json", language) from None
    if not isinstance(root, dict):
        raise refusal("kind", language)
    if _is_deep(root):
        raise refusal("deep", language)
    return root


def _finite(number: str) -> float:
    """Numbers that JSON could not give out again are refused: NaN, Infinity and 1e999."""
    value = float(number)
    if not math.isfinite(value):
        raise ValueError("not finite")
    return value


def _is_deep(root: object) -> bool:
    level = [root]
    for _ in range(DEEPEST):
        children = (child for part in level for child in (part.values() if isinstance(part, dict) else part))  # type: ignore[attr-defined]
        level = [child for child in children if isinstance(child, dict | list)]
        if not level:
            return False
    return True


def _version(root: dict[str, Any], language: Language) -> Version:
    spec = root.get("spec")
    if spec == "lorebook_v3":
        raise refusal("lorebook", language)
    if isinstance(spec, str) and spec in _SPECS:
        if not isinstance(root.get("data"), dict):
            raise refusal("field", language, field="data")
        return _SPECS[spec]
    if spec is not None:
        raise refusal("version", language)
    if "name" not in root or not {"description", "personality", "first_mes"} & set(root):
        raise refusal("kind", language)
    return 1
