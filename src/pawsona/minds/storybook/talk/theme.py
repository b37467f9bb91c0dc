"""The rungs of a theme: a line for the very thing that was told, and more while they go on about it."""

from functools import lru_cache

from pawsona.domain.language import Language
from pawsona.minds.storybook.talk.cues import engine_cues
from pawsona.minds.storybook.talk.entries import Bank, Theme
from pawsona.minds.storybook.talk.lines import Line
from pawsona.minds.storybook.talk.turn import Said, Turn

SURE, LIKELY = 0.45, 0.28
"""Chance from which a theme comes before nearly everything, and from which it is better than a guess.

The chance is that of the very theme; of what people say by themselves the lines fit nine times in ten from the first on
and two times in three from the second on, by reading.
"""
_ASKED = 3
"""Messages of a theme that ask the pet from which it is a question to it."""
_SHORT = {"en": 5, "zh": 8}
"""Words (characters) that may go on with it without being alike."""
_TURNS = 4
"""Replies about one theme."""


def sure(turn: Turn) -> Said | None:
    """What the message is about beyond much doubt; a loss has its own way to be talked about."""
    return None if turn.grave else _opened(turn, SURE)


def likely(turn: Turn) -> Said | None:
    """What the message is probably about."""
    return None if turn.grave else _opened(turn, LIKELY)


def more(turn: Turn) -> Said | None:
    """What goes on with the theme, after a few words that can only be about it."""
    return _more(turn) if turn.size <= _SHORT[turn.language] and turn.state.theme_turns == 1 else None


def still(turn: Turn) -> Said | None:
    """What goes on with the theme, where the message is alike to it."""
    return _more(turn) if any(match.theme == turn.state.theme for match in turn.themes) else None


def _more(turn: Turn) -> Said | None:
    theme = turn.book.themes.get(turn.state.theme)
    if theme is None or turn.state.theme_turns >= _TURNS or not _goes_on(turn, theme):
        return None
    return _said(turn, theme, theme.more, asking=True)


def _opened(turn: Turn, least: float) -> Said | None:
    for match in turn.themes:
        theme = turn.book.themes[match.theme]
        if match.chance < least:
            return None
        if not _fits(turn, theme):
            continue
        again = theme.name == turn.state.theme
        said = _said(turn, theme, theme.more if again else theme.reply, asking=again)
        if said is not None:
            return said
    return None


def _fits(turn: Turn, theme: Theme) -> bool:
    """Whether its mood is not against the message's, and a question to the pet has an answer of the pet's."""
    if turn.given.tier > 0 or (turn.asks_for_answer and not asks_pet(theme, turn.language)):
        return False
    if turn.heavy:
        return theme.mood == "neg"
    return (theme.mood, turn.said) not in {("pos", -1), ("neg", 1)}


@lru_cache(maxsize=4096)
def asks_pet(theme: Theme, language: Language) -> bool:
    """Whether it is something that the pet is asked."""
    cues = engine_cues(language)
    return (
        sum(cues.has("question", text) and cues.has("to_pet", text) for text in (*theme.plain, *theme.said)) >= _ASKED
    )


def _goes_on(turn: Turn, theme: Theme) -> bool:
    answers = not turn.asks_for_answer and not turn.grave
    return answers and _fits(turn, theme) and not turn.cues.has("shift", turn.text)


def _said(turn: Turn, theme: Theme, bank: Bank, *, asking: bool) -> Said | None:
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
