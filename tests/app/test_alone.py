"""A home that one process serves: what it was at when it was killed, the next one goes on with at once."""

import asyncio
from contextlib import aclosing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.dialogue.conftest import NOON

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.opening import ALONE, open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.errors import SetupError
from pawsona.night.plan import plan
from pawsona.server import serve


@pytest.mark.parametrize("process", [ALONE, ""])
def test_the_only_process_takes_back_what_the_one_before_it_held_and_another_program_waits(
    tmp_path: Path, process: str
) -> None:
    settings, clock = load(home=tmp_path, language="en", embedder="hashing"), SimulatedClock(NOON)

    async def story() -> None:
        async with aclosing(await open_home(settings, clock=clock, process=ALONE)) as killed:
            await killed.adopt(PetForm(name="Mo"), PersonForm(name="Lin", time_zone="UTC"))
            clock.moment += timedelta(days=1)
            await plan(killed.store, clock.now())
            [held] = await killed.store.leases.claim(
                killed.runner.name, clock.now(), clock.now() + timedelta(minutes=1), 9
            )
        async with aclosing(await open_home(settings, clock=clock, process=process)) as home:
            assert home.runner.name == home.process
            assert [day.on for day in await home.runner.run_due()] == ([held.on] if process else [])
            clock.moment += timedelta(minutes=2)
            assert [day.on for day in await home.runner.run_due()] == ([] if process else [held.on])

    asyncio.run(story())


@pytest.mark.parametrize(("workers", "name", "process"), [(1, "", ALONE), (2, "", ""), (2, "one", "one")])
def test_a_server_is_alone_where_no_other_can_serve_its_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int, name: str, process: str
) -> None:
    asked: list[str] = []

    async def opened(_: Any, *, process: str, cloakroom: None, mind: None) -> None:
        asked.append(process)
        raise SetupError("enough")

    monkeypatch.setattr(serve, "open_home", opened)
    listening: Any = None
    with pytest.raises(SetupError, match="enough"):
        asyncio.run(serve._serve(load(home=tmp_path, workers=workers), listening, [], name=name))
    assert asked == [process]
