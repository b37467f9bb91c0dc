"""How much content there is, and how long it lasts."""

from collections import Counter
from collections.abc import Sequence

from pawsona.domain.day import Day
from pawsona.domain.language import Language
from pawsona.domain.pet import PERSONALITIES, SPECIES
from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.life import Life
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.lint import all_lines

_MOVES = {"listening moves": "moves.listen.", "question-turners": "moves.turn_question"}
_FRAMING = {"openings": "moves.open", "closings": "moves.close"}


def counts(language: Language) -> dict[str, int]:
    """What the library of a language holds, by kind."""
    book, talk = library(language), talk_book(language)
    stories = [story for story in book.stories.values() if not story.oneshot]
    return {
        "activities": len(book.activities),
        "vignettes": len(book.vignette),
        "vignettes with eight voices": sum(len(row.voice) == 8 for row in book.vignette.values()),
        "storylines": len(stories),
        "episodes": sum(len(story.episodes) for story in stories),
        "one-shots": sum(story.oneshot and story.festival is None for story in book.stories.values()),
        "festivals with a story": len({s.festival for s in book.stories.values()} - {None}),
        "glimpses of stories": sum(len(e.between) for s in book.stories.values() for e in s.episodes),
        "threads": len(book.threads),
        "weather runs": len(book.runs),
        "friends": len(book.friends),
        "acts": len(talk.acts),
        "opinions": len(talk.opinions),
        "situations": len(talk.situations),
        "discourse forms": len(talk.forms),
        "word hooks": len(talk.hooks),
        **{name: _banked(language, path) for name, path in (_MOVES | _FRAMING).items()},
        "memory rules": len(talk.rules),
        "memory topics with a rule": len({rule.topic for rule in talk.rules}),
        "lines of talk": len(all_lines(talk)),
    }


def _banked(language: Language, path: str) -> int:
    banks = talk_book(language).banks
    return sum(len(bank) for name, bank in banks.items() if f"{name}.".startswith(path) or name == path)


def stock(language: Language) -> dict[str, dict[str, int]]:
    """Activity -> species -> vignettes that such a pet of any personality may live."""
    book = library(language)
    found: dict[str, dict[str, int]] = {}
    for act, activity in book.activities.items():
        rows = [row.guard for row in book.vignettes.get(act, ()) if not row.guard.personality]
        found[act] = {
            species: sum(not guard.species or species in guard.species for guard in rows)
            for species in SPECIES
            if not activity.guard.species or species in activity.guard.species
        }
    return found


def starved(days: Sequence[Day]) -> Counter[str]:
    """Activity -> details that came back before they had rested, because nothing else was left."""
    return Counter(item.kind for day in days for item in day.items if "starved" in item.trace.state)


def endurance(language: Language, days: int) -> dict[str, dict[str, int]]:
    """Species -> what a life begun in spring lacks: details that came back early, days without an arc."""
    found: dict[str, dict[str, int]] = {}
    for seed, species in enumerate(SPECIES, 1):
        lived = Life(language=language, species=species, personality=PERSONALITIES[seed], seed=seed).days(days)
        found[species] = {"starved details": starved(lived).total(), "days without an arc": quiet(lived)}
    return found


def quiet(days: Sequence[Day]) -> int:
    """Days without an arc."""
    return sum("day=quiet" in day.trace.lines for day in days)
