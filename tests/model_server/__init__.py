"""A small model server for tests: speaks the OpenAI protocol over TCP and misbehaves when it is told to.

    with ModelServer.start(key="k", context=4096) as server:
        server.script({"status": 429, "retry_after": 0.1}, {"text": "Hello."})
        client = AsyncOpenAI(base_url=server.base_url, api_key="k")

Run by hand: `python -m tests.model_server --port 8000`. Behaviours: see `behaviour.py`.
"""

from tests.model_server.process import ModelServer

__all__ = ["ModelServer"]
