"""One form of answer: its schema, how JSON is read, how plain lines are read."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from json_repair import repair_json
from pydantic import BaseModel, ConfigDict, ValidationError

from pawsona.errors import InvalidOutputError

_THINKING = re.compile(r"<(think|thinking|reasoning|analysis)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_QUOTES = str.maketrans({"“": '"', "”": '"', "，": ",", "：": ":"})


class Shape(BaseModel):
    """Base of the shapes: what a schema does not name is ignored, numbers may come as text."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)


@dataclass(frozen=True)
class Answer:
    """How one kind of answer is asked for and read.

    Args:
        name: what a prompt file calls it under `output`.
        shape: of the JSON; None for plain text.
        build: (shape, input) -> output; ValueError where it does not fit the input.
        plain: (text, input) -> what the shape is made from, for answers in lines; ValueError where there is nothing.
        most: tokens that it may take.
    """

    name: str
    shape: type[Shape] | None
    build: Callable[[Any, Any], Any]
    plain: Callable[[str, Any], Any]
    most: int = 512

    @cached_property
    def schema(self) -> dict[str, Any] | None:
        """The JSON schema in the strict form that servers ask for: every key required, no others."""
        return _strict(self.shape.model_json_schema()) if self.shape else None

    def read(self, skill: str, text: str, given: Any) -> Any:
        """The skill's output.

        Raises:
            InvalidOutputError: neither JSON nor lines could be found in it.
        """
        clean = without_thinking(text)
        if not clean:
            raise InvalidOutputError(skill, ["the answer is empty"])
        try:
            return self.build(self._shaped(clean, given), given)
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            raise InvalidOutputError(skill, [_reason(error)]) from None

    def _shaped(self, text: str, given: Any) -> Any:
        if self.shape is None:
            return self.plain(text, given)
        try:
            return self.shape.model_validate(_json(text))
        except ValueError as error:
            try:
                return self.shape.model_validate(self.plain(text, given))
            except ValueError:
                raise error from None


def without_thinking(text: str) -> str:
    """The answer proper: what a model thinks aloud is nobody's business, and may hold drafts of the answer."""
    clean = _THINKING.sub("", text)
    # A template may open the tag itself, so that only its end is seen.
    return re.split(r"</(?:think|thinking|reasoning)>", clean, flags=re.IGNORECASE)[-1].strip()


def _json(text: str) -> Any:
    """The document in a text: whole, fenced, or in the middle of prose; mended where it is broken.

    Raises:
        ValueError: there is none.
    """
    fenced = max(_FENCE.findall(text), key=len, default="")
    body = fenced if "{" in fenced or "[" in fenced else text
    starts = [at for at in (body.find("{"), body.find("[")) if at >= 0]
    if not starts:
        raise ValueError("there is no JSON in the answer")
    found = repair_json(body[min(starts) :], return_objects=True, skip_json_loads=False)
    if isinstance(found, list) and found and all(isinstance(part, dict) for part in found):
        # Prose with braces in it, or the same document twice: the fullest is meant, unless it is a list of rows.
        return found if len(found) > 1 and body[min(starts)] == "[" else max(found, key=lambda part: len(str(part)))
    if not isinstance(found, dict | list) or not found:
        raise ValueError("there is no JSON in the answer")
    return found


def _reason(error: Exception) -> str:
    """Why, without what a person said: a validation error quotes its input."""
    if isinstance(error, ValidationError):
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        return f"{'.'.join(map(str, first['loc'])) or 'the answer'}: {first['msg']}"
    return str(error) if isinstance(error, ValueError) and len(str(error)) < 200 else "the answer has another form"


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    clean = {key: _strict(value) for key, value in schema.items() if key not in ("title", "default", "description")}
    if clean.get("type") == "object" and "properties" in clean:
        clean |= {"required": list(clean["properties"]), "additionalProperties": False}
    return clean
