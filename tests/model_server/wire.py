"""The protocol's shapes."""

import json
from typing import Any

CREATED = 1775986200


def usage(prompt: int, completion: int, cached: int) -> dict[str, Any]:
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": cached},
    }


def completion(model: str, text: str, reasoning: str, finish: str, used: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if reasoning:
        message["reasoning_content"] = reasoning
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": CREATED,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": used,
    }


def chunk(model: str, delta: dict[str, Any], finish: str | None = None) -> bytes:
    return _event(model, [{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}])


def closing(model: str, used: dict[str, Any]) -> bytes:
    """The chunk that `stream_options.include_usage` asks for."""
    return _event(model, [], usage=used)


def _event(model: str, choices: list[dict[str, Any]], **more: Any) -> bytes:
    made = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": CREATED,
        "model": model,
        "choices": choices,
        **more,
    }
    return f"data: {json.dumps(made, ensure_ascii=False)}\n\n".encode()


def error(message: str, kind: str, code: str | int | None, param: str | None = None) -> dict[str, Any]:
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}
