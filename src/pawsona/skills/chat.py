"""The five talking skills, which take one `ChatInput`: iPET eq. 1, R = LLM(I_R, H, T1, T2, T3, P, U, M)."""

from collections.abc import Iterator
from dataclasses import dataclass

from pawsona.domain.affect import Affect
from pawsona.domain.day import Change, Day
from pawsona.domain.ids import MemoryId
from pawsona.domain.known import Known
from pawsona.domain.memory import Recalled
from pawsona.domain.message import Message, Strategy, Tier, Trace
from pawsona.domain.note import Note, Passage
from pawsona.domain.promise import Promise
from pawsona.skills.context import Context
from pawsona.skills.contract import Skill
from pawsona.skills.profiles import Profile
from pawsona.skills.rules import within, written


@dataclass(frozen=True, kw_only=True)
class ChatInput:
    """Everything a turn of talk may draw on. `message` is what the person just said, not yet in `history`."""

    context: Context
    message: str
    history: tuple[Message, ...] = ()
    today: Day | None = None
    """T1, T2, T3."""
    tomorrow: Day | None = None
    memories: tuple[Recalled, ...] = ()
    """M. Empty means: nothing is known about this, and the reply must not claim otherwise."""
    near: tuple[Recalled, ...] = ()
    """What lies near without being sure: never an answer, at most what a reply may come back to."""
    known: Known = Known()
    """Where the person may ask about themselves: all that they told, whether the message is near to it or not."""
    affect: Affect = Affect()
    strategy: Strategy = "chit-chat"
    knowledge: tuple[Passage, ...] = ()
    """K; a knowledge answer names the passage's source, or says that it does not know."""
    note: Note | None = None
    """The note at hand."""
    passages: tuple[Passage, ...] = ()
    """What a search among the person's notes found (`note.retrieve`)."""
    due: Promise | None = None
    """A promise to bring up in this reply, once."""
    promised: Promise | None = None
    """What this message made the pet promise: the reply says yes to it."""
    change: Change | None = None
    """The plan that this message changed: the reply agrees to it."""
    tier: Tier = Tier.none
    attachment: bool = True
    """The Secure Attachment Persona is on; a model is told its rules."""
    asked_if_ai: bool = False
    """The person sincerely asks whether they talk to a machine: the reply must say that it is an AI."""

    def told(self, trace: Trace) -> tuple[MemoryId, ...]:
        """The memories that a reply was given, and of all that is known those that its trace names."""
        recalled = [one.memory.id for one in self.memories if one.memory is not None]
        named = [memory.id for memory in self.known.memories if f"mem:{memory.id}" in trace.lines]
        return tuple(dict.fromkeys((*recalled, *named)))


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What the pet says."""

    text: str
    trace: Trace = Trace()


@dataclass(frozen=True)
class Piece:
    """A piece of a streamed reply; the last one may carry the trace."""

    text: str
    trace: Trace | None = None


def _rules(given: ChatInput, answer: Reply, profile: Profile) -> Iterator[str]:
    language = given.context.language
    yield from written(answer.text, "reply", language, given.context.names)
    yield from within(answer.text, "reply", language, profile.reply)
    if given.asked_if_ai and not any(word in answer.text for word in ("AI", "人工智能", "program", "程序")):
        yield "the reply does not say that it is an AI although the person asked"


def _talking(name: str) -> Skill[ChatInput, Reply]:
    return Skill(name, ChatInput, Reply, _rules, streamed=True)


CHAT_GENERAL = _talking("chat.general")
CHAT_SUPPORT = _talking("chat.support")
CHAT_ROUTINE = _talking("chat.routine")
NOTE_CHAT = _talking("note.chat")
NOTE_RETRIEVE = _talking("note.retrieve")
