"""A question as a person says it in a chat: what minds and companions are given."""

from typing import Any

from pawsona.domain.language import Language

PROFILE = "ipet"
"""Whose lengths hold for a reply; MoodBench says nothing of them."""
_COMPANION = {
    "en": {"name": "Miso", "kind": "cat", "personality": "A calm and attentive cat."},
    "zh": {"name": "豆豆", "kind": "cat", "personality": "一只安静、细心的猫。"},
}
_PERSON = {"en": {"name": "Ana", "about": ""}, "zh": {"name": "小安", "about": ""}}


def instance(id_: str, language: Language, prompt: str) -> dict[str, Any]:
    """A prompt in the open set's form: one message, no history, no memories."""
    return {
        "id": id_, "language": language, "skill": "chat.general",
        "companion": _COMPANION[language], "person": _PERSON[language],
        "now": "2026-01-17T19:20", "input": {"message": prompt, "history": [], "memories": []},
    }  # fmt: skip
