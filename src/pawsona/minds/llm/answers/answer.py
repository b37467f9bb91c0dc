"""One form of answer: its schema, how JSON is read, how plain lines are read."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from pawsona.errors import InvalidOutputError
from pawsona.minds.llm.answers.document import documents
from pawsona.minds.llm.answers.fit import fit, fitting
from pawsona.minds.llm.answers.lines import unmarked

_THINKING = re.compile(r"<(think|thinking|reasoning|analysis)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_LAST = re.compile(r"^[{\[].*", re.DOTALL | re.MULTILINE)


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
        if not clean and self.shape:
            clean = _behind_thinking(text)
        if not clean:
            raise InvalidOutputError(skill, ["the answer is empty"])
        try:
            return self.build(self._shaped(clean, given), given)
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            raise InvalidOutputError(skill, [_reason(error)]) from None

    def _shaped(self, text: str, given: Any) -> Any:
        shape = self.shape
        if shape is None:
            return self.plain(text, given)
        reason: ValueError | None = None
        for document in documents(text, lambda found: fitting(shape, found)):
            try:
                return shape.model_validate(fit(shape, document))
            except ValueError as error:
                reason = reason or error
        try:
            return shape.model_validate(fit(shape, self.plain(unmarked(text), given)))
        except ValueError as error:
            raise reason or error from None


def without_thinking(text: str) -> str:
    """The answer proper: what a model thinks aloud is nobody's business, and may hold drafts of the answer."""
    clean = _THINKING.sub("", text)
    # A template may open the tag itself, so that only its end is seen.
    return re.split(r"</(?:think|thinking|reasoning)>", clean, flags=re.IGNORECASE)[-1].strip()


def _behind_thinking(text: str) -> str:
    """The document after thoughts that a model forgot to close; prose could as well be thought, so it is not taken."""
    found = _LAST.search(text)
    return found[0] if found else ""


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
