"""What a turn of talk tells whoever shows it, in order: heard, notices, sentences, done - or crisis."""

from dataclasses import dataclass
from typing import Literal

from pawsona.care.crisis import CrisisReply
from pawsona.domain.affect import Affect
from pawsona.domain.memory import Recalled
from pawsona.domain.message import Message, Strategy, Tier


@dataclass(frozen=True)
class Heard:
    """The person's message is on disk."""

    message: Message


NoticeKind = Literal["disclosure", "break", "limit", "age", "people", "follow_up", "help", "news"]


@dataclass(frozen=True)
class Notice:
    """A line that the app says, not the pet: what it is talking to, a break."""

    text: str
    kind: NoticeKind = "news"


@dataclass(frozen=True)
class Sentence:
    """A checked sentence; it is never taken back."""

    text: str


@dataclass(frozen=True)
class Done:
    """The reply is on disk."""

    message: Message
    strategy: Strategy
    affect: Affect
    tier: Tier
    recalled: tuple[Recalled, ...] = ()
    whole: bool = True
    """False: the model broke off; what was said until then stays."""


@dataclass(frozen=True)
class Crisis:
    """The persona stepped aside; help is shown instead of a reply."""

    message: Message
    reply: CrisisReply
    tier: Tier


TurnEvent = Heard | Notice | Sentence | Done | Crisis
