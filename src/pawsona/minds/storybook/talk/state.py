"""What a conversation carries from turn to turn, read back from the traces and texts of history.

Nothing is kept beside the stored messages: the same history gives the same state.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from pawsona.domain.message import Message

SESSION_GAP = timedelta(minutes=30)
GESTURE_MEMORY = 8
"""Pet messages in which no gesture comes twice."""

_AGAIN = frozenset({"joke", "rhyme", "riddle", "sing", "story", "bedtime_story", "one_more"})
_JOKES = frozenset({"joke.tell-me-one", "ask.joke"})
"""Themes that are answered with a joke."""
_GESTURE = re.compile(r"[(（]([^)）]*)[)）]")


@dataclass
class State:
    """The running state of one conversation."""

    questions: int = 0
    """How many replies in a row asked something."""
    presence: bool = False
    insult: int = 0
    frame: str = ""
    frame_turns: int = 0
    waits: bool = False
    """Whether the frame waited while the last message was answered."""
    valence: int = 0
    calm: int = 0
    """Messages in a row without a feeling in them."""
    told: str = ""
    """The story that was told in this session."""
    tell_turns: int = 99
    """Turns since the pet told something of its day; questions about it are answered for two."""
    echoes: tuple[str, ...] = ()
    woven: tuple[str, ...] = ()
    pending: str = ""
    game: str = ""
    """The person's game that is going on."""
    game_turns: int = 0
    topic: str = ""
    """What was spoken of last, as it is said to the person."""
    theme: str = ""
    """What was recognised of what they talk about."""
    theme_turns: int = 0
    """Replies since that were about it."""
    tender: bool = False
    """Whether something in this session hurt."""
    near_crisis: bool = False
    """Care had an eye on something that was said in this session."""
    turns: int = 0
    gestures: frozenset[str] = frozenset()
    said: frozenset[str] = frozenset()
    """Line ids of this session."""
    last_line: str = ""
    """The pet's last words."""
    performed: str = ""
    """What the pet gave in its last reply that one may ask for again: a joke, a riddle, a song, a story."""
    ledger: Mapping[str, date] = field(default_factory=dict)

    def leave(self) -> None:
        """Nothing that was talked about goes on by itself."""
        self.frame, self.frame_turns, self.theme, self.theme_turns, self.valence = "", 0, "", 0, 0

    def stored(self) -> dict[str, str]:
        """The part that must travel in the trace."""
        return {
            "presence": "1" if self.presence else "",
            "insult": str(self.insult),
            "frame": self.frame,
            "frame_turns": str(self.frame_turns),
            "waits": "1" if self.waits else "",
            "valence": str(self.valence),
            "calm": str(self.calm),
            "told": self.told,
            "tell_turns": str(self.tell_turns),
            "echoes": "|".join(self.echoes),
            "woven": "|".join(self.woven),
            "pending": self.pending,
            "game": self.game,
            "game_turns": str(self.game_turns),
            "topic": self.topic,
            "theme": self.theme,
            "theme_turns": str(self.theme_turns),
        }


def _split(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split("|") if part)


def _number(text: str, default: int) -> int:
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else default


def _questions(said: list[Message]) -> int:
    count = 0
    for message in reversed(said):
        if not message.text.rstrip().endswith(("?", "？")):
            break
        count += 1
    return count


def gestures_of(text: str) -> list[str]:
    """The actions in parentheses."""
    return [g.strip() for g in _GESTURE.findall(text)]


def state_of(history: tuple[Message, ...], now: datetime, ledger: Mapping[str, date]) -> State:
    """The state at the moment of a new message."""
    said = [m for m in history if m.role == "pet"]
    used = dict(ledger)
    for message in said:
        for ident in message.trace.lines:
            used[ident] = max(used.get(ident, date.min), message.at.astimezone(now.tzinfo).date())
    gestures = frozenset(g for m in said[-GESTURE_MEMORY:] for g in gestures_of(m.text))
    state = State(gestures=gestures, ledger=used)
    session = _session(said, now)
    if not session:
        return state
    state.near_crisis = any(m.tier > 0 for m in history if m.at >= session[0].at)
    old = session[-1].trace.state
    state.presence = old.get("presence") == "1"
    state.insult = _number(old.get("insult", ""), 0)
    state.frame, state.frame_turns = old.get("frame", ""), _number(old.get("frame_turns", ""), 0)
    state.valence = _number(old.get("valence", ""), 0)
    state.calm = _number(old.get("calm", ""), 0)
    state.told, state.tell_turns = old.get("told", ""), _number(old.get("tell_turns", ""), 98) + 1
    state.echoes, state.woven = _split(old.get("echoes", "")), _split(old.get("woven", ""))
    state.pending = old.get("pending", "")
    state.game, state.game_turns = old.get("game", ""), _number(old.get("game_turns", ""), 0)
    state.topic = old.get("topic", "")
    state.theme, state.theme_turns = old.get("theme", ""), _number(old.get("theme_turns", ""), 0)
    state.tender = any(m.trace.state.get("valence") == "-1" for m in session)
    state.turns = len(session)
    state.said = frozenset(ident for m in session for ident in m.trace.lines)
    state.questions = _questions(session)
    state.last_line, state.performed = session[-1].text, performed_in(old)
    return state


def performed_in(trace: Mapping[str, str]) -> str:
    """What a reply with this trace gave that one may ask for again; empty where it gave nothing."""
    rung = trace.get("rung", "")
    given = trace.get(rung, "") if rung in {"act", "game", "theme"} else ""
    return "joke" if rung == "theme" and given in _JOKES else given if given in _AGAIN else ""


def _session(said: list[Message], now: datetime) -> list[Message]:
    """The pet's messages of the conversation that is going on, oldest first."""
    found: list[Message] = []
    until = now
    for message in reversed(said):
        if until - message.at >= SESSION_GAP:
            break
        found.append(message)
        until = message.at
    return found[::-1]
