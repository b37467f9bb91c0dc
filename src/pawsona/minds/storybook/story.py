"""What the pet can say about a stored day, found again by the line ids in its traces: for talk."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pawsona.domain.day import Day
from pawsona.domain.language import Language
from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.prose import fill
from pawsona.minds.storybook.stock import Answer, Ask, Episode


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One thing of a day that the pet can talk about."""

    line: str
    """The episode's or vignette's line id."""
    items: tuple[int, ...]
    """The items of the day in which it happens: an arc has one or two."""
    tell: str
    """First person, past, without a final stop."""
    short: str
    story: str | None = None
    """The storyline or one-shot; None for a vignette. Answers are stored as `var:<story>:<name>=<value>`."""
    plan: str = ""
    ask: Ask | None = None
    faq: tuple[Answer, ...] = ()
    feel: str | None = None
    """A state of Plutchik's set, for arcs."""


def story_of(day: Day, language: Language, names: Mapping[str, str] | None = None) -> list[Told]:
    """What happened: the day's arc first, then the vignettes in order; empty for a day that another mind wrote.

    Args:
        day: a stored day with its traces.
        language: whose words to use.
        names: slots that are newer than the day: `P`, `U`, thread variables that the person has named since.
    """
    book = library(language)
    slots = {key.removeprefix("slot."): value for key, value in day.trace.state.items() if key.startswith("slot.")}
    slots |= names or {}
    found = [_arc(book.episode[line], day, slots) for line in day.trace.lines if line in book.episode]
    return [*found, *_scenes(day, language, names or {})]


def _arc(episode: Episode, day: Day, slots: Mapping[str, str]) -> Told:
    beats = {beat.line for beat in episode.beats}
    ask = Ask(fill(episode.ask.text, slots), episode.ask.sets) if episode.ask else None
    return Told(
        line=episode.line,
        items=tuple(n for n, item in enumerate(day.items) if beats.intersection(item.trace.lines)),
        tell=fill(episode.tell, slots),
        short=fill(episode.short, slots),
        story=episode.story,
        plan=fill(episode.plan, slots),
        ask=ask,
        faq=tuple(Answer(answer.cues, fill(answer.text, slots)) for answer in episode.faq),
        feel=episode.feel,
    )


def _scenes(day: Day, language: Language, names: Mapping[str, str]) -> Iterator[Told]:
    vignettes = library(language).vignette
    for index, item in enumerate(day.items):
        own = {key.removeprefix("slot."): value for key, value in item.trace.state.items()}
        for line in item.trace.lines:
            if line in vignettes:
                row, slots = vignettes[line], {**own, **names}
                yield Told(line=line, items=(index,), tell=fill(row.tell, slots), short=fill(row.short, slots))
