"""A mind for tests: answers are queued, or a rule makes them."""

from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar, cast

from pawsona.errors import InvalidOutputError, MindError
from pawsona.skills import Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply

In = TypeVar("In")
Out = TypeVar("Out")


class Scripted:
    """Answers what it was told to, and remembers what it was asked.

    `enqueue(name, answer, ...)` queues answers (an exception is raised); `rule(name, function)` makes them from
    the input. A queued answer goes before a rule.
    """

    def __init__(self, name: str = "scripted") -> None:
        self.name = name
        self.asked: list[tuple[str, Any]] = []
        self.repairs: list[InvalidOutputError] = []
        self._queues: defaultdict[str, deque[Any]] = defaultdict(deque)
        self._rules: dict[str, Callable[[Any], Any]] = {}

    def enqueue(self, skill: str, *answers: Any) -> None:
        self._queues[skill].extend(answers)

    def rule(self, skill: str, make: Callable[[Any], Any]) -> None:
        self._rules[skill] = make

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        self.asked.append((skill.name, given))
        if broken is not None:
            self.repairs.append(broken)
        if self._queues[skill.name]:
            answer = self._queues[skill.name].popleft()
        elif skill.name in self._rules:
            answer = self._rules[skill.name](given)
        else:
            raise MindError(f"the scripted mind has no answer for {skill.name!r}")
        if isinstance(answer, Exception):
            raise answer
        return cast(Out, answer)

    async def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        """The answer word by word; a list of pieces and exceptions is replayed as it stands."""
        answer: Any = await self.perform(cast(Any, skill), given, profile)
        for piece in answer if isinstance(answer, list) else _pieces(answer):
            if isinstance(piece, Exception):
                raise piece
            yield piece


def _pieces(reply: Reply) -> list[Piece]:
    cut = max(1, len(reply.text) // 3)
    texts = [reply.text[at : at + cut] for at in range(0, len(reply.text), cut)]
    return [*(Piece(text) for text in texts[:-1]), Piece(texts[-1] if texts else "", reply.trace)]
