"""A value that fits a JSON schema, always the same one. Elements of a list differ from each other."""

import math
import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any

# Not public, and typed by some versions of typeshed only.
regex: Any = import_module("re._constants")
parser: Any = import_module("re._parser")
Schema = Mapping[str, Any]
FORMATS = {
    "date": "2026-04-12",
    "date-time": "2026-04-12T09:30:00Z",
    "time": "09:30:00",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "email": "a@example.org",
    "uri": "https://example.org/",
}


class Maker:
    """Makes instances of one schema.

    Args:
        schema: the root, where `$ref` is looked up.
        word: what texts are made of.
    """

    def __init__(self, schema: Schema, word: str) -> None:
        self._root = schema
        self._word = word

    def make(self, schema: Schema | bool | None = None, n: int = 0) -> Any:
        """An instance; `n` tells elements of a list apart."""
        if schema is None:
            schema = self._root
        if isinstance(schema, bool):
            return self._word
        schema = self._resolved(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][n % len(schema["enum"])]
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return self.make(schema[choice][0], n)
        return self._typed(schema, n)

    def _resolved(self, schema: Schema) -> Schema:
        while "$ref" in schema or "allOf" in schema:
            if "$ref" in schema:
                found: Any = self._root
                for step in schema["$ref"].removeprefix("#").split("/")[1:]:
                    found = found[step]
                schema = {**found, **{key: value for key, value in schema.items() if key != "$ref"}}
            else:
                parts = [self._resolved(part) for part in schema["allOf"]]
                rest = {key: value for key, value in schema.items() if key != "allOf"}
                schema = {key: value for part in [*parts, rest] for key, value in part.items()}
        return schema

    def _typed(self, schema: Schema, n: int) -> Any:
        kind = schema.get("type", "object" if "properties" in schema else "string")
        match kind[0] if isinstance(kind, list) else kind:
            case "object":
                return {key: self.make(part, n) for key, part in schema.get("properties", {}).items()}
            case "array":
                return self._array(schema)
            case "string":
                return self._string(schema, n)
            case "integer":
                return _integer(schema, n)
            case "number":
                return float(_number(schema))
            case "boolean":
                return n % 2 == 0
            case _:
                return None

    def _array(self, schema: Schema) -> list[Any]:
        first = [self.make(part, at) for at, part in enumerate(schema.get("prefixItems", []))]
        wanted = max(schema.get("minItems", 0), min(1, schema.get("maxItems", 1)), len(first))
        return first + [self.make(schema.get("items", True), at) for at in range(len(first), wanted)]

    def _string(self, schema: Schema, n: int) -> str:
        if "pattern" in schema:
            return fitting(schema["pattern"], n)
        if schema.get("format") in FORMATS:
            return FORMATS[str(schema["format"])]
        text = self._word if n == 0 else f"{self._word} {n}"
        while len(text) < schema.get("minLength", 0):
            text = f"{text} {self._word}"
        return text[: schema.get("maxLength", len(text))]


def _integer(schema: Schema, n: int) -> int:
    low = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
    high = schema.get("maximum", schema.get("exclusiveMaximum", low + 101) - 1)
    return int(math.ceil(low) + n % (math.floor(high) - math.ceil(low) + 1))


def _number(schema: Schema) -> float:
    low = schema.get("minimum", schema.get("exclusiveMinimum", 0))
    high = schema.get("maximum", schema.get("exclusiveMaximum", low + 1))
    return float(low + (high - low) / 2)


def fitting(pattern: str, n: int = 0) -> str:
    """A text that the pattern finds; `n` chooses among what it allows."""
    made = "".join(_part(op, argument, n) for op, argument in parser.parse(pattern))
    if not re.search(pattern, made):
        raise ValueError(f"no text for the pattern {pattern!r}")
    return made


def _part(op: Any, argument: Any, n: int) -> str:
    if op is regex.LITERAL:
        return chr(argument)
    if op is regex.IN:
        return _member(argument, n)
    if op is regex.BRANCH:
        return _sequence(argument[1][n % len(argument[1])], n)
    if op is regex.SUBPATTERN:
        return _sequence(argument[3], n)
    if op in (regex.MAX_REPEAT, regex.MIN_REPEAT):
        return _sequence(argument[2], n) * int(max(argument[0], min(1, argument[1])))
    return "a" if op in (regex.ANY, regex.NOT_LITERAL) else ""


def _sequence(parts: Any, n: int) -> str:
    return "".join(_part(op, argument, n) for op, argument in parts)


def _member(choices: Any, n: int) -> str:
    op, argument = choices[n % len(choices)]
    if op is regex.RANGE:
        return chr(int(argument[0]) + n % (argument[1] - argument[0] + 1))
    if op is regex.CATEGORY:
        return " " if argument is regex.CATEGORY_SPACE else "1"
    return chr(argument) if op is regex.LITERAL else "a"
