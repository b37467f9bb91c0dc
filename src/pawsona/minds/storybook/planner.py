"""Plans a day: fixed things first (breakfast, beats, what the person asked for, sleep), then the gaps are searched.

Which activity comes up on a day depends on the seed and the date alone, not on what came before: each has its own
evenly spaced turns. So a taste that makes fishing rare moves fishing, and only what steps into its gaps. History
decides only whether an activity still has something new to tell.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, islice, pairwise
from math import log

from pawsona.minds.storybook.arcs import Arc, circle, scene_of
from pawsona.minds.storybook.deck import chance, draw, roll
from pawsona.minds.storybook.history import History
from pawsona.minds.storybook.plan import Slot, Wish
from pawsona.minds.storybook.stock import Activity, Library, Line
from pawsona.minds.storybook.wishes import MEALS, MOST, Planned, plain_slot, wishes
from pawsona.skills.routine import DayInput

TRAVEL = 10
"""Minutes between two places."""
LEAST = 5

_DAY_BEGINS, _DAY_ENDS = 480, 1260
_GAPS = (("morning", 530), ("noon", 665), ("early", 800), ("late", 905), ("dusk", 990), ("evening", 1155))
"""Where something may be put in: from these minutes on."""
_TURNS = (0.6180339887, 0.4142135624, 0.7548776662, 0.5698402910, 0.3247179572, 0.2360679775)
"""Irrational steps: multiples of them, taken without their whole part, spread evenly and never fall into step."""
_TRIED = 4
"""Activities tried for one gap before the search gives it up: what can't be done with four can't with twenty."""
_RARE = 0.03
"""What is left of an activity's weight at a taste of -1."""


def plan(given: DayInput, arc: Arc | None, past: History, library: Library) -> tuple[Slot, ...]:
    """The slots of a day in order: 5 to 8, breakfast first, sleep last."""
    day = Planned(given, past, library)
    spine = _settle(wishes(day, arc))
    return tuple(_with_friend(slot, day) for slot in _fill(day, spine))


def _rank(slot: Slot) -> int:
    return {"breakfast": 0, "sleep": 2}.get(slot.act, 1)


def _order(wish: Wish) -> tuple[int, int]:
    return _rank(wish.slot), wish.earliest


def _settle(wishes: Sequence[Wish]) -> list[Slot]:
    """Put what is fixed into an order: what has an hour keeps it, the rest takes the first free place in its window."""
    ordered = sorted(wishes, key=_order)
    found = _in_a_row(wish for wish in ordered if wish.earliest == wish.latest)
    for wish in ordered:
        if wish.earliest < wish.latest:
            slot = replace(wish.slot, start=_nearest(found, wish))
            found = sorted([*found, slot], key=lambda slot: (_rank(slot), slot.start))
    return _squeeze(_in_a_row(Wish(slot.start, slot.start, slot) for slot in found))


def _nearest(slots: Sequence[Slot], wish: Wish) -> int:
    """The free minute nearest to where a wish would like to be: within its window, else at any time of the day."""
    for window in (range(wish.earliest, wish.latest + 1, 5), range(_DAY_BEGINS, _DAY_ENDS, 5)):
        free = [start for start in window if _is_free(slots, wish.slot, start)]
        if free:
            return min(free, key=lambda start: abs(start - wish.slot.start))
    return wish.slot.start


def _is_free(slots: Sequence[Slot], slot: Slot, start: int) -> bool:
    """Whether a slot could begin at a minute, with the way there and on."""
    end = start + slot.minutes
    return all(
        start >= other.end + _way(other.place, slot.place) or end + _way(slot.place, other.place) <= other.start
        for other in slots
    )


def _in_a_row(wishes: Iterable[Wish]) -> list[Slot]:
    """One after another in the given order; what is in the way moves what follows."""
    found: list[Slot] = []
    for wish in wishes:
        start = wish.earliest
        if found:
            before = found[-1]
            start = max(start, before.end + _way(before.place, wish.slot.place))
        found.append(replace(wish.slot, start=start))
    return found


def _squeeze(slots: list[Slot]) -> list[Slot]:
    """Where wishes pushed the evening past midnight, pull everything but breakfast earlier, a quarter at a time."""
    last = 1435
    found: list[Slot] = []
    for slot in reversed(slots):
        start = min(slot.start, last)
        found.append(replace(slot, start=start, minutes=max(15, min(slot.minutes, last + 15 - start))))
        last = start - 15
    return found[::-1]


def _way(here: str, there: str) -> int:
    return 0 if here == there else TRAVEL


def _fill(day: Planned, spine: list[Slot]) -> list[Slot]:
    """Search the gaps depth first for as many things as the day shall have; fewer, where nothing fits or is new.

    Only for the least that a day must have, an activity comes back that has nothing new to tell.
    """
    target = min(MOST, max(6 + day.roll("length") % 2, len(spine) + 1))
    gaps = _gaps(day, spine)
    ranked = _ranked(day, spine)
    fresh = [activity for activity in ranked if _is_fresh(activity, day)]
    for count in range(target - len(spine), 0, -1):
        usable = fresh if len(spine) + count > LEAST else [*fresh, *(one for one in ranked if one not in fresh)]
        open_ = [gap for gap in gaps if any(_place(spine, gap, activity) for activity in usable)]
        if len(usable) < count:
            continue
        for chosen in _subsets(spine, open_, count):
            found = _search(spine, chosen, usable)
            if found is not None:
                return found
    return spine


def _gaps(day: Planned, spine: Sequence[Slot]) -> list[int]:
    """Starting minutes at which something may be put in, in an order of this day's own."""
    starts = [(name, base + day.roll("gap", name) % 8 * 5) for name, base in _GAPS]
    free = [(name, start) for name, start in starts if not any(s.start - 30 < start < s.end for s in spine[:-1])]
    return [start for name, start in sorted(free, key=lambda row: day.roll("order", row[0]))]


def _subsets(spine: Sequence[Slot], gaps: Sequence[int], count: int) -> list[list[int]]:
    """Choices of gaps, those first that leave no long empty stretch; among equals the day's own order."""
    choices = [sorted(chosen) for chosen in combinations(gaps, count)]
    return sorted(choices, key=lambda chosen: _emptiest(spine, chosen) // 60)


def _emptiest(spine: Sequence[Slot], chosen: Sequence[int]) -> int:
    """The longest stretch from one beginning to the next, in minutes."""
    starts = sorted([*(slot.start for slot in spine), *chosen])
    return max(after - before for before, after in pairwise(starts))


def _search(spine: list[Slot], gaps: Sequence[int], ranked: Sequence[Activity]) -> list[Slot] | None:
    if not gaps:
        return spine if _is_possible(spine) else None
    fitting = (_place(spine, gaps[0], activity) for activity in ranked if activity.id not in {s.act for s in spine})
    for placed in islice((found for found in fitting if found is not None), _TRIED):
        found = _search(placed, gaps[1:], ranked)
        if found is not None:
            return found
    return None


def _place(spine: list[Slot], start: int, activity: Activity) -> list[Slot] | None:
    """The spine with an activity put in at a minute, or a little later; None if it does not fit."""
    index = next((n for n, slot in enumerate(spine) if slot.start >= start), len(spine))
    if index in (0, len(spine)):
        return None
    before, after = spine[index - 1], spine[index]
    start = max(start, activity.earliest, before.end + _way(before.place, activity.place))
    start += -start % 5
    if start > activity.latest or start + activity.minutes + _way(activity.place, after.place) > after.start:
        return None
    placed = [*spine[:index], plain_slot(activity, start), *spine[index:]]
    return placed if _is_possible(placed) else None


def _is_possible(slots: Sequence[Slot]) -> bool:
    """Whether there is strength for all of it."""
    energy = 5
    for slot in slots:
        energy = min(10, energy + slot.energy)
        if energy < 0:
            return False
    return True


def _ranked(day: Planned, spine: Sequence[Slot]) -> list[Activity]:
    """What may fill a gap, the one whose turn it is first."""
    scene = scene_of(day.given)
    taken = {slot.act for slot in spine} | MEALS
    busy = any(slot.place == "friend" for slot in spine)
    found = [
        activity
        for activity in day.library.activities.values()
        if activity.id not in taken and activity.guard.allows(scene) and not (activity.company and busy)
    ]
    return sorted(found, key=lambda activity: _turn(activity, day))


def _turn(activity: Activity, day: Planned) -> float:
    """Lower comes first: evenly spaced turns, more often by weight and taste."""
    seed = day.given.context.pet.seed
    taste = max(-1.0, min(1.0, day.given.tastes.get(activity.id, 0.0)))
    weight = activity.weight * max(_RARE, 1 + taste)
    step = _TURNS[roll(seed, "step", activity.id) % len(_TURNS)]
    place = (chance(seed, "phase", activity.id) + day.past.on.toordinal() * step) % 1.0
    return -log(max(place, 1e-9)) / weight


def _is_fresh(activity: Activity, day: Planned) -> bool:
    scene = replace(scene_of(day.given), company=activity.company)
    for vignette in day.library.vignettes.get(activity.id, ()):
        since = day.past.since(vignette.id)
        if (since is None or since >= vignette.rest) and vignette.guard.allows(scene):
            return True
    return False


def _with_friend(slot: Slot, day: Planned) -> Slot:
    """A visit needs somebody: the friend who was seen longest ago."""
    activity = day.library.activities.get(slot.act)
    if activity is None or not activity.company or slot.names:
        return slot
    names = [Line(f"friend={friend.name}", friend.name) for friend in circle(day.given, day.library)]
    seed = day.given.context.pet.seed
    friend = draw(names, key=f"{day.past.on}:visit", seed=seed, today=day.past.on, ledger=day.past.used, cooldown=0)
    return replace(slot, names={"F": friend.text}) if friend else slot
