"""A mind or companion that is asked a question as if a person said it in a chat."""

from pawsona.bench.live.mind import answered
from pawsona.bench.moodbench.item import Item
from pawsona.bench.open.instance import Instance
from pawsona.domain.language import Language
from pawsona.errors import MindError
from pawsona.minds.storybook.mind import Storybook

PROFILE = "ipet"
"""Whose lengths hold for a reply; MoodBench says nothing of them."""
_COMPANION = {
    "en": {"name": "Miso", "kind": "cat", "personality": "A calm and attentive cat."},
    "zh": {"name": "豆豆", "kind": "cat", "personality": "一只安静、细心的猫。"},
}
_PERSON = {"en": {"name": "Ana", "about": ""}, "zh": {"name": "小安", "about": ""}}


def instance(id_: str, language: Language, prompt: str) -> dict[str, object]:
    """A prompt in the open set's form: one message, no history, no memories."""
    return {
        "id": id_, "language": language, "skill": "chat.general",
        "companion": _COMPANION[language], "person": _PERSON[language],
        "now": "2026-01-17T19:20", "input": {"message": prompt, "history": [], "memories": []},
    }  # fmt: skip


class Voice:
    """The storybook. It was not written for exams, and says so by its score."""

    def __init__(self) -> None:
        self._mind = Storybook()

    async def say(self, item: Item) -> str | None:
        """Its reply; None where it has none."""
        given = Instance.of(instance(item.id, item.language, item.prompt), item.language)
        try:
            return str(await answered(self._mind, given, PROFILE))
        except MindError:
            return None
