"""The language model as a mind: prompt, call, answer, and a record of what it cost."""

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar, cast

from pawsona.domain.call import Call
from pawsona.domain.message import Trace
from pawsona.domain.ports import Clock
from pawsona.errors import InvalidOutputError, MindError, TooLongError
from pawsona.minds.llm.answers import ANSWERS, Answer
from pawsona.minds.llm.budget import fitted, settled
from pawsona.minds.llm.client import Client, Usage, unsaid
from pawsona.minds.llm.conversation import conversation
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.llm.opening import opened
from pawsona.minds.llm.prompt import Form, Prompt
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.llm.refusals import Refusals
from pawsona.minds.llm.spoken import Spoken
from pawsona.minds.llm.tokenizing import measuring
from pawsona.minds.llm.tokens import Tokens
from pawsona.minds.llm.tongue import ChangedError, LanguageError
from pawsona.minds.llm.trouble import Refused
from pawsona.skills import Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply
from pawsona.skills.context import Context

logger = logging.getLogger(__name__)

In = TypeVar("In")
Out = TypeVar("Out")

Group = Literal["talk", "night", "judge"]
Record = Callable[[Call], Awaitable[None]]

NIGHT = frozenset({
    "memory.summarise", "memory.rewrite", "memory.reconcile", "routine.outline", "routine.schedule", "routine.detail",
    "routine.details", "day.direct", "friend.create",
})  # fmt: skip
"""What the night's model performs; judging has its own, and all else is talk."""
READ = frozenset({
    "memory.summarise", "memory.rewrite", "memory.reconcile", "note.extract", "note.intent", "judge", "affect.read",
    "strategy.choose", "promise.find", "plan.change", "care.classify",
})  # fmt: skip
"""What is read or judged, and so asked at temperature 0."""
_MARGIN = 32
"""Tokens for what a chat template puts around messages."""


def group_of(skill: str) -> Group:
    """Which model performs a skill."""
    return "judge" if skill == "judge" else "night" if skill in NIGHT else "talk"


async def unrecorded(call: Call) -> None:
    """Where nobody counts."""


@dataclass(frozen=True)
class _Asked:
    """A request that is ready to go."""

    context: Context
    prompt: Prompt
    answer: Answer
    chat: list[dict[str, str]]

    @property
    def length(self) -> int:
        return sum(len(message["content"]) for message in self.chat)


class LanguageModel:
    """Performs every skill and act with models of any OpenAI-compatible server.

    Args:
        clients: by group; `talk` also serves a group that is not named.
        prompts: what they are asked with.
        clock: the moment of a call.
        record: told of every call.
        counter: counts tokens for a model; more than one mind may share it.
    """

    def __init__(
        self,
        clients: Mapping[Group, Client],
        prompts: Prompts,
        clock: Clock,
        record: Record = unrecorded,
        counter: Callable[[Endpoint], Tokens] = lambda endpoint: Tokens(endpoint.tokenizer),
    ) -> None:
        self._clients = clients
        self._prompts = prompts
        self._clock = clock
        self._record = record
        self._tokens = {client: counter(client.endpoint) for client in clients.values()}
        self._forms: dict[Client, int] = {}
        self._refusals = Refusals()

    @property
    def name(self) -> str:
        return f"llm:{self._clients['talk'].endpoint.model}"

    async def perform(
        self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: InvalidOutputError | None = None
    ) -> Out:
        """Do it once.

        Raises:
            InvalidOutputError: the answer has another form than the one asked for.
            MindError: there was no answer.
        """
        client, usage = self._client(skill.name), Usage()
        while True:
            asked, step = self._ask(skill.name, given, client, broken), self._forms.get(client, 0)
            kind = (client, asked.prompt.skill, asked.prompt.language)
            self._refusals.check(kind, asked.length)
            try:
                options, awaited = self._options(skill.name, asked.answer, client), group_of(skill.name) == "talk"
                async with self._measuring(client):
                    text = await client.complete(asked.chat, usage, awaited=awaited, **options)
                self._refusals.answered(kind, asked.length)
                unsaid(text, usage, client.endpoint)
                break
            except Refused as error:
                if not self._stepped_down(client, error, step):
                    await self._recorded(asked, client, usage, "failed")
                    if error.too_long:
                        self._refusals.refused(kind, asked.length)
                        raise TooLongError(str(error), refused=True) from None
                    raise
            except MindError:
                await self._recorded(asked, client, usage, "failed")
                raise
        try:
            out = asked.answer.read(skill.name, text, given)
        except InvalidOutputError:
            await self._recorded(asked, client, usage, "unreadable", text)
            raise
        problems = skill.problems(given, out, profile)
        outcome = "language" if any(p.endswith(_NOT_IN) for p in problems) else "invalid" if problems else "ok"
        await self._recorded(asked, client, usage, outcome, text)
        return cast(Out, out)

    async def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        """The reply as it comes; a reply that begins in another language is asked for once more."""
        try:
            async with aclosing(self._spoken(skill.name, given, None)) as pieces:
                async for piece in pieces:
                    yield piece
            return
        except InvalidOutputError as error:
            broken = error
        async with aclosing(self._spoken(skill.name, given, broken)) as pieces:
            async for piece in pieces:
                yield piece

    async def _spoken(self, skill: str, given: ChatInput, broken: InvalidOutputError | None) -> AsyncGenerator[Piece]:
        """One attempt at a reply; refused, if at all, before its first piece."""
        client = self._client(skill)
        asked, usage = self._ask(skill, given, client, broken), Usage()
        said, outcome, spoken = "", "stopped", Spoken(given)
        options = {**self._options(skill, asked.answer, client), "stop": _stops(given.context)}
        stream = client.stream(asked.chat, usage, eager=lambda: not spoken.begun, **options)
        context = given.context
        pieces = opened(stream, context.language, context.pet.name, names=context.names, either=spoken.either)
        try:
            async with self._measuring(client), aclosing(pieces) as parts:
                async for part in parts:
                    said += part
                    if text := spoken.next(part):
                        yield Piece(text)
            if text := spoken.rest():
                yield Piece(text)
            unsaid(said, usage, client.endpoint)
            outcome = "ok" if said.strip() else "unreadable"
            yield Piece("", Trace(state={"prompt": asked.prompt.version}))
        except LanguageError as error:
            outcome = "language"
            raise InvalidOutputError(skill, [str(error)]) from None
        except MindError as error:
            outcome = "language" if isinstance(error, ChangedError) else "failed"
            raise
        finally:
            await self._recorded(asked, client, usage, outcome, said)

    def _measuring(self, client: Client) -> AbstractAsyncContextManager[None]:
        return measuring(self._tokens[client], client.endpoint, self._prompts)

    def _client(self, skill: str) -> Client:
        return self._clients.get(group_of(skill)) or self._clients["talk"]

    def _ask(self, skill: str, given: Any, client: Client, broken: InvalidOutputError | None) -> _Asked:
        context: Context = given.context if hasattr(given, "context") else given.day.context
        prompt, answer = self._prompts.of(skill, context.language), ANSWERS[skill]
        form = self._form(client, answer)
        if isinstance(given, ChatInput):
            given = replace(given, history=settled(given.history))
        chat = conversation(prompt, skill, given, form, broken)
        room = client.endpoint.context - answer.most - _MARGIN
        if self._size(client, chat) > room:
            fits = fitted(given, lambda less: self._size(client, conversation(prompt, skill, less, form, broken)), room)
            chat = conversation(prompt, skill, fits, form, broken)
        return _Asked(context, prompt, answer, chat)

    def _size(self, client: Client, chat: list[dict[str, str]]) -> int:
        return self._tokens[client].count("\n".join(message["content"] for message in chat))

    def _form(self, client: Client, answer: Answer) -> Form:
        return "text" if answer.schema is None or self._structured(client) == "text" else "json"

    def _structured(self, client: Client) -> str:
        named = client.endpoint.structured
        return _STEPS[self._forms.get(client, 0)] if named == "auto" else named

    def _stepped_down(self, client: Client, error: Refused, step: int) -> bool:
        """A server that knows no schemas is asked for JSON, then for lines; it is remembered for this run."""
        if client.endpoint.structured != "auto" or step + 1 == len(_STEPS) or not _about_form(error):
            return False
        if self._forms.get(client, 0) > step:  # another call was refused meanwhile, and has stepped down
            return True
        self._forms[client] = step + 1
        logger.info("the model server knows no %s; %s is asked for", _STEPS[step], _STEPS[step + 1])
        return True

    def _options(self, skill: str, answer: Answer, client: Client) -> dict[str, Any]:
        options: dict[str, Any] = {
            "max_tokens": answer.most,
            "temperature": 0.0 if skill in READ else client.endpoint.temperature,
        }
        structured = self._structured(client)
        if answer.schema is None or structured == "text":
            return options
        schema = {"name": answer.name, "schema": answer.schema, "strict": True}
        kinds = {"json_schema": {"type": "json_schema", "json_schema": schema}, "json_object": {"type": "json_object"}}
        return {**options, "response_format": kinds[structured]}

    async def _recorded(self, asked: _Asked, client: Client, usage: Usage, outcome: str, said: str = "") -> None:
        tokens, sent = self._tokens[client], "\n".join(message["content"] for message in asked.chat)
        counted = usage.tokens_in > 0
        if counted:
            known = tokens.cut_at
            tokens.learn(sent, usage.tokens_in)
            if tokens.cut_at and not known:
                logger.warning("%s read %d tokens of a longer prompt: its server's context is too small",
                               client.endpoint.model, tokens.cut_at)  # fmt: skip
        await self._record(
            Call(
                bond=asked.context.pet.bond,
                at=self._clock.now(),
                skill=asked.prompt.skill,
                prompt=asked.prompt.version,
                model=client.endpoint.model,
                tokens_in=usage.tokens_in if counted else tokens.count(sent) if outcome != "failed" else 0,
                tokens_cached=usage.tokens_cached,
                tokens_out=usage.tokens_out if counted else tokens.count(said),
                first_ms=usage.first_ms,
                ms=usage.ms,
                retries=usage.retries,
                outcome=outcome,
                counted=counted,
            )
        )


_STEPS = ("json_schema", "json_object", "text")
_NOT_IN = (" is not in Chinese", " is not in English")


def _about_form(error: Refused) -> bool:
    return any(word in error.about for word in ("response_format", "json_schema", "json_object", "schema", "grammar"))


def _stops(context: Context) -> list[str]:
    """Where a model begins to write the person's part as well."""
    return [f"\n{context.person.name}{colon}" for colon in (":", "：")]
