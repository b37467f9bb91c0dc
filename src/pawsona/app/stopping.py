"""Stop: who hears a reply ends it, in whichever process it is made.

Another process learns of it as open pages learn of a day: from the board in the store, within a second.
"""

from collections.abc import Mapping

from pawsona.app.home import Home
from pawsona.app.news import News
from pawsona.domain.ids import Bond, MessageId, PersonId, PetId
from pawsona.errors import NotFoundError


async def stop(home: Home, bond: Bond, message: MessageId) -> None:
    """End the reply to a message at the model. What was shown of it stays; where nothing is being said nothing happens.

    Raises:
        NotFoundError: there is no such message.
    """
    if home.dialogue.answering.end(bond, message):
        return
    if await home.store.talk.message(bond, message) is None:
        raise NotFoundError(f"there is no message {message!r}")
    home.news.tell(bond.person, News("stop", {"pet": bond.pet, "message": message}))
    await home.news.look()  # it is on the board before anybody can ask for the reply again


def listen(home: Home) -> None:
    """End here what is asked for elsewhere."""

    def hush(person: PersonId, data: Mapping[str, str]) -> None:
        home.dialogue.answering.end(Bond(person, PetId(data["pet"])), MessageId(data["message"]))

    home.news.hush = hush
