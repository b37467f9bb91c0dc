"""The rungs of a theme: a line for the very thing that was told, and more while they go on about it."""

import re
from functools import lru_cache

from pawsona.domain.language import Language
from pawsona.minds.storybook.deck import roll
from pawsona.minds.storybook.talk import acts
from pawsona.minds.storybook.talk.clauses import is_order
from pawsona.minds.storybook.talk.cues import engine_cues
from pawsona.minds.storybook.talk.entries import Bank, Theme
from pawsona.minds.storybook.talk.lines import Line
from pawsona.minds.storybook.talk.matching import terms
from pawsona.minds.storybook.talk.turn import Said, Turn
from pawsona.minds.storybook.talk.waiting import own

CERTAIN, SURE, LIKELY = {"en": 0.45, "zh": 0.4}, {"en": 0.22, "zh": 0.18}, {"en": 0.15, "zh": 0.14}
"""Chance from which a theme comes before words that an act is known by, from which before what is known by a word
otherwise, and from which it is better than a guess.

The chance is that of the very theme. Of what people say by themselves the lines fit some nine times in ten from the
first on, four times in five from the second and one time in two from the third, by reading: a neighbour will often do.
"""
_GAMES = ("play.guess", "play.twenty", "play.race", "play.rock", "play.hide", "play.throw", "play.rid", "play.give")
"""Themes whose acts are games that go on."""
_ASKED = 3
"""Messages of a theme that ask the pet from which it is a question to it."""
_SHORT = {"en": 5, "zh": 4}
"""Words (characters) that may go on with it without being alike."""
_CALL = {"en": 4, "zh": 5}
"""Words (characters) that may be meant for the pet though they don't say so."""
_NEAR = 0.08
"""Chance from which a message may go on with the theme that is talked about."""
_CLEARLY = 1.5
"""By how much one mood must outweigh the next."""
_TURNS = 4
"""Replies about one theme."""
_GOES_ON = {
    "en": re.compile(
        r"^(?:and |but |so |well |oh |ok |yeah,? |yes,? |no,? )*(?:it|its|he|she|they|that|this)\b"
        r"|^(?:yes|yeah|yep|nope?|exactly|same)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"^(?:对|是啊|嗯|可不|就是|而且|还|也)|^(?:他|她|它|这|那)"),
}
"""How begins what goes on with what was said just now."""
_BRIEF = {"en": 11, "zh": 14}
"""Words (characters) of such a message."""


def certain(turn: Turn) -> Said | None:
    """What it is about beyond doubt, whatever word of an act stands in it; no game, and not what the pet is like."""
    first = next(iter(turn.themes), None)
    if turn.grave or first is None or first.chance < CERTAIN[turn.language] or turn.state.game:
        return None
    of_pet = turn.book.themes[first.theme].lasting
    return None if of_pet or first.theme.startswith(_GAMES) else _opened(turn, CERTAIN[turn.language])


def asked(turn: Turn) -> Said | None:
    """What is said to the pet and surely meant."""
    named = next((turn.book.themes[match.theme] for match in turn.themes), None)
    told = named is not None and named.to_pet and not turn.state.game
    return sure(turn) if told else None


def sure(turn: Turn) -> Said | None:
    """What the message is about beyond much doubt; a loss has its own way to be talked about."""
    return None if turn.grave else _opened(turn, SURE[turn.language])


def likely(turn: Turn) -> Said | None:
    """What the message is probably about."""
    return None if turn.grave else _opened(turn, LIKELY[turn.language])


def more(turn: Turn) -> Said | None:
    """What goes on with the theme, after a few words that can only be about it."""
    theme = turn.book.themes.get(turn.state.theme)
    if theme is None or turn.state.theme_turns > 1:
        return None
    short = turn.size <= _SHORT[turn.language] and not _another(turn, theme)
    goes_on = turn.size <= _BRIEF[turn.language] and _GOES_ON[turn.language].search(turn.text) is not None
    return _more(turn) if short or (goes_on and not theme.to_pet and not own(turn)) else None


def _another(turn: Turn, theme: Theme) -> bool:
    """Whether few words speak of something else: they name a thing, a person or an event that the theme doesn't."""
    if any(clause.situation is not None for clause in turn.clauses) or own(turn):
        return True
    words = _telling(turn.text, turn.language)
    about = words & _words(theme, turn.language)
    return bool(words) and not about and not turn.given.affect.valence


def _telling(text: str, language: Language) -> frozenset[str]:
    """Its words; in Chinese pairs of characters, as one alone stands in too much."""
    return frozenset(term for term in terms(text, language) if language == "en" or len(term) > 1)


@lru_cache(maxsize=4096)
def _words(theme: Theme, language: Language) -> frozenset[str]:
    return frozenset(term for text in (*theme.plain, *theme.said) for term in _telling(text, language))


def still(turn: Turn) -> Said | None:
    """What goes on with the theme, where the message is alike to it."""
    near = any(match.theme == turn.state.theme and match.chance >= _NEAR for match in turn.themes)
    return _more(turn) if near else None


def _more(turn: Turn) -> Said | None:
    theme = turn.book.themes.get(turn.state.theme)
    if theme is None or turn.state.theme_turns >= _TURNS or not _goes_on(turn, theme):
        return None
    return _said(turn, theme, theme.more, asking=True)


def leaning(turn: Turn) -> str:
    """The mood that most of the likeliest themes have; even where they are at odds."""
    votes = dict.fromkeys(("neg", "pos", "even"), 0.0)
    for match in turn.themes:
        votes[turn.book.themes[match.theme].mood] += match.chance
    first, second, _ = sorted(votes.items(), key=lambda vote: -vote[1])
    return first[0] if first[1] > _CLEARLY * second[1] else "even"


def _opened(turn: Turn, least: float) -> Said | None:
    for match in turn.themes:
        theme = turn.book.themes[match.theme]
        if match.chance < least:
            return None
        certain = match.chance >= CERTAIN[turn.language] and not theme.lasting
        if not _fits(turn, theme) or (theme.to_pet and not certain and not _addressed(turn)):
            continue
        again = theme.name == turn.state.theme
        said = _said(turn, theme, theme.more if again else theme.reply, asking=again)
        if said is not None:
            return said
    return None


def _fits(turn: Turn, theme: Theme) -> bool:
    """Whether its mood is not against the message's, and a question to the pet has an answer of the pet's."""
    to_pet = turn.asks_for_answer or is_order(turn.text, turn.language)
    if turn.given.tier > 0 or (to_pet and not asks_pet(theme, turn.language)):
        return False
    if turn.heavy:
        return theme.mood == "neg"
    return (theme.mood, turn.said) not in {("pos", -1), ("neg", 1)}


def _addressed(turn: Turn) -> bool:
    """Whether it may be meant for the pet: what one likes oneself is no question, and a friend's joke no request."""
    said_to = turn.asks or turn.cues.has("to_pet", turn.text) or is_order(turn.text, turn.language)
    return said_to or turn.size <= _CALL[turn.language]


@lru_cache(maxsize=4096)
def asks_pet(theme: Theme, language: Language) -> bool:
    """Whether it is something that the pet is asked or told."""
    cues, messages = engine_cues(language), (*theme.plain, *theme.said)
    return theme.to_pet or sum(cues.has("question", m) and cues.has("to_pet", m) for m in messages) >= _ASKED


def _goes_on(turn: Turn, theme: Theme) -> bool:
    answers = not turn.asks_for_answer and not turn.grave
    return answers and _fits(turn, theme) and not turn.cues.has("shift", turn.text)


def _said(turn: Turn, theme: Theme, bank: Bank, *, asking: bool) -> Said | None:
    if theme.act:
        return acts.named(turn, theme.act)
    if theme.lasting and bank is theme.reply:
        bank = bank[roll(turn.given.context.pet.seed, theme.name) % len(bank) :][:1]
    line = turn.pick([line for line in bank if line.id not in turn.state.said], f"theme.{theme.name}")
    if line is None:
        return None
    ask = _question(turn, theme) if asking else None
    turn.state.theme_turns = turn.state.theme_turns + 1 if theme.name == turn.state.theme else 1
    turn.state.theme = theme.name
    strategy = "soothing" if theme.mood == "neg" else "chit-chat"
    return Said("theme", (line, ask) if ask else (line,), strategy, {"theme": theme.name})


def _question(turn: Turn, theme: Theme) -> Line | None:
    """One question about it, in the whole conversation."""
    if turn.state.questions or any(line.id in turn.state.said for line in theme.ask):
        return None
    return turn.pick(theme.ask, f"theme.{theme.name}.ask")
