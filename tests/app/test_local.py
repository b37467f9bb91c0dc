"""A model that loads for a turn that is stopped meanwhile is not lost."""

import asyncio
import threading
from pathlib import Path

import pytest

from pawsona.app.local import LocalModels
from pawsona.app.minds import choose
from pawsona.config.settings import load
from pawsona.minds import local
from pawsona.minds.local import Installed, LocalServer


class Loaded:
    """Stands for a server."""

    alive = True
    closed = False
    base_url, api_key, context = "http://127.0.0.1:9/v1", "key", 2048

    def close(self) -> None:
        self.closed = True


def test_a_stopped_turn_leaves_the_loading_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = local.catalogue()[0]
    here = Installed(model, tmp_path, "0" * 64)
    monkeypatch.setattr(local, "installed", lambda home: (here,))
    go_on, servers = threading.Event(), []

    def start(installed: Installed) -> LocalServer:
        go_on.wait()
        servers.append(Loaded())
        return servers[-1]  # type: ignore[return-value]

    async def story() -> None:
        models = LocalModels(tmp_path, start)
        turn = asyncio.create_task(models.started(models.named("talk", here)))
        await asyncio.sleep(0)
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn
        go_on.set()
        await models.started(models.named("talk", here))
        await models.aclose()

    asyncio.run(story())
    [server] = servers
    assert server.closed


def test_a_pulled_model_is_asked_as_the_table_of_its_group_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Installed(local.catalogue()[0], tmp_path, "0" * 64)
    monkeypatch.setattr(local, "installed", lambda home: (here,))
    (tmp_path / "pawsona.toml").write_text("[models.talk]\ntemperature = 0.25\ntimeout = 300\n")
    models = LocalModels(tmp_path, lambda installed: Loaded())  # type: ignore[arg-type,return-value]
    choice = choose(load(tmp_path), local=models.named("talk", here))
    talk, night = [asyncio.run(models.started(choice.models[group])).asked for group in ("talk", "night")]
    assert (talk.temperature, talk.timeout, talk.context) == (0.25, 300, Loaded.context)
    assert (night.temperature, night.timeout, night.context) == (0.9, 60, Loaded.context)
