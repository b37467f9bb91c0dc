"""What the skills on memory are told."""

from collections.abc import Mapping

from pawsona.domain.memory import TOPICS
from pawsona.minds.llm.fence import fenced, fenced_list
from pawsona.minds.llm.told.talk import owed
from pawsona.minds.llm.told.who import dialogue, hours, who
from pawsona.skills.acts import ReconcileInput
from pawsona.skills.memory import MemoryGreetInput, RewriteInput, SummariseInput


def summarise(given: SummariseInput) -> Mapping[str, str]:
    """Messages and what is known are numbered: the answer names its sources by these numbers."""
    return {
        **who(given.context),
        "dialogue": dialogue(given.dialogue, given.context, numbered=True),
        "known": fenced_list((memory.text for memory in given.known), numbered=True),
        "topics": ", ".join(TOPICS),
    }


def rewrite(given: RewriteInput) -> Mapping[str, str]:
    return {**who(given.context), "memories": fenced_list((m.text for m in given.memories), numbered=True)}


def greet(given: MemoryGreetInput) -> Mapping[str, str]:
    away = hours(given.away_hours, given.context.language) if given.away_hours >= 1 else ""
    return {**who(given.context), "memories": fenced_list(m.text for m in given.memories), "away": away,
        "due": owed(given.due, given.context) if given.due else "",
    }  # fmt: skip


def reconcile(given: ReconcileInput) -> Mapping[str, str]:
    near = fenced_list((memory.text for memory in given.near), numbered=True)
    return {**who(given.context), "draft": fenced(given.draft.text), "near": near}
