"""A busy model server is waited for, and asked less; nobody stands in for it."""

import asyncio
from typing import Any

import pytest

from pawsona.errors import MindBusyError, MindError
from pawsona.night.pace import TRIES, Pace, Paced
from pawsona.skills import IPET


class Server:
    """Answers so many questions at a time; more than that are refused."""

    def __init__(self, most: int) -> None:
        self.name, self.most, self.now, self.highest, self.asked = "server", most, 0, 0, 0

    async def perform(self, skill: Any, given: Any, profile: Any, *, broken: Any = None) -> Any:
        self.asked += 1
        self.now += 1
        self.highest = max(self.highest, self.now)
        try:
            await asyncio.sleep(0.001)
            if self.now > self.most:
                raise MindBusyError("too much to do (429)")
            return given
        finally:
            self.now -= 1


async def soon(seconds: float) -> None:
    await asyncio.sleep(0.0005)


def paced(mind: Any, most: int) -> Paced:
    return Paced(mind, Pace(most, sleep=soon))


def test_every_question_is_answered_and_never_more_than_agreed_are_in_flight() -> None:
    async def story() -> None:
        server = Server(most=100)
        mind: Any = paced(server, 5)
        answers = await asyncio.gather(*(mind.perform("skill", n, IPET) for n in range(60)))
        assert answers == list(range(60)) and server.highest == 5 and mind.pace.in_flight == 0

    asyncio.run(story())


def test_a_server_that_refuses_is_asked_less_until_it_answers() -> None:
    async def story() -> None:
        server = Server(most=3)
        mind: Any = paced(server, 40)
        answers = await asyncio.gather(*(mind.perform("skill", n, IPET) for n in range(120)))
        assert answers == list(range(120))
        assert mind.pace.refused > 0 and mind.pace.limit < 20

    asyncio.run(story())


def test_a_server_that_stays_busy_is_given_up_for_this_question_and_a_wrong_answer_at_once() -> None:
    class Gone(Server):
        async def perform(self, skill: Any, given: Any, profile: Any, *, broken: Any = None) -> Any:
            self.asked += 1
            raise given

    async def story() -> None:
        gone = Gone(1)
        mind: Any = paced(gone, 4)
        with pytest.raises(MindBusyError):
            await mind.perform("skill", MindBusyError("gone"), IPET)
        assert gone.asked == TRIES and mind.pace.limit < 4
        with pytest.raises(MindError, match="wrong"):
            await mind.perform("skill", MindError("wrong"), IPET)
        assert gone.asked == TRIES + 1 and mind.pace.in_flight == 0

    asyncio.run(story())


def test_the_waits_grow_and_end() -> None:
    pace = Pace(1)
    assert 0.5 <= pace.wait(0) <= 1.5 and 30 <= pace.wait(20) <= 90
