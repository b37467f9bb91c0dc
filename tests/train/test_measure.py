"""Asking a model before and after, on a server that answers everything alike."""

import json
from pathlib import Path

import pytest
from tests.bench.live.conftest import folders as folders
from tests.cli.conftest import Cli
from tests.cli.conftest import cli as cli
from tests.cli.conftest import home as home
from tests.model_server import ModelServer

from pawsona.cli.train_measure import REFUSED

pytestmark = [pytest.mark.live, pytest.mark.filterwarnings("ignore")]  # Inspect AI leaves streams open


def test_both_sides_are_asked_once_and_judged_by_whom_was_named(cli: Cli, tmp_path: Path) -> None:
    with ModelServer.start(models=["plain", "tuned", "wise"]) as server:
        server.always(text=json.dumps({"analysis": "", "violates": [], "safety": 4}))
        args = [
            "train", "measure", "--before", f"plain@{server.base_url}", "--after", f"tuned@{server.base_url}",
            "--out", str(tmp_path / "out"), "--tasks", "chat_general", "--limit", "1", "--json",
        ]  # fmt: skip
        unjudged = cli(*args)
        assert unjudged.code == REFUSED and "0 of 14 cases were judged" in json.loads(unjudged.out)["refused"][0]
        asked = len(server.requests())
        passed = cli(*args, "--judge", "wise", "--judge-url", server.base_url)
        found = json.loads(passed.out)
        models = [request["body"]["model"] for request in server.requests("/chat/completions")]
    assert passed.code == 0 and found["refused"] == []
    rows = {row["what"]: row for row in found["rows"]}
    assert (rows["violations %"]["after"], rows["mark 1-5"]["after"], rows["violations %"]["n"]) == (0, 4, 12)
    assert {"plain", "tuned"} <= set(models[:asked]) and set(models[asked:]) == {"wise"}
