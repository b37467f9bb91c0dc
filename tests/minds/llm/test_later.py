"""A server that names when to ask again: no person waits long for it, the night does, and others leave it alone."""

from collections.abc import Callable, Coroutine
from typing import Any

import httpx2
import pytest
from tests.minds.llm.conftest import Bench, MakeBench
from tests.minds.llm.inputs import INPUTS
from tests.minds.llm.test_mind import said, talk

from pawsona.errors import MindBusyError
from pawsona.minds.checked import Checked
from pawsona.minds.llm import later
from pawsona.minds.llm.breaker import Breaker
from pawsona.minds.llm.later import LONGEST, asked_for
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import ACTS, IPET, SKILLS

Run = Callable[[Coroutine[Any, Any, Any]], Any]


async def perform(made: Bench, skill: str) -> Any:
    return await made.mind.perform({**SKILLS, **ACTS}[skill], INPUTS[skill]("en"), IPET)


@pytest.mark.parametrize("status", [429, 503])
def test_who_talks_is_answered_at_once_and_the_server_is_left_alone_for_so_long(
    status: int, bench: MakeBench, run: Run
) -> None:
    moment = [0.0]
    made = bench(retries=2, breaker=Breaker(now=lambda: moment[0]))
    made.server.script({"status": status, "retry_after": 20})
    for _ in range(2):
        _, pieces = run(said(Checked(made.mind, Storybook()), talk()))
        assert pieces[-1].trace is not None and pieces[-1].trace.fallback == "storybook"
    with pytest.raises(MindBusyError, match="wants to be left alone; it is tried again in 20 s"):
        run(perform(made, "routine.outline"))
    assert len(made.server.requests("/completions")) == 1
    moment[0] = 20.5
    made.server.always(text="There you are, and the soup is warm.")
    assert run(said(Checked(made.mind, Storybook()), talk()))[0] == "There you are, and the soup is warm."


@pytest.mark.parametrize(("skill", "asked"), [("routine.greet", 1), ("routine.outline", 2)])
def test_what_a_person_waits_for_is_given_up_and_what_the_night_asks_waits(
    skill: str, asked: int, bench: MakeBench, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(later, "SOON", 0.05)
    made = bench(retries=1)
    made.server.script({"status": 429, "retry_after": 0.1, "times": 2})
    with pytest.raises(MindBusyError):
        run(perform(made, skill))
    assert len(made.server.requests("/completions")) == asked


def test_a_moment_is_waited_for_while_somebody_talks(bench: MakeBench, run: Run) -> None:
    made = bench(retries=1)
    made.server.script({"status": 429, "retry_after": 0.1}, {"text": "There you are, and the soup is warm."})
    assert run(said(made.mind, talk()))[0] == "There you are, and the soup is warm."


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "20"}, 20),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT", "date": "Wed, 21 Oct 2026 07:27:30 GMT"}, 30),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT", "date": "Wed, 21 Oct 2026 07:29:00 GMT"}, 0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, 0),
        ({"retry-after": "999999999"}, LONGEST),
        ({"retry-after": "nan"}, 0),
        ({"retry-after": "-3"}, 0),
        ({"retry-after": "soon"}, 0),
        ({}, 0),
    ],
)
def test_what_a_server_can_say_of_it(headers: dict[str, str], seconds: float) -> None:
    error = RuntimeError()
    error.response = httpx2.Response(429, headers=headers)  # type: ignore[attr-defined]
    assert asked_for(error) == seconds


def test_what_never_reached_a_server_names_no_time() -> None:
    assert asked_for(RuntimeError()) == 0


def test_what_was_asked_before_does_not_shorten_the_time_that_a_server_named() -> None:
    moment = [0.0]
    breaker = Breaker(now=lambda: moment[0])

    def states() -> list[bool]:
        breaker.answered()
        seen = [breaker.open]
        breaker.failed()
        return [*seen, breaker.open]

    breaker.failed(20)
    assert states() == [True, True]  # both had been asked before
    moment[0] = 20.5
    assert states() == [False, False]
