"""The rung of kinds: a thing of a class that the pet can speak of, said back as the person's or as any."""

import re

from pawsona.minds.storybook.talk.entries import Found
from pawsona.minds.storybook.talk.frames import RECOGNISED, about, unsaid
from pawsona.minds.storybook.talk.turn import Said, Turn

_ALONE = {"en": 5, "zh": 8}
"""Words (characters) up to which any thing named may be what a message is about; beyond, only the person's own."""
_KIND_AT = {"en": 3, "zh": 12}
"""Words (characters) of a message up to which a line on any thing of the kind can be meant."""
_SAME_KIND = 2
"""Things of one kind spoken of in one conversation."""
_OWNER = re.compile(
    r"\b(my|our|his|her|their|the|a|an) ((?:(?:old|new|little|big|small|first|last|whole) )?)$", re.IGNORECASE
)
_YOURS = {"my": "your", "our": "your", "a": "a", "an": "an"}


def kind(turn: Turn) -> Said | None:
    """A thing of a kind the pet can speak of, where a clause is about it; each kind twice at most."""
    if turn.grave or turn.asks or turn.size > _KIND_AT[turn.language]:
        return None
    for clause in sorted(turn.clauses, key=lambda c: -c.weight):
        things = turn.book.things(clause.text.casefold())[::-1]
        for hit, row in sorted(things, key=lambda thing: (thing[1].weak, not _is_own(clause.text, thing[0]))):
            bank = {"neg": row.neg, "pos": row.pos, "even": row.even or row.pos}[turn.valence]
            if sum(ident.startswith(f"kinds.{row.name}.") for ident in turn.state.said) >= _SAME_KIND:
                continue
            if not about(turn, clause.text, [hit.word]) or (turn.size > _ALONE[turn.language] and row.weak):
                continue
            word = owned(clause.text, hit, turn.language)
            line = turn.pick(unsaid(turn, bank), f"kind.{row.name}", {"word": word}, least=RECOGNISED)
            if line is not None:
                turn.slots["word"] = word
                return Said("kind", (line,), "", {"kind": row.name})
    return None


def _is_own(clause: str, hit: Found) -> bool:
    """Whether it is the person's: of two things, theirs is what it is about."""
    before = clause[: hit.start]
    owner = _OWNER.search(before)
    return before.endswith(("我的", "我", "咱")) or (owner is not None and owner[1].casefold() in {"my", "our"})


def owned(clause: str, hit: Found, language: str) -> str:
    """A thing as it is said back: "my old bike" is "your old bike", and "the bike" is "the bike"."""
    if language == "zh":
        return hit.word
    before = _OWNER.search(clause[: hit.start])
    if before is None:
        return hit.word
    owner, between = before[1].casefold(), before[2].casefold()
    return f"{_YOURS.get(owner, owner)} {between}{hit.word}"
