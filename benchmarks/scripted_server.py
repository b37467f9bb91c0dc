"""`pawsona serve` with the scripted mind: all that Pawsona does in a turn, and next to nothing for what is said.

Usage: python benchmarks/scripted_server.py    (settings as of `pawsona serve`; prints its address)
"""

from typing import Any

from pawsona.app.loop import run_long
from pawsona.config.settings import load
from pawsona.domain.affect import Affect
from pawsona.minds.scripted import Scripted
from pawsona.server.fleet import run_fleet
from pawsona.skills.acts import AffectInput, Choice, Plan, Promises
from pawsona.skills.chat import ChatInput, Reply
from pawsona.skills.note import Intent

SAID = Reply(
    text="High water is good news for ducks on the far side. I would have stood there for an hour and looked. "
    "Did you see where they go when it rains?"
)
TALKS = ("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve")


def scripted() -> Scripted:
    """Answers whatever a turn asks, always the same; of what it was asked it keeps one turn."""
    mind = Scripted()

    def affect(given: AffectInput) -> Affect:
        mind.asked.clear()
        return Affect()

    def reply(given: ChatInput) -> Reply:
        return SAID

    mind.rule("affect.read", affect)
    mind.rule("strategy.choose", lambda given: Choice(strategy="chit-chat"))
    mind.rule("note.intent", lambda given: Intent(kind="direct"))
    mind.rule("promise.find", lambda given: Promises())
    mind.rule("plan.change", lambda given: Plan())
    for skill in TALKS:
        mind.rule(skill, reply)
    return mind


def work(*told: Any) -> None:
    """One of its processes."""
    from pawsona.server.serve import work as serve

    serve(*told, mind=scripted())  # type: ignore[misc]  # what is told does not name the mind


if __name__ == "__main__":
    given: dict[str, Any] = {"port": 0}
    run_long(run_fleet(load(**given), given, work, lambda line: print(line, flush=True)))
