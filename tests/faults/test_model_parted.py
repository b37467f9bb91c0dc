"""A network that swallows all between a server and its model: the storybook answers, and the model when it is there again.

Nobody is told that the wire is cut: a connection that was kept for the next call waits for an answer, a new one for the
other end.
"""

import json
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tests.faults.house import House, house
from tests.faults.server_rounds import ANSWER
from tests.faults.wire import Wire, wired
from tests.model_server.process import ModelServer
from tests.server.conftest import events

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(autouse=True)
def no_network() -> None:
    """The other network is on this machine, though not at a loopback address."""


@pytest.fixture
def wire() -> Iterator[Wire]:
    with wired() as made:
        yield made


def done(told: str) -> dict[str, Any]:
    """What the last event of a turn says."""
    name, data = events(told)[-1]
    assert name == "done", told
    return dict(data)


def answered_by_the_model(it: House, birds: str) -> int:
    """After how many turns: the breaker lets one call try again after half a minute, and the test's limit ends it all."""
    for number in count(1):
        if not done(it.say(f"I counted {number} {birds}.", f"{birds}-{number}"))["stepped_in"]:
            return number
        time.sleep(2)
    raise AssertionError


def answered_by_the_storybook(it: House, number: int) -> None:
    """While the wire is cut: it is no answer of later."""
    told = done(it.say(f"My aunt Berta{number} lives in Rome.", f"cut-{number}"))
    assert told["stepped_in"] and told["mind"].startswith("storybook"), told


def test_the_storybook_answers_while_the_model_is_cut_off_and_the_model_when_it_is_not(
    tmp_path: Path, wire: Wire
) -> None:
    far = ModelServer.start(wire.inside, wire.far, always={"text": ANSWER})
    with far as model, house(tmp_path, model, timeout=5) as it:
        answered_by_the_model(it, "ducks")  # a connection is kept from now on
        wire.cut()
        for number in range(3):  # the last ones may meet the breaker, which asks nobody
            answered_by_the_storybook(it, number)
        asked = len(it.said())
        wire.heal()
        turns = answered_by_the_model(it, "herons")
        said = it.said()
        assert len(said) == asked + 2 * turns
        assert all([m["role"] for m in said[n : n + 2]] == ["person", "pet"] for n in range(0, len(said), 2))
        assert json.dumps(ANSWER[:20]).strip('"') in json.dumps(said[-1])
