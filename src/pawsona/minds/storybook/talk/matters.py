"""Which situation a text speaks of, and what that means: whether it hurts, whether it bears a joke."""

from pawsona.minds.storybook.feelings import Feeling
from pawsona.minds.storybook.talk.book import TalkBook
from pawsona.minds.storybook.talk.entries import Situation

_GRAVE = ("grief", "breakup", "illness")


def situation_in(book: TalkBook, text: str, feeling: Feeling, trouble: bool) -> Situation | None:
    """The first situation whose cue holds; what happens to a friend is not what happens to me."""
    felt = feeling.affect.valence or (-1 if trouble else 0)
    for situation in book.situations.values():
        mine = situation.target != "me" or feeling.whose == "me"
        if mine and not clashes(situation, felt) and situation.cues.find(text):
            return situation
    return None


def is_grave(situation: str) -> bool:
    """Whether a situation, by its name, bears no jokes."""
    return situation.startswith(_GRAVE)


def clashes(situation: Situation, felt: int) -> bool:
    """Good news is not sad, and bad news is not glad: then it was another thing that the words meant."""
    return (situation.valence, felt) in {("neg", 1), ("pos", -1)}


def hurts(situation: Situation | None) -> bool:
    """Whether it is a bad thing that happened."""
    return situation is not None and situation.valence == "neg"
