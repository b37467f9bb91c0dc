"""Up to three short things that a person might say next, for the page."""

from collections.abc import Sequence
from datetime import datetime

from pawsona.domain.day import Day
from pawsona.domain.language import Language
from pawsona.domain.message import Message
from pawsona.minds.storybook.deck import roll
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.entries import Bank
from pawsona.minds.storybook.talk.matters import is_grave
from pawsona.minds.storybook.talk.state import SESSION_GAP

MOST = 3


def suggestions(
    day: Day | None, history: Sequence[Message], language: Language, *, now: datetime, seed: int = 0
) -> list[str]:
    """What one might say now: about its day, to what was said last, or to begin with.

    Args:
        day: today, if there is one.
        history: the newest messages, oldest first.
        language: the person's.
        now: on the person's wall clock.
        seed: the pet's, so that two pets don't suggest alike.
    """
    book = talk_book(language)
    last = next((m for m in reversed(history) if m.role == "pet"), None)
    fresh = last is None or now - last.at >= SESSION_GAP
    state = dict(last.trace.state) if last is not None and not fresh else {}
    if state.get("presence"):
        return []
    if is_grave(state.get("frame", "")) and not state.get("waits"):
        return _chosen([book.bank("suggest", "grave")] * MOST, history, now, seed)
    banks = ["start"] if fresh else []
    banks += {"-1": ["neg", "neg"], "1": ["pos"]}.get(state.get("valence", ""), [])
    if day is not None and state.get("valence") != "-1":
        banks.append("told" if state.get("tell_turns") in {"0", "1"} else "day")
    if now.hour >= 21 or now.hour < 4:
        banks.append("night")
    banks += ["start", "start"]
    return _chosen([book.bank("suggest", name) for name in banks], history, now, seed)


def _chosen(banks: Sequence[Bank], history: Sequence[Message], now: datetime, seed: int) -> list[str]:
    """One of each bank, nothing twice and nothing that the person said just now."""
    said = {m.text.casefold() for m in history if m.role == "person"}
    found: list[str] = []
    for n, bank in enumerate(banks):
        rows = sorted(bank, key=lambda r: roll(seed, now.date(), len(history), n, r.id))
        text = next((r.text for r in rows if r.text not in found and r.text.casefold() not in said and not r.slots), "")
        if text:
            found.append(text)
    return found[:MOST]
