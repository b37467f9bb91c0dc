"""The real llama.cpp over the real protocol, asked with the `openai` SDK."""

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import openai
import pytest
from openai import AsyncOpenAI, OpenAI
from tests.conftest import run

from pawsona.app.checkup import check_up
from pawsona.errors import SetupError
from pawsona.minds import local

pytestmark = pytest.mark.model

ASK: list[Any] = [{"role": "user", "content": "How was your day?\n今天好吗？"}]
DAY: dict[str, Any] = {
    "type": "object",
    "properties": {
        "items": {
            "type": "array",
            "minItems": 3,
            "maxItems": 5,
            "items": {
                "type": "object",
                "properties": {
                    "time": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
                    "activity": {"type": "string", "maxLength": 30},
                },
                "required": ["time", "activity"],
            },
        },
        "mood": {"enum": ["calm", "glad"]},
    },
    "required": ["items", "mood"],
}


def client(server: local.LocalServer, key: str | None = None) -> OpenAI:
    return OpenAI(base_url=server.base_url, api_key=key or server.api_key, max_retries=0, timeout=30)


def test_it_streams_and_counts_the_prefix_it_has_seen(llamacpp: local.LocalServer) -> None:
    async def asked() -> tuple[str, Any]:
        async with AsyncOpenAI(base_url=llamacpp.base_url, api_key=llamacpp.api_key) as asking:
            stream = await asking.chat.completions.create(
                model=llamacpp.model,
                messages=ASK,
                max_tokens=40,
                stream=True,
                stream_options={"include_usage": True},
            )
            chunks = [chunk async for chunk in stream]
        text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
        return text, chunks[-1].usage

    run(asked())
    text, usage = run(asked())
    assert text
    assert usage.completion_tokens <= 40
    assert usage.prompt_tokens_details.cached_tokens > usage.prompt_tokens // 2


def test_random_weights_keep_to_a_schema(llamacpp: local.LocalServer) -> None:
    shape: Any = {"type": "json_schema", "json_schema": {"name": "day", "schema": DAY, "strict": True}}
    with client(llamacpp) as asking:
        for seed in range(3):
            answer = asking.chat.completions.create(
                model=llamacpp.model, messages=ASK, max_tokens=900, seed=seed, response_format=shape
            )
            day = json.loads(answer.choices[0].message.content or "")
            assert 3 <= len(day["items"]) <= 5
            assert all(re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", item["time"]) for item in day["items"])
            assert day["mood"] in ("calm", "glad")


def test_two_can_talk_at_once(llamacpp: local.LocalServer) -> None:
    async def both() -> list[str]:
        import asyncio

        async with AsyncOpenAI(base_url=llamacpp.base_url, api_key=llamacpp.api_key) as asking:
            answers = await asyncio.gather(
                *(
                    asking.chat.completions.create(model=llamacpp.model, messages=ASK, max_tokens=60, seed=n)
                    for n in range(4)
                )
            )
        return [answer.choices[0].message.content or "" for answer in answers]

    assert len(set(run(both()))) > 1


def test_a_prompt_that_is_too_long_is_refused(llamacpp: local.LocalServer) -> None:
    with client(llamacpp) as asking, pytest.raises(openai.BadRequestError) as caught:
        asking.chat.completions.create(
            model=llamacpp.model, messages=[{"role": "user", "content": "long " * 3000}], max_tokens=5
        )
    assert caught.value.type == "exceed_context_size_error"


def test_it_does_not_think_first(llamacpp: local.LocalServer) -> None:
    request = urllib.request.Request(
        f"{llamacpp.base_url.removesuffix('/v1')}/apply-template",
        json.dumps({"messages": ASK}).encode(),
        {"Authorization": f"Bearer {llamacpp.api_key}"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert json.load(answer)["prompt"].endswith("[assistant] [at once] ")


def test_it_makes_embeddings(llamacpp_embedding: local.LocalServer) -> None:
    with client(llamacpp_embedding) as asking:
        texts = ["a quiet walk", "a quiet talk", "今天天好"]
        vectors = [row.embedding for row in asking.embeddings.create(model="tiny", input=texts).data]
    assert [len(vector) for vector in vectors] == [64] * 3
    assert sum(value * value for value in vectors[0]) == pytest.approx(1, abs=1e-3)
    near, far = (sum(a * b for a, b in zip(vectors[0], other, strict=True)) for other in vectors[1:])
    assert near > far


def test_only_who_has_the_key_may_ask_and_no_web_page_may_read(llamacpp: local.LocalServer) -> None:
    assert llamacpp.base_url.startswith("http://127.0.0.1:")
    assert llamacpp.api_key not in repr(llamacpp)
    with client(llamacpp, "wrong") as asking, pytest.raises(openai.AuthenticationError):
        asking.models.list()
    for path in ("/v1/models", "/props", "/slots", "/metrics", "/tokenize", "/"):
        request = urllib.request.Request(
            llamacpp.base_url.removesuffix("/v1") + path, headers={"Origin": "https://evil.example"}
        )
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=10)
        with refused.value:
            assert refused.value.code in (401, 404)
            assert not refused.value.headers["Access-Control-Allow-Origin"]
    asked = urllib.request.Request(
        f"{llamacpp.base_url}/chat/completions", headers={"Origin": "https://evil.example"}, method="OPTIONS"
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:
        assert not answer.headers["Access-Control-Allow-Origin"]
        assert answer.headers["Access-Control-Allow-Credentials"] != "true"


def test_the_key_stands_on_no_command_line(llamacpp: local.LocalServer) -> None:
    commands = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert any(b"pawsona.minds.local.serving" in command for command in commands)
    assert not any(llamacpp.api_key.encode() in command for command in commands)


def test_it_stops_at_once_even_while_it_answers(tiny_model: Path) -> None:
    server = local.start(tiny_model)
    with client(server) as asking:
        stream = asking.chat.completions.create(
            model=server.model, messages=ASK, max_tokens=5000, stream=True, extra_body={"ignore_eos": True}
        )
        next(iter(stream))
        server._process.send_signal(signal.SIGINT)  # Ctrl+C reaches it too, and must not be what ends it
        begun = time.perf_counter()
        server.close()
        assert time.perf_counter() - begun < 2
        assert not server.alive
        server.close()
        stream.close()


def test_it_ends_with_who_started_it(tiny_model: Path, tmp_path: Path) -> None:
    program = f"""
    from pathlib import Path
    from pawsona.minds import local
    server = local.start(Path({str(tiny_model)!r}))
    print(server._process.pid, flush=True)
    import time; time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 10
    while _runs(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _runs(child)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]


def test_a_damaged_file_ends_in_one_sentence(tiny_model: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.gguf"
    damaged.write_bytes(tiny_model.read_bytes()[:20000])
    with pytest.raises(SetupError, match=r"can't load the model 'damaged.gguf'"):
        local.start(damaged)


def test_a_model_that_takes_too_long_to_load_is_given_up(tiny_model: Path) -> None:
    with pytest.raises(SetupError, match="can't load"):
        local.start(tiny_model, patience=0.01)


def test_the_doctor_loads_and_measures_a_model_of_ones_own(
    tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local.add(tiny_model, tmp_path, "tiny")
    for name, value in (("HOME", str(tmp_path)), ("EMBEDDER", "hashing"), ("PORT", "9")):
        monkeypatch.setenv(f"PAWSONA_{name}", value)
    [mind] = [one for one in run(check_up()) if one.what == "mind"]
    told = re.search(r"loaded in [\d.]+ s; first token after \d+ ms$", mind.says)
    assert (mind.well and told) or "answers nothing" in mind.says, mind.says  # by chance it ends before it begins
