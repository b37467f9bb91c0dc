"""The storybook, asked as if a person said the question in a chat."""

from pawsona.bench.live.mind import answered
from pawsona.bench.moodbench.chat import PROFILE, instance
from pawsona.bench.moodbench.item import Item
from pawsona.bench.open.instance import Instance
from pawsona.errors import MindError
from pawsona.minds.storybook.mind import Storybook


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
