"""The storybook: a mind of authored content. No model, no network; the same pet, day and history say the same."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar, cast

from pawsona.domain.language import Language
from pawsona.domain.ports import Embedder, Vector
from pawsona.errors import InvalidOutputError, MindError
from pawsona.minds.storybook import choosing, feelings, greeting, notes, promising, remembering
from pawsona.minds.storybook.days import DAYS
from pawsona.minds.storybook.judging import Listener, judged
from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.clauses import parts_of
from pawsona.minds.storybook.talk.likeness import Reading
from pawsona.minds.storybook.talk.meaning import MODEL, in_english
from pawsona.minds.storybook.talk.reply import reply_as_needed, reply_to
from pawsona.skills import Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply
from pawsona.skills.memory import SummariseInput

In = TypeVar("In")
Out = TypeVar("Out")

_TALKING = ("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve")
AT_ONCE = 300
"""Characters of a message, in this talk too, above which a reply is made in a thread: others are talking as well."""
_SENTENCE = re.compile(r".+?(?:[.!?]+(?=\s)\s*|[。！？…]+|$)", re.DOTALL)


def _plain(function: Callable[[Any], Any]) -> Callable[[Any, Profile], Any]:
    return lambda given, profile: function(given)


_TALK: Mapping[str, Callable[[Any, Profile], Any]] = MappingProxyType(
    {
        "affect.read": _plain(feelings.read_affect),
        "strategy.choose": _plain(choosing.choose_strategy),
        "care.classify": _plain(choosing.classify),
        "judge": _plain(choosing.judge),
        "promise.find": _plain(promising.find_promises),
        "plan.change": _plain(promising.change_plan),
        "memory.reconcile": _plain(remembering.reconcile),
        "memory.summarise": remembering.summarise,
        "memory.rewrite": remembering.rewrite,
        "memory.greet": _plain(greeting.greet_with_memory),
        "routine.greet": _plain(greeting.greet_with_item),
        "routine.feedback": _plain(greeting.answer_feedback),
        "note.extract": _plain(notes.extract),
        "note.intent": _plain(notes.intent),
        "note.greet": _plain(greeting.greet_with_note),
    }
)


def warm(language: Language) -> None:
    """Read a language's content now, so that the first reply needn't wait for it."""
    talk_book(language)
    library(language)


class Storybook:
    """Performs all skills and acts, in English and Chinese.

    Args:
        embedder: where it understands English, what is said is also compared by meaning.
        listener: where there is one, it is heard on what is worth remembering.
        themes: makes the vectors that themes are found by; without it they are found by spelling.
    """

    name = "storybook"

    def __init__(
        self, embedder: Embedder | None = None, listener: Listener | None = None, themes: Reading | None = None
    ) -> None:
        self._embedder = embedder if embedder and embedder.name.startswith(MODEL) else None
        self._listener = listener
        self._themes = themes

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        """Do it once; a refused answer would only come again, so a repair is the same answer.

        Raises:
            MindError: it does not know the skill.
        """
        if skill.name in _TALKING:
            return cast(Out, await self._reply(cast(ChatInput, given), skill.name))
        work = _TALK.get(skill.name) or DAYS.get(skill.name)
        if work is None:
            raise MindError(f"the storybook does not know {skill.name!r}")
        done = work(given, profile)
        if skill.name == "memory.summarise" and self._listener is not None:
            done = await judged(done, cast(SummariseInput, given), self._listener)
        return cast(Out, done)

    async def _reply(self, given: ChatInput, skill: str) -> Reply:
        if not given.message.strip():
            return reply_to(given, skill)
        vector = await self._vector(given)
        if any(len(text) > AT_ONCE for text in (given.message, *(said.text for said in given.history))):
            return await asyncio.to_thread(reply_to, given, skill, vector, await self._of_themes(given))
        return await reply_as_needed(given, skill, vector, partial(self._of_themes, given))

    async def _vector(self, given: ChatInput) -> Vector | None:
        """Of an English message, which recall has asked for already."""
        if self._embedder is None or given.context.language != "en":
            return None
        [found] = await self._embedder.embed([given.message])
        return found

    async def _of_themes(self, given: ChatInput) -> dict[str, Vector]:
        """Of the message and its clauses, by their text, as themes are found by them."""
        if self._themes is None:
            return {}
        english = {text: in_english(text) for text in parts_of(given)}
        texts = [text for text, meaning in english.items() if meaning]
        return dict(zip(texts, await self._themes.embed([english[text] for text in texts]), strict=True))

    async def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        """The reply sentence by sentence; the last piece carries the trace."""
        reply = await self._reply(given, skill.name)
        pieces = _SENTENCE.findall(reply.text) or [reply.text]
        for piece in pieces[:-1]:
            yield Piece(piece)
        yield Piece(pieces[-1], reply.trace)
