"""The server's routes: the protocol under /v1, and /control by which tests script it."""

import base64
import json
from typing import Any

import numpy as np
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from tests.model_server import wire
from tests.model_server.answering import Answer, Answering, Asked, RefusalError, streamed, whole
from tests.model_server.answers import DIMENSIONS, answer, vector
from tests.model_server.behaviour import Behaviour, behaviour
from tests.model_server.state import Options, State
from tests.model_server.tokens import prompt_text, tokens


def create_app(options: Options) -> Starlette:
    state = State(options)

    async def control(request: Request) -> Response:
        if request.method == "DELETE":
            state.reset()
            return JSONResponse({})
        given = await request.json()
        try:
            state.script.add([behaviour(each) for each in given.get("queue", [])])
            if "always" in given:
                state.script.always = behaviour(given["always"])
        except (TypeError, ValueError) as error:
            return JSONResponse({"error": str(error)}, 422)
        return JSONResponse({})

    async def requests(_: Request) -> Response:
        return JSONResponse(state.requests)

    return Starlette(
        routes=[
            Route("/v1/models", Answering(state, models), methods=["GET"]),
            Route("/api/ps", Answering(state, loaded), methods=["GET"]),
            Route("/v1/chat/completions", Answering(state, chat), methods=["POST"]),
            Route("/v1/embeddings", Answering(state, embeddings), methods=["POST"]),
            Route("/v1/rerank", Answering(state, rerank), methods=["POST"]),
            Route("/tokenize", Answering(state, tokenize), methods=["POST"]),
            Route("/control", control, methods=["POST", "DELETE"]),
            Route("/control/requests", requests),
        ]
    )


def models(state: State, asked: Asked) -> Answer:
    context = {} if state.options.cuts else {"max_model_len": state.options.context}
    rows = [
        {"id": name, "object": "model", "created": wire.CREATED, "owned_by": "tests", **context}
        for name in state.options.models
    ]
    return _plain({"object": "list", "data": rows}, asked.how)


def loaded(state: State, asked: Asked) -> Answer:
    """Ollama's list of what it has in memory."""
    if not state.options.cuts:
        raise RefusalError(404, "Not Found")
    rows = [{"name": n, "model": n, "context_length": state.options.context} for n in state.options.models]
    return _plain({"models": rows}, asked.how)


def tokenize(state: State, asked: Asked) -> Answer:
    if not state.options.tokenize:
        raise RefusalError(404, "Not Found")
    return _plain({"tokens": list(range(len(tokens(asked.body["content"]))))}, asked.how)


def embeddings(state: State, asked: Asked) -> Answer:
    if not state.options.embeddings:
        raise RefusalError(404, "This server makes no embeddings.")
    given = asked.body.get("input", [])
    texts = [given] if isinstance(given, str) else given
    counts = [len(tokens(text)) for text in texts]
    if max(counts, default=0) > state.options.context:
        raise _overflow(state, max(counts), 0)
    rows = [
        {"object": "embedding", "index": at, "embedding": _vector(text, asked.body)} for at, text in enumerate(texts)
    ]
    used = {"prompt_tokens": sum(counts), "total_tokens": sum(counts)}
    return _plain({"object": "list", "model": asked.body["model"], "data": rows, "usage": used}, asked.how)


def rerank(state: State, asked: Asked) -> Answer:
    """The share of the query's words that a document has; best first, as servers send it."""
    wanted = set(asked.body["query"].casefold().split())
    rows = [
        {"index": at, "relevance_score": len(wanted & set(text.casefold().split())) / max(1, len(wanted))}
        for at, text in enumerate(asked.body["documents"])
    ]
    rows.sort(key=lambda row: -float(row["relevance_score"]))
    return _plain({"model": asked.body["model"], "results": rows[: asked.body.get("top_n")]}, asked.how)


def _vector(text: str, body: dict[str, Any]) -> list[float] | str:
    made = vector(text, body.get("dimensions") or DIMENSIONS)
    if body.get("encoding_format") == "base64":
        return base64.b64encode(np.array(made, dtype="<f4").tobytes()).decode()
    return made


def chat(state: State, asked: Asked) -> Answer:
    body, how = asked.body, asked.how
    kind = (body.get("response_format") or {}).get("type", "text")
    if kind not in state.options.formats:
        raise RefusalError(400, f"This response_format type is unavailable now: {kind}.", "unsupported_response_format")
    prompt = tokens(prompt_text(body.get("messages", [])))
    most = body.get("max_completion_tokens") or body.get("max_tokens")
    if state.options.cuts:
        prompt = prompt[-state.options.context :]
    elif len(prompt) + (most or 0) > state.options.context:
        raise _overflow(state, len(prompt), most or 0)
    said, finish = _limited(tokens(_stopped(answer(body, how), body.get("stop"))), most, how.finish)
    used = wire.usage(len(prompt), len(said) + len(tokens(how.reasoning)), state.cache.common(prompt))
    if not body.get("stream"):
        made = wire.completion(body["model"], "".join(said), how.reasoning, finish, used)
        asked.record["tokens"] = len(said)
        return _plain(made, how, seconds=(how.first_token_ms + how.token_ms * max(0, len(said) - 1)) / 1000)
    return Answer(streamed(_events(body, how, said, finish, used), how, asked.record), "text/event-stream")


def _events(body: dict[str, Any], how: Behaviour, said: list[str], finish: str, used: dict[str, Any]) -> list[bytes]:
    """One for each token; the first and the last also carry what frames them."""
    model = body["model"]
    deltas = [{"reasoning_content": token} for token in tokens(how.reasoning)] + [{"content": t} for t in said]
    events = [wire.chunk(model, delta) for delta in deltas] or [b""]
    events[0] = wire.chunk(model, {"role": "assistant", "content": ""}) + events[0]
    events[-1] += wire.chunk(model, {}, finish)
    if (body.get("stream_options") or {}).get("include_usage"):
        events[-1] += wire.closing(model, used)
    events[-1] += b"data: [DONE]\n\n"
    return events


def _stopped(text: str, stop: str | list[str] | None) -> str:
    for mark in [stop] if isinstance(stop, str) else stop or []:
        text = text.partition(mark)[0]
    return text


def _limited(said: list[str], most: int | None, finish: str) -> tuple[list[str], str]:
    return (said, finish) if most is None or len(said) <= most else (said[:most], "length")


def _overflow(state: State, prompt: int, answer: int) -> RefusalError:
    message = (
        f"This model's maximum context length is {state.options.context} tokens. However, you requested "
        f"{prompt + answer} tokens ({prompt} in the messages, {answer} in the completion)."
    )
    return RefusalError(400, message, "context_length_exceeded")


def _plain(made: dict[str, Any], how: Behaviour, seconds: float = 0.0) -> Answer:
    body = b"<html>Bad gateway</html>" if how.garbage else json.dumps(made, ensure_ascii=False).encode()
    return whole(body, how=how, seconds=seconds)
