"""The rung of opinions: what the pet likes, fears or thinks, when somebody asks it."""

from pawsona.minds.storybook.talk.turn import Said, Turn


def opinion(turn: Turn) -> Said | None:
    """An answer to a question about the pet itself; each line once in a conversation."""
    if not turn.asks or turn.heavy:
        return None
    for clause in sorted(turn.clauses, key=lambda c: -c.weight):
        if not turn.cues.has("to_pet", clause.text):
            continue
        found = turn.book.opinion(clause.text.casefold())
        fresh = [line for line in found.say if line.id not in turn.state.said] if found else []
        line = turn.pick(fresh, f"opinion.{found.name}") if found else None
        if found is not None and line is not None:
            return Said("opinion", (line,), "stance-taking", {"opinion": found.name})
    return None
