"""A message that was taken in, with all that its answer goes by."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pawsona.care.scene import Scene
from pawsona.care.screen import Reading
from pawsona.dialogue.asking import Asking
from pawsona.dialogue.background import Ahead
from pawsona.dialogue.wellbeing import Heeded
from pawsona.domain.ids import MessageId
from pawsona.domain.message import Message, Session
from pawsona.skills.chat import ChatInput


@dataclass(frozen=True)
class Taken:
    """Screened, stored, and to be answered."""

    session: Session
    message: Message
    before: list[Message]
    reading: Reading
    heeded: Heeded | None = None
    """None where an earlier message is answered again: it was heeded then."""
    follows: bool = False
    """A hard moment, to be asked after."""
    ahead: Ahead | None = None
    """What was looked up for its reply meanwhile."""
    asking: Asking | None = None
    """The mind that was asked for it meanwhile."""

    def reply(self, id_: MessageId, text: str, at: datetime) -> Message:
        """The pet's message of this turn, to be filled in."""
        bond, session = self.message.bond, self.session.id
        return Message(id=id_, bond=bond, session=session, role="pet", text=text, at=at, answers=self.message.id)

    def scene(self, around: Scene, given: ChatInput) -> Scene:
        """What care checks the reply against.

        Args:
            around: of the person, whatever they said.
            given: what the reply draws on.
        """
        return replace(
            around,
            said=self.message.text,
            reading=self.reading,
            affect=given.affect,
            before=tuple(within(self.before, self.session)),
            promised=given.promised is not None or given.due is not None,
            asked_if_ai=given.asked_if_ai,
        )


def within(before: Sequence[Message], session: Session) -> list[Message]:
    """Of earlier messages, those of a session."""
    return [message for message in before if message.session == session.id]
