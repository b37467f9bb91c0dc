"""What the pet can say of its own day at this moment: doing now, told of today, planned next, and questions on it."""

from dataclasses import dataclass, field

from pawsona.domain.day import Day, Item
from pawsona.domain.language import Language
from pawsona.minds.storybook.story import Told, story_of
from pawsona.skills.chat import ChatInput


@dataclass(frozen=True)
class Story:
    """Facets of the day around the clock; empty texts where there is nothing to say."""

    now: str = ""
    present: Told | None = None
    """The scene that is going on."""
    plan: str = ""
    kind: str = ""
    happened: tuple[Told, ...] = ()
    """What is over, the day's own story first, then the latest."""
    done: tuple[str, ...] = field(default_factory=tuple)
    """Labels of what is over, latest first: for days that another mind wrote."""


def _sentence(text: str, language: Language) -> str:
    stripped = text.strip()
    if not stripped or stripped[-1] in ".!?。！？…":
        return stripped
    return stripped + ("。" if language == "zh" else ".")


def _over(day: Day, told: Told, index: int) -> bool:
    """An item is over when the next has begun; a story when its last scene is under way."""
    last = max(told.items, default=len(day.items))
    return last < index or (told.story is not None and last <= index)


def _next(day: Day, index: int, tomorrow: Day | None) -> Item | None:
    rest = [item for item in day.items[index + 1 :] if item.kind != "sleep"] or list(day.items[index + 1 :])
    if rest:
        return rest[0]
    return tomorrow.items[0] if tomorrow and tomorrow.items else None


def story_at(given: ChatInput) -> Story:
    """The facets at `given.context.now`."""
    day, language = given.today, given.context.language
    if day is None or not day.items:
        return Story()
    moment = given.context.now.time().replace(tzinfo=None)
    index = max((n for n, item in enumerate(day.items) if item.at <= moment), default=-1)
    item = day.items[index] if index >= 0 else None
    names = {"P": given.context.pet.name, "U": given.context.person.name}
    everything = story_of(day, language, names)
    told = [t for t in everything if t.tell and _over(day, t, index)]
    arc, scenes = [t for t in told if t.story], [t for t in told if not t.story]
    coming = _next(day, index, given.tomorrow)
    return Story(
        now=_sentence(item.short or item.label, language) if item else "",
        present=next((t for t in everything if index in t.items), None),
        plan=coming.label if coming else "",
        kind=item.kind if item else "sleep",
        happened=(*arc, *reversed(scenes)),
        done=tuple(i.label for i in reversed(day.items[: max(index, 0)])),
    )


def facet_slots(story: Story, told_already: frozenset[str]) -> dict[str, str]:
    """The story's places; what was told in this session yields to what was not."""
    fresh = [t for t in story.happened if f"told:{t.line}" not in told_already] or list(story.happened)
    slots = {"now": story.now, "plan": story.plan}
    if fresh:
        slots |= {"tell": fresh[0].tell.rstrip(".。"), "short": fresh[0].short}
    elif story.now:
        slots["short"] = story.now
    if story.done:
        slots["item"] = story.done[0]
    return slots


def teller(story: Story, told_already: frozenset[str]) -> Told | None:
    """The thing whose facets `facet_slots` gives."""
    return next((t for t in story.happened if f"told:{t.line}" not in told_already), None) or next(
        iter(story.happened), None
    )
