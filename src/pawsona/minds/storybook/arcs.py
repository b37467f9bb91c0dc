"""Chooses the one thing that happens in a day: an episode of a storyline, a one-shot, or nothing, which is a relief."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from pawsona.domain.day import Reaction
from pawsona.domain.pet import Friend
from pawsona.minds.storybook.deck import draw, roll
from pawsona.minds.storybook.festivals import festival_on
from pawsona.minds.storybook.history import History
from pawsona.minds.storybook.stock import Episode, Library, Scene, Story
from pawsona.skills.routine import DayInput
from pawsona.world.season import season_of

RUNNING = 1
"""Storylines at a time: with two, one keeps the other from the day on which it said it would go on."""
QUIET_EVERY = 7
"""One day in so many is offered as quiet, where no storyline goes on and no feast is kept."""
QUIET_APART = 3
LAVISH_DAYS, THRIFT = 30, 5
"""After so many days only one day in so many begins something new: the library lasts a year, not a quarter."""
REST_DAYS = 180
"""A one-shot may return after half a year; a storyline never does."""
LEEWAY_DAYS = 7
"""What a storyline may lose to the weather, to feasts and to another that is due."""
SPREAD_DAYS, WIDE_DAYS = 9, 24
"""A new storyline begins at the earliest this long after the last, in the first weeks and later: the library is
consumed, not drawn from."""
LIKED: frozenset[Reaction] = frozenset({"pat", "doting", "funny"})
"""Reactions that say more of that."""
WET = frozenset({"rain", "snow"})
INDOORS = frozenset({"home", "friend"})
QUIET = "day=quiet"
"""The line id that marks a day without an arc; ids with "=" may come back on the next day."""


@dataclass(frozen=True, slots=True)
class Arc:
    """The episode of a day with its cast and thread variables bound."""

    episode: Episode
    slots: Mapping[str, str]
    lines: tuple[str, ...]
    """For the trace: the episode, and its cast where it was bound today."""


@dataclass(frozen=True, slots=True)
class _Choice:
    id: str


def scene_of(given: DayInput) -> Scene:
    """What is true on a day at any hour."""
    pet = given.context.pet
    return Scene(weather=given.weather, season=given.season, species=pet.species, personality=pet.personality)


def circle(given: DayInput, library: Library) -> tuple[Friend, ...]:
    """The pet's friends; a pet that has none yet meets some of the storybook's."""
    if given.context.friends:
        return given.context.friends
    seed = given.context.pet.seed
    return tuple(sorted(library.friends, key=lambda friend: roll(seed, "circle", friend.name))[:4])


def choose(given: DayInput, past: History, library: Library) -> Arc | None:
    """The arc of a day, None on a quiet one.

    In this order: the day's feast, an episode that is due, now and then nothing, a new storyline where none runs, a
    one-shot that has rested. Where nothing happens, some small thing may travel through the day: it stays a quiet one.
    """
    scene = scene_of(given)
    episode = _feast(given, past, library, scene) or _due(given, past, library, scene)
    if episode is None and not _is_quiet(given, past):
        episode = _new(given, past, library, scene)
    episode = episode or _thread(given, past, library, scene)
    return bind(episode, given, past, library) if episode else None


def bind(episode: Episode, given: DayInput, past: History, library: Library) -> Arc:
    """Give an episode its friend and its names; both stay as they were at the storyline's first episode."""
    story = library.story_of(episode)
    cast = {} if story.oneshot else past.bound(f"cast:{story.id}:")
    fresh = [role for role in story.cast if role not in cast]
    for role in fresh:
        cast[role] = _cast(role, story, given, past, library)
    names = story.spoken({**story.defaults, **past.bound(f"var:{story.id}:")})
    quiet = (QUIET,) if story.id in library.threads else ()
    lines = (*quiet, episode.line, *(f"cast:{story.id}:{role}={cast[role]}" for role in fresh))
    met = tuple(f"friend={name}" for name in cast.values())
    return Arc(episode, {**names, **cast, "P": given.context.pet.name}, lines + met)


def named(story: Story, past: History) -> dict[str, str]:
    """A storyline's friends and names as they stand, in its own words."""
    names = story.spoken({**story.defaults, **past.bound(f"var:{story.id}:")})
    return {**names, **past.bound(f"cast:{story.id}:")}


def _cast(role: str, story: Story, given: DayInput, past: History, library: Library) -> str:
    names = [_Choice(f"friend={friend.name}") for friend in circle(given, library)]
    key = f"{past.on}:cast:{story.id}:{role}"
    chosen = draw(names, key=key, seed=given.context.pet.seed, today=past.on, ledger=past.used, cooldown=0)
    return chosen.id.removeprefix("friend=") if chosen else library.friends[0].name


def _is_quiet(given: DayInput, past: History) -> bool:
    """Never the first day, and never soon after the last quiet one."""
    last = past.since(QUIET)
    chance = roll(given.context.pet.seed, past.on, QUIET)
    if past.age > LAVISH_DAYS:
        return chance % THRIFT != 0
    if past.is_first or (last is not None and last < QUIET_APART):
        return False
    return chance % QUIET_EVERY == 0


def _fits(episode: Episode, scene: Scene) -> bool:
    return all(beat.guard.allows(scene) for beat in episode.beats)


def _begins(episode: Episode, scene: Scene) -> bool:
    """Whether a story may begin on a day: nothing that says nothing of rain begins outdoors in it."""
    dry = scene.weather not in WET or all(beat.place in INDOORS or beat.guard.weather for beat in episode.beats)
    return dry and _fits(episode, scene)


def _feast(given: DayInput, past: History, library: Library, scene: Scene) -> Episode | None:
    """The story of the day's feast, if it was not told this year."""
    feast = festival_on(past.on, library.festivals)
    if feast is None:
        return None
    told = [
        story
        for story in library.stories.values()
        if story.festival == feast.id and story.allows(scene) and _fits(story.episodes[0], scene)
    ]
    return _drawn(told, "feast", given, past)


def _drawn(shots: Iterable[Story], purpose: str, given: DayInput, past: History) -> Episode | None:
    """The one-shot whose turn it is."""
    found = {story.episodes[0].line: story for story in shots}
    chosen = draw(
        [_Choice(line) for line in found],
        key=f"{past.on}:{purpose}",
        seed=given.context.pet.seed,
        today=past.on,
        ledger=past.used,
        cooldown=REST_DAYS,
    )
    return found[chosen.id].episodes[0] if chosen else None


def _thread(given: DayInput, past: History, library: Library, scene: Scene) -> Episode | None:
    """What travels through a quiet day."""
    threads = library.threads.values()
    fitting = [thread for thread in threads if thread.allows(scene) and _fits(thread.episodes[0], scene)]
    return _drawn(fitting, "thread", given, past)


def _due(given: DayInput, past: History, library: Library, scene: Scene) -> Episode | None:
    """The next episode of the running storyline that has waited longest."""
    waiting: list[tuple[int, int, Episode]] = []
    for story, episode in running(given, past, library.stories.values()):
        waited = past.since(story.episodes[past.told(story) - 1].line) or 0
        if waited >= max(1, episode.gap) and _fits(episode, scene):
            waiting.append((-waited, roll(given.context.pet.seed, past.on, story.id), episode))
    return min(waiting, key=lambda row: row[:2])[2] if waiting else None


def running(given: DayInput, past: History, stories: Iterable[Story]) -> list[tuple[Story, Episode]]:
    """The storylines that have begun and go on, with what comes next in each; out of their season they rest."""
    scene = scene_of(given)
    begun = [story for story in stories if not story.oneshot and past.told(story) > 0 and story.allows(scene)]
    following = ((story, _following(story, given, past)) for story in begun)
    return [(story, episode) for story, episode in following if episode is not None]


def _following(story: Story, given: DayInput, past: History) -> Episode | None:
    """The episode after the last one told: where a reaction sends it, and past those that a choice leaves out."""
    told = past.told(story)
    last = story.episodes[told - 1]
    felt = given.reactions.get(past.used[last.line], frozenset())
    if felt & LIKED:
        told = last.react.get("liked", told + 1) - 1
    elif "dislike" in felt:
        told = last.react.get("disliked", told + 1) - 1
    names = {**story.defaults, **past.bound(f"var:{story.id}:")}
    return next(
        (
            episode
            for episode in story.episodes[told:]
            if all(names.get(key) == value for key, value in episode.only.items())
        ),
        None,
    )


def _new(given: DayInput, past: History, library: Library, scene: Scene) -> Episode | None:
    """The first episode of a storyline, or a one-shot."""
    stories = library.stories.values()
    fitting = [
        story
        for story in stories
        if story.festival is None and story.allows(scene) and _begins(story.episodes[0], scene)
    ]
    lines = [s for s in fitting if not s.oneshot and past.told(s) == 0 and _has_time(s, given)]
    if lines and len(running(given, past, stories)) < RUNNING and _spread(past, library):
        return min(lines, key=lambda story: roll(given.context.pet.seed, "storyline", story.id)).episodes[0]
    return _drawn((story for story in fitting if story.oneshot), "oneshot", given, past)


def _has_time(story: Story, given: DayInput) -> bool:
    """Whether its season lasts long enough for all of it."""
    length = sum(max(1, episode.gap) for episode in story.episodes) + LEEWAY_DAYS
    last = given.context.now.date() + timedelta(days=length)
    return not story.season or season_of(last, given.context.person.time_zone) in story.season


def _spread(past: History, library: Library) -> bool:
    begun = [past.since(story.episodes[0].line) for story in library.stories.values() if not story.oneshot]
    apart = SPREAD_DAYS if past.age <= LAVISH_DAYS else WIDE_DAYS
    return min((days for days in begun if days is not None), default=apart) >= apart
