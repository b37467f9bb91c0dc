"""Makes the pet's friends: each of the storybook's profiles is met once, in an order of the pet's own."""

from pawsona.domain.pet import Friend
from pawsona.errors import MindError
from pawsona.minds.storybook.deck import roll
from pawsona.minds.storybook.library import library
from pawsona.skills.acts import FriendInput
from pawsona.skills.profiles import Profile


def create(given: FriendInput, profile: Profile) -> Friend:
    """A friend that the pet does not have yet.

    Raises:
        MindError: it knows everybody in the book.
    """
    context = given.context
    taken = {friend.name for friend in given.known} | {context.pet.name, context.person.name}
    free = [friend for friend in library(context.language).friends if friend.name not in taken]
    if not free:
        raise MindError("the storybook has no friend left whom the pet does not know")
    return min(free, key=lambda friend: roll(context.pet.seed, "friend", friend.name))
