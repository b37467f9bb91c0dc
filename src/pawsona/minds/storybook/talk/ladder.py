"""The ladder of replies: the first rung that has something to say speaks; then the reply is put together.

Order after facts: gates, what it is to remember, what they ask of themselves, the pet's own question, the story's
questions, memory, what only goes along, a goodbye behind news, a theme beyond doubt, acts, talk to the pet by theme,
games, opinions, answers by kind of question, a plain fact that is told, a theme that is surely meant, something known
that was touched, situations, more of the theme, a theme that is likely, forms, events, words that a message is about,
likeness, the frame, listening. "I don't understand" is for gibberish only.
"""

from collections.abc import Callable

from pawsona.minds.storybook.talk import (
    acts,
    answers,
    asked,
    continuing,
    frames,
    gates,
    happenings,
    kinds,
    mirror,
    moves,
    noting,
    opinions,
    parting,
    picks,
    recollection,
    sources,
    theme,
    weaving,
)
from pawsona.minds.storybook.talk.turn import Said, Turn

Rung = Callable[[Turn], Said | None]


def _sure(turn: Turn) -> Said | None:
    return frames.likeness(turn, frames.SURE)


def _likely(turn: Turn) -> Said | None:
    return frames.likeness(turn, frames.LIKELY)


def _meant(turn: Turn) -> Said | None:
    """What it means beyond doubt, whatever words stand in it: the nearer of an act and an opinion."""
    first, second = (acts.alike, acts.SURE), (opinions.alike, opinions.SURE)
    if turn.nearest("opinion")[1] > turn.nearest("act")[1]:
        first, second = second, first
    return first[0](turn, first[1]) or second[0](turn, second[1])


def _called(turn: Turn) -> Said | None:
    """What the app decided before: the honest answer, a promise, a changed plan."""
    given = turn.given
    if given.asked_if_ai:
        return acts.named(turn, "are_you_ai")
    if given.promised is not None:
        turn.slots["what"] = given.promised.text.rstrip(".。?？")
        bell = turn.book.acts["no_bell"].cues.find(turn.text) is not None
        return acts.named(turn, "promised_no_bell" if bell else "promised")
    if given.change is not None:
        turn.slots["item"] = given.change.label
        return acts.named(turn, "changed")
    return None


_GENERAL: tuple[Rung, ...] = (
    _called,
    moves.third_language,
    gates.gates,
    noting.entrusted,
    acts.first,
    recollection.inquired,
    asked.pending,
    asked.faq,
    picks.pick,
    sources.knowledge,
    recollection.recollection,
    continuing.again,
    continuing.goes_along,
    parting.parting,
    theme.certain,
    acts.acts,
    opinions.cued,
    theme.asked,
    _meant,
    continuing.played,
    opinions.opinion,
    acts.loose,
    acts.alike,
    opinions.alike,
    moves.sign,
    frames.asking_form,
    recollection.of_theirs,
    answers.answer,
    noting.noted,
    theme.sure,
    weaving.weave,
    frames.situation,
    frames.follow,
    continuing.answered,
    _sure,
    theme.still,
    theme.likely,
    frames.form,
    frames.grave_frame,
    theme.more,
    frames.sole_event_form,
    mirror.mirror,
    frames.event_form,
    happenings.named,
    continuing.added,
    frames.hook,
    _likely,
    happenings.event,
    happenings.vague,
    frames.frame,
    kinds.kind,
    frames.weak_hook,
    moves.question,
)
_AT = _GENERAL.index(acts.acts)
_NOTE: tuple[Rung, ...] = (*_GENERAL[:_AT], sources.note_touched, acts.acts, sources.note_once, *_GENERAL[_AT + 1 :])
_RETRIEVE: tuple[Rung, ...] = (_called, moves.third_language, gates.gates, sources.retrieved)


def _day(turn: Turn) -> Said | None:
    """Skill `chat.routine`: whatever was asked, it is about the pet's day."""
    if turn.heavy:
        return None
    return acts.named(turn, "day_any" if turn.story.happened else "day_now")


_ROUTINE: tuple[Rung, ...] = (*_GENERAL[: _AT + 1], _day, *_GENERAL)
_LADDERS = {"note.chat": _NOTE, "note.retrieve": _RETRIEVE, "chat.routine": _ROUTINE}


def climb(turn: Turn) -> Said:
    """What to say; there is always something.

    Raises:
        ThemesWanted: it stopped at a rung that needs them, and goes on from there when it is asked again.
    """
    ladder = _LADDERS.get(turn.skill, _GENERAL)
    for rung in ladder[turn.climbed :]:
        said = rung(turn)
        if said is not None:
            return said
        turn.climbed += 1
    return moves.listen(turn)
