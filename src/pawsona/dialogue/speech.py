"""What a reply has shown so far: each sentence checked before it is shown, none taken back."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

from pawsona.care.after import REVIEWED
from pawsona.care.guard import Guard
from pawsona.care.scene import Scene
from pawsona.dialogue.sentences import Sentences
from pawsona.domain.language import Language
from pawsona.domain.message import Trace

logger = logging.getLogger(__name__)

ASKED = 0.02
"""Seconds after which a language model has its request, and most have not said anything."""


@dataclass
class Speech:
    """Grows with the sentences of one reply. It shows no words: the loop logs what it calls when that fails."""

    language: Language
    scene: Scene = field(default_factory=Scene, repr=False)
    shown: str = field(default="", repr=False)
    trace: Trace = field(default=Trace(), repr=False)
    whole: bool = False
    """The mind came to its end; what a reply that broke off was to bring up is still to be brought up."""

    @cached_property
    def _guard(self) -> Guard:
        return Guard(self.language, self.scene)

    @asynccontextmanager
    async def prepared(self) -> AsyncIterator[None]:
        """Make what checks the sentences soon: while a mind thinks of the first, rather than before it is asked."""
        soon = asyncio.get_running_loop().call_later(ASKED, self._prepare)
        try:
            yield
        finally:
            soon.cancel()

    def _prepare(self) -> None:
        with suppress(Exception):  # it is raised again where a sentence is checked, and told there
            _ = self._guard

    @property
    def waits(self) -> bool:
        """Nothing is shown before the mind came to its end, or broke off; then something is."""
        return self._guard.waits

    @property
    def mind(self) -> str | None:
        """Who wrote what is shown; None where the mind didn't say who it is."""
        return REVIEWED if self._guard.stood_in else self.trace.fallback or self.trace.mind

    @property
    def replaced(self) -> list[str]:
        """What sentences did that may not be shown, which were shown in other words."""
        return list(dict.fromkeys(fault.mark for fault in self._guard.faults))

    def next(self, sentence: str) -> str:
        """What is shown for a sentence: itself, other words for it, or nothing."""
        text = self._guard.next(sentence)
        self.shown += text
        return text

    def rest(self) -> str:
        """What the rules ask for at the end, if the reply doesn't have it."""
        if self.replaced:
            logger.warning("a reply was mended: %s", ", ".join(self.replaced))
        text = self._guard.rest()
        return self.add(text) if text else ""

    def add(self, text: str) -> str:
        """Words of the app's own at the end; with a space before them where the language needs one."""
        if self.language == "en" and self.shown and not self.shown[-1].isspace():
            text = f" {text}"
        self.shown += text
        return text


def checked(text: str, language: Language, scene: Scene) -> str:
    """What is said outside a turn, each of its sentences checked as in one.

    Args:
        text: a greeting, a reaction, what is pushed to a page.
        language: the person's.
        scene: what it is said into; the pet speaks unasked.
    """
    speech, cutter = Speech(language, replace(scene, unasked=True)), Sentences()
    for sentence in [*cutter.feed(text), cutter.rest()]:
        speech.next(sentence)
    speech.rest()
    return speech.shown.strip()
