"""The rungs of what goes on: "haha", a short answer to the pet's question, the next move of a game.

Such a message has no topic of its own, so it keeps the last one; to open another would be to drop the person's.
"""

from pawsona.minds.storybook.talk import acts
from pawsona.minds.storybook.talk.entries import Bank
from pawsona.minds.storybook.talk.gist import along, event_in
from pawsona.minds.storybook.talk.mirror import scrap
from pawsona.minds.storybook.talk.phrases import phrases
from pawsona.minds.storybook.talk.turn import Said, Turn

GAME_TURNS = 3
"""Turns for which a game of the person's goes on without being named again."""
_MOVE = {"en": 6, "zh": 10}
"""Words (characters) up to which a message may be a move in it."""
_ADDED = {"en": 5, "zh": 7}
_ANSWER = {"en": 4, "zh": 7}
_ASKING = frozenset({"guess", "riddle", "riddle_given", "would_rather", "hide_seek"})
"""Games in which a question is a move."""
GAMES = frozenset(
    "guess hide_seek ball race riddle rps feed tickle fort dance_with bath dress tease would_rather walk joke play "
    "high_five boop sing teach throw_ball poke trick brush riddle_given animal_noise gift lap judge_funny do_trick "
    "kidding one_more celebrate photo_together".split()
)
"""Acts of play after which a short message is the next move."""
_OPENED = {"guess-game": "guess", "my-turn": "guess", "play-game": "any", "make-you": "any", "wear-this": "dress"}
"""Opinions that open a game, too."""


def game_of(said: Said) -> str:
    """The game that a reply opens; empty for no game."""
    act = said.marks.get("act", "")
    return act if act in GAMES else _OPENED.get(said.marks.get("opinion", ""), "")


def goes_along(turn: Turn) -> Said | None:
    """A message that only goes along with what was said: a second thing about the same."""
    name = along(turn.text, turn.language)
    if not name or not turn.state.turns or turn.grave or turn.heavy:
        return None
    bank = turn.book.bank("continue", "neg") if turn.valence == "neg" and name != "laugh" else ()
    return _said(turn, bank or turn.book.bank("continue", name), "continue", name)


def again(turn: Turn) -> Said | None:
    """Another joke, riddle or song, after one: whatever they thought of the last."""
    if not turn.state.performed or turn.grave or turn.heavy or not turn.cues.has("encore", turn.text):
        return None
    return acts.named(turn, turn.state.performed)


def answered(turn: Turn) -> Said | None:
    """A short answer to the pet's own question."""
    asked = turn.state.last_line.rstrip().endswith(("?", "？"))
    if not asked or turn.asks or turn.grave or turn.heavy or turn.size > _ANSWER[turn.language]:
        return None
    if any(event_in(c.text, turn.language, turn.names) for c in turn.clauses):
        return None
    return _said(
        turn, turn.book.bank("continue", "answer_neg" if turn.valence == "neg" else "answer"), "continue", "answer"
    )


def added(turn: Turn) -> Said | None:
    """A few words added to one's own story ("twice", "even the other fans"): said back, with something to them."""
    if not turn.state.turns or turn.asks or turn.grave or turn.size > _ADDED[turn.language]:
        return None
    if any(event_in(c.text, turn.language, turn.names) for c in turn.clauses):
        return None
    said = scrap(turn.text, turn.language)
    # What it says of a feeling itself; the mood from before is no part of three words.
    bank = turn.book.bank("continue", "echo", turn.mood) if said else ()
    line = turn.pick([row for row in bank if row.id not in turn.state.said], "continue.echo", {"mirror": said})
    if line is None:
        return None
    turn.slots["mirror"] = said
    return Said("continue", (line,), "chit-chat", {"continue": "echo"})


def played(turn: Turn) -> Said | None:
    """The next move of a game that is going on."""
    game = turn.state.game
    if not game or turn.state.game_turns >= GAME_TURNS or turn.grave or turn.heavy or turn.valence == "neg":
        return None
    asking = turn.asks and game not in _ASKING
    if turn.size > _MOVE[turn.language] or asking or any(event_in(c.text, turn.language) for c in turn.clauses):
        return None
    return _said(turn, (*turn.book.bank("game", game), *turn.book.bank("game", "any")), "game", game)


def _said(turn: Turn, bank: Bank, rung: str, name: str) -> Said | None:
    own = phrases(turn.text, turn.language, turn.names)
    slots = {"topic": turn.state.topic, "word": own[0].text if own and not own[0].person else ""}
    slots = {k: v for k, v in slots.items() if v}
    line = turn.pick([line for line in bank if line.id not in turn.state.said], f"{rung}.{name}", slots)
    if line is None:
        return None
    turn.slots.update(slots)
    return Said(rung, (line,), "chit-chat", {rung: name})
