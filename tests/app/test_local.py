"""A model that loads for a turn that is stopped meanwhile is not lost."""

import asyncio
import threading
from pathlib import Path

import pytest

from pawsona.app.local import LocalModels
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
