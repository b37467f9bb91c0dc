"""Small runs for tests, and what a model server was asked."""

import json
from pathlib import Path
from typing import Any

from tests.model_server import ModelServer

from pawsona.bench.live.asked import Asked
from pawsona.bench.live.outcome import Outcome

GOOD = json.dumps({"analysis": "kind", "ratings": {**{str(n): 1 for n in range(1, 6)}, "overall": 4}})


def run(folder: Path, **asked: Any) -> Outcome:
    from pawsona.bench.live.run import run as run_live

    return run_live(
        Asked(**{"suite": "open", "tasks": ("chat_general", "note_intent"), "limit": 2, **asked}), folder / "run"
    )


def model(server: ModelServer, **asked: Any) -> dict[str, Any]:
    return {"model": "pet-model", "base_url": server.base_url, **asked}


def asked_of(server: ModelServer) -> list[str]:
    return [row["body"]["messages"][-1]["content"] for row in server.requests("/chat/completions")]


def answered(server: ModelServer) -> int:
    return sum(row["outcome"] == "answered" for row in server.requests("/chat/completions"))
