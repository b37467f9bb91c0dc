"""A question as a person says it in a chat: what minds and companions are given."""

from typing import Any

from pawsona.bench.core.suite import Item

PROFILE = "ipet"
"""Whose lengths hold for a reply; MoodBench says nothing of them."""
LIVED = "lived"
_NOW = "2026-01-17T19:20"
_COMPANION = {
    "en": {"name": "Miso", "kind": "cat", "personality": "A calm and attentive cat."},
    "zh": {"name": "豆豆", "kind": "cat", "personality": "一只安静、细心的猫。"},
}
_PERSON = {"en": {"name": "Ana", "about": ""}, "zh": {"name": "小安", "about": ""}}


def instance(item: Item) -> dict[str, Any]:
    """A prompt in the open set's form: one message; and what a whole companion lives before it."""
    lived = item.given.get(LIVED)
    return {
        "id": item.id, "language": item.language, "skill": "chat.general",
        "companion": _COMPANION[item.language], "person": _PERSON[item.language],
        "now": lived["at"] if lived else _NOW, "input": {"message": item.prompt, "history": [], "memories": []},
        LIVED: lived,
    }  # fmt: skip
