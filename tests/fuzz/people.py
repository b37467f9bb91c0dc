"""Persons with devices at one server, who all have a mark of their own in whatever they say; no answer may carry another's."""

from dataclasses import dataclass, field
from typing import Any

import httpx

from pawsona.domain.language import Language


@dataclass
class Somebody:
    """One person: their devices, and what the server should know of them."""

    mark: str
    """Stands in every text of theirs, and in nobody else's."""
    language: Language
    devices: list[httpx.AsyncClient]
    pet: str = ""
    said: list[str] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    memories: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By id, as it was last heard of."""


@dataclass
class Town:
    """Everybody; whoever asks through it is told nothing of the others."""

    people: list[Somebody]
    asked: int = 0

    async def ask(self, who: Somebody, device: int, method: str, path: str, **sent: Any) -> httpx.Response:
        """One request of theirs, and what must hold of every answer."""
        answer = await who.devices[device].request(method, path, **sent)
        self.asked += 1
        self.check(who, answer)
        return answer

    def check(self, who: Somebody, answer: httpx.Response) -> None:
        """No failure of ours, and no word of anybody else's."""
        place = f"{answer.request.method} {answer.request.url.path} for {who.mark}"
        assert answer.status_code < 500, f"{answer.status_code} from {place}: {answer.text[:300]}"
        heard = f"{answer.headers} {answer.text}"
        assert not [other.mark for other in self.people if other is not who and other.mark in heard], place
