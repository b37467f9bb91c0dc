"""The shapes of OpenAI's chat completions, as far as a pet needs them; what it has no use for is ignored."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from pawsona.errors import (
    BusyError,
    ConflictError,
    ForbiddenError,
    InputError,
    MindError,
    NotFoundError,
    PawsonaError,
    StoppedError,
    StorageError,
    TooOftenError,
    UnknownError,
)
from pawsona.minds.llm.tokens import estimate
from pawsona.server.problems import headers_of

_ERRORS: tuple[tuple[type[PawsonaError], int, str, str | None], ...] = (
    (NotFoundError, 404, "invalid_request_error", "model_not_found"),
    (UnknownError, 401, "invalid_request_error", "invalid_api_key"),
    (ForbiddenError, 403, "permission_error", None),
    (TooOftenError, 429, "rate_limit_error", "rate_limit_exceeded"),
    (BusyError, 503, "server_error", None),
    (StoppedError, 503, "server_error", None),
    (InputError, 400, "invalid_request_error", None),
    (ConflictError, 409, "conflict_error", None),
    (StorageError, 503, "server_error", None),
    (MindError, 503, "server_error", None),
    (PawsonaError, 500, "server_error", None),
)


class Part(BaseModel):
    """A piece of a message; only text is heard."""

    type: str
    text: str | None = None


class RequestMessage(BaseModel):
    """One message of a request."""

    role: str
    content: str | list[Part] | None = None

    @property
    def text(self) -> str:
        """Its words."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type == "text" and part.text)
        return self.content or ""


class StreamOptions(BaseModel):
    """What a stream ends with."""

    include_usage: bool | None = None


class CompletionRequest(BaseModel):
    """A request; sampling, tools and formats are the mind's own affair, so they are not read."""

    model: str
    messages: list[RequestMessage] = Field(min_length=1)
    n: int | None = Field(None, ge=1, le=1)
    stream: bool | None = None
    stream_options: StreamOptions | None = None

    def said(self) -> str:
        """The last thing that the person says; what comes before it the pet remembers itself.

        Raises:
            InputError: nobody says anything.
        """
        for message in reversed(self.messages):
            if message.role == "user":
                return message.text
        raise InputError("No message has the role `user`: the pet needs something to answer.")


@dataclass(frozen=True)
class Completion:
    """One answer, as a whole or piece by piece."""

    id: str
    created: int
    model: str
    said: str

    def whole(self, text: str) -> Response:
        """The answer to a request without `stream`."""
        choice = {"index": 0, "message": {"role": "assistant", "content": text, "refusal": None}}
        choices = [choice | {"logprobs": None, "finish_reason": "stop"}]
        return JSONResponse(self._body("chat.completion", choices) | {"usage": self.usage(text)})

    def chunk(self, delta: Mapping[str, str], *, ends: bool = False) -> str:
        """One event of a stream."""
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": "stop" if ends else None}
        return event(self._body("chat.completion.chunk", [choice]))

    def usage_chunk(self, text: str) -> str:
        """The last event of a stream that was asked for its usage."""
        return event(self._body("chat.completion.chunk", []) | {"usage": self.usage(text)})

    def usage(self, text: str) -> dict[str, int]:
        """Tokens of what was said and answered; what the mind behind it took is in `pawsona cost`."""
        given, made = math.ceil(estimate(self.said)), math.ceil(estimate(text))
        return {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}

    def _body(self, kind: str, choices: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model, "choices": choices}


def event(data: Mapping[str, Any]) -> str:
    """A server-sent event."""
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n"


def error_body(error: PawsonaError) -> dict[str, Any]:
    """One of our errors in OpenAI's form."""
    _, _, kind, code = _kind(error)
    return {
        "error": {
            "message": str(error),
            "type": kind,
            "param": "model" if code == "model_not_found" else None,
            "code": code,
        }
    }


def error_response(error: PawsonaError) -> Response:
    """The same as an answer; the client is told not to repeat what the pet may have heard already."""
    again = "true" if isinstance(error, BusyError) else "false"
    return JSONResponse(error_body(error), _kind(error)[1], {"x-should-retry": again, **headers_of(error)})


def _kind(error: PawsonaError) -> tuple[type[PawsonaError], int, str, str | None]:
    return next(row for row in _ERRORS if isinstance(error, row[0]))
