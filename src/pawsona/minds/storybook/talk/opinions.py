"""The rung of opinions: what the pet likes, fears or thinks, when somebody asks it."""

from pawsona.minds.storybook.talk.entries import Opinion
from pawsona.minds.storybook.talk.gist import question_in
from pawsona.minds.storybook.talk.turn import Said, Turn

SURE, LIKELY = 0.68, 0.56
"""Cosine from which a message is taken for a question, before and after its words are looked at."""
_PASSING = 0.45
"""Cosine below which a word of an opinion stands in a question in passing."""
_LIGHT = "react-"
"""What opinions on a word of the person's begin with: no answer where something grave is talked about."""


def cued(turn: Turn) -> Said | None:
    """An answer to a question that has a cue of its own ("what's your favourite food?")."""
    cues = (
        row
        for row in turn.book.opinions
        if row.cues and _fits(turn, row) and not (turn.grave and row.name.startswith(_LIGHT))
    )
    found = next((row for row in cues if row.cues.find(turn.text)), None)
    return _said(turn, found)


def opinion(turn: Turn) -> Said | None:
    """An answer to a question to the pet in which a word of the matter stands."""
    if not turn.asks:
        return None
    for clause in sorted(turn.clauses, key=lambda c: -c.weight):
        if turn.cues.has("to_pet", clause.text):
            said = _said(turn, _worded(turn, clause.text))
            if said is not None:
                return said
    return None


def _worded(turn: Turn, clause: str) -> Opinion | None:
    """By a word that stands there; a question that means something else only has the word in passing."""
    found = turn.book.opinion(clause.casefold())
    near = turn.near(f"opinion:{found.name}") if found else None
    if found is None or near is None or near >= _PASSING:
        return found
    asked = question_in(clause, turn.language, turn.names)
    about = asked.word.casefold().split()[-1:] if asked else []
    return found if any(word in found.words for word in about) else None


def _fits(turn: Turn, row: Opinion) -> bool:
    return not turn.heavy or (row.heavy and turn.asks)


def _said(turn: Turn, found: Opinion | None) -> Said | None:
    """Each line once in a conversation."""
    if found is None or not _fits(turn, found):
        return None
    line = turn.pick([line for line in found.say if line.id not in turn.state.said], f"opinion.{found.name}")
    return Said("opinion", (line,), "stance-taking", {"opinion": found.name}) if line else None


def alike(turn: Turn, least: float = LIKELY) -> Said | None:
    """The question to the pet that a message means, though no word of it stands there."""
    name, score = turn.nearest("opinion")
    found = next((row for row in turn.book.opinions if row.name == name), None)
    if found is None or score < least or not turn.asks:
        return None
    return _said(turn, found)
