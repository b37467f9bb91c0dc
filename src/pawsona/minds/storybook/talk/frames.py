"""Rungs 5 to 9: what it is about. A situation opens a frame that is explored, comforted, and only then acted on."""

from collections.abc import Iterable

from pawsona.minds.storybook.remembering import matches
from pawsona.minds.storybook.talk.clauses import size
from pawsona.minds.storybook.talk.entries import Form, Hook, Situation, Stage
from pawsona.minds.storybook.talk.gist import along
from pawsona.minds.storybook.talk.lines import Line
from pawsona.minds.storybook.talk.matching import situation_prototypes
from pawsona.minds.storybook.talk.matters import clashes, is_grave
from pawsona.minds.storybook.talk.phrases import phrases
from pawsona.minds.storybook.talk.turn import Said, Turn

SURE, LIKELY = 0.65, 0.50
"""Cosine from which a prototype may be taken at its word, and from which it may name the situation."""

_MEANT = {SURE: 0.67, LIKELY: 0.6}
"""The same for the cosine of meanings."""

_MEANT_GRAVE = 0.6
"""For what bears no jokes: to speak of a loss where there is none is the worst mistake."""
_MEANT_CUE, _MEANT_FRAME, _MEANT_WORD, _MEANT_LIKE = 0.32, 0.34, 0.42, 0.55
"""Cosine below which a cue, a frame, a word or a likeness by words is taken for chance."""

_FEW, _WOBBLY, _MEANT_WOBBLY = 2, 5, 0.72
"""Words that mean too little to be compared, and those that mean much only by what was said before: they need more."""
_LEAST_LIKE = {"en": 0.0, "zh": 0.6}
"""Likeness by words from which it counts at all: in Chinese it shares characters more often than a meaning."""
_MEANT_FOLLOWS = 0.45
"""Cosine from which a word or two are about the situation; "she left" may be another story."""
_WEAKER = 0.1
"""By how much more a weak word must be meant."""

_STAGES = ("explore", "explore", "comfort", "comfort", "act", "act")
_FRAME_TURNS, GRAVE_TURNS = 5, 12
_LONG = {"en": 9, "zh": 13}
"""Words (characters) from which a message that does not name the matter again is about another."""
_SHORT = 3
"""Words up to which a message goes with whatever is being talked about."""
_ALONE_AT, _ABOUT = {"en": 4, "zh": 6}, {"en": 9, "zh": 12}
"""Words (characters) of a message that is about any word in it, and of a clause that is about its thing."""
_WEAK_AT = {"en": 3, "zh": 8}
"""The same for a word that says little."""
_EVENT = "ev_"
"""How the names of forms begin that are for an event."""
RECOGNISED = 10
"""Days for which a line about one word or form is recognised when it comes again."""


def situation(turn: Turn) -> Said | None:
    """A new situation by its cue, in the heaviest clause first."""
    for clause in sorted(turn.clauses, key=lambda c: -c.weight):
        if clause.situation is not None and clause.situation.name != turn.state.frame:
            if not is_grave(clause.situation.name) and _by_chance(turn, clause.situation.name):
                continue
            return _open(turn, clause.situation)
    return None


def _by_chance(turn: Turn, name: str) -> bool:
    """Whether a cue stands there by chance: too far from what is meant, or much farther than another situation."""
    near, best = turn.near(f"situation:{name}"), turn.nearest("situation")[1]
    if near is None:
        return False
    return near < _MEANT_CUE or (best >= _MEANT[SURE] and near < best - _WEAKER)


def _chance(turn: Turn, target: str, least: float) -> bool:
    """Whether the message as a whole is too far from what a word in it points to."""
    near = turn.near(target)
    return near is not None and near < least


def likeness(turn: Turn, least: float) -> Said | None:
    """A situation by likeness to its prototypes."""
    if turn.focus.feeling.whose == "pet" or (turn.asks and (turn.said == 0 or turn.language == "zh")):
        return None  # a plain question is about what it asks
    name, score = situation_prototypes(turn.language).best(turn.focus.text)
    meant, near = turn.nearest("situation") if turn.size > _FEW else ("", 0.0)
    enough = _MEANT_GRAVE if is_grave(meant) else _MEANT[least]
    if turn.state.turns and turn.size <= _WOBBLY:
        enough = max(enough, _MEANT_WOBBLY)
    if near >= enough:
        name, score = meant, least
    elif name and _chance(turn, f"situation:{name}", _MEANT_LIKE):
        return None
    found = turn.book.situations.get(name)
    if found is None or score < max(least, _LEAST_LIKE[turn.language]) or name == turn.state.frame:
        return None
    if found.target == "me" and turn.focus.feeling.whose != "me":
        return None
    felt = turn.given.affect.valence or turn.focus.feeling.affect.valence
    if clashes(found, felt) or (turn.laughs and found.valence == "neg"):
        return None
    return _open(turn, found)


def _open(turn: Turn, found: Situation) -> Said | None:
    lesser = is_grave(turn.state.frame) and not is_grave(found.name)
    if lesser and turn.valence == "neg" and not turn.waits:
        return None  # the lesser trouble of a grave day: the grave one stays what this is about
    parts = _parts(turn, found.stages["explore"], f"{found.name}.open", opening=True)
    if not parts:
        return None
    turn.state.frame, turn.state.frame_turns = found.name, 1
    turn.state.valence = {"neg": -1, "pos": 1}.get(found.valence, turn.state.valence)
    return Said("situation", parts, found.strategy, {"situation": found.name, "stage": "explore"})


def _parts(turn: Turn, stage: Stage, purpose: str, *, opening: bool = False) -> tuple[Line, ...]:
    """Acknowledge, then ask or contribute: never all three, so that it stays short."""
    ack = turn.pick(unsaid(turn, stage.ack), f"{purpose}.ack")
    give = turn.pick(unsaid(turn, stage.give), f"{purpose}.give")
    asks = [line for line in unsaid(turn, stage.ask) if not _answered(turn, line)]
    ask = turn.pick(asks, f"{purpose}.ask") if turn.may_ask else None
    if opening:
        chosen = (ack, ask or give)
    else:
        chosen = (give or ack, ask if turn.state.questions == 0 and give is None else None)
    found = tuple(line for line in chosen if line is not None)
    if len(found) == 1 and found[0].text.endswith((")", "）")):
        return ()  # a gesture alone is no answer
    if found and found[0].asks:
        return found[:1]
    return found


def _answered(turn: Turn, line: Line) -> bool:
    """Whether the message has said already what a line asks: nobody wants to be asked twice for a name."""
    asked = {rule.attribute for question, rule in turn.book.pending if question.find(line.text)}
    return bool(asked) and any(rule.attribute in asked for c in turn.clauses for rule, _ in matches(c.text, turn.book))


def unsaid(turn: Turn, bank: Iterable[Line]) -> list[Line]:
    """Nothing twice in one conversation, however small the bank."""
    return [line for line in bank if line.id not in turn.state.said]


def frame(turn: Turn) -> Said | None:
    """The next step of the situation that is being talked about."""
    found = turn.book.situations.get(turn.state.frame)
    lasts = GRAVE_TURNS if turn.grave else _FRAME_TURNS
    if found is None or turn.state.frame_turns >= lasts or turn.asks or turn.waits:
        return None
    far = turn.size > _SHORT and not is_grave(found.name) and _chance(turn, f"situation:{found.name}", _MEANT_FRAME)
    if far:
        return None
    if _left(turn, found):
        turn.state.frame, turn.state.frame_turns = "", 0
        return None
    name = _STAGES[min(turn.state.frame_turns, len(_STAGES) - 1)]
    parts = _parts(turn, found.stages[name], f"{found.name}.{name}")
    if not parts:
        return None
    turn.state.frame_turns += 1
    return Said("frame", parts, found.strategy, {"situation": found.name, "stage": name})


def _left(turn: Turn, found: Situation) -> bool:
    """The mood turned, or the person speaks of something else, and says so or tells it at some length."""
    if clashes(found, turn.given.affect.valence) or turn.cues.has("shift", turn.text):
        return True
    own = turn.focus.situation is not None and turn.focus.situation.name == found.name
    fact = any(True for clause in turn.clauses for _ in matches(clause.text, turn.book))
    return not is_grave(found.name) and not own and (fact or turn.size > _LONG[turn.language])


def form(turn: Turn) -> Said | None:
    """What the sentence does, topic-free: used-to, what-if, everyone-says."""
    return _formed(turn, (row for row in turn.book.forms if not row.name.startswith(_EVENT)))


def event_form(turn: Turn) -> Said | None:
    """The forms that only tell what sort of thing happened."""
    return _formed(turn, (row for row in turn.book.forms if row.name.startswith(_EVENT)))


def sole_event_form(turn: Turn) -> Said | None:
    """The same where a short message says little else: in a long one its cue stands in passing."""
    return event_form(turn) if turn.size <= _ABOUT[turn.language] else None


def _formed(turn: Turn, some: Iterable[Form]) -> Said | None:
    rows = list(some)
    for clause in sorted(turn.clauses, key=lambda c: -c.weight):
        for row in rows:
            if _fits(turn, row, clause.text) and row.cues.find(clause.text):
                captured = turn.captured(row.cues, clause.text)
                line = turn.pick(unsaid(turn, row.say), f"form.{row.name}", captured, least=RECOGNISED)
                if line is not None:
                    turn.slots.update(captured)
                    return Said("form", (line,), row.strategy, {"form": row.name})
    return None


def asking_form(turn: Turn) -> Said | None:
    """A form that is for questions."""
    return _formed(turn, (row for row in turn.book.forms if row.asks)) if turn.asks else None


def follow(turn: Turn) -> Said | None:
    """The next step of the situation, after a word or two: they can only be about that."""
    near = turn.near(f"situation:{turn.state.frame}")
    goes_on = bool(along(turn.text, turn.language)) or near is None or near >= _MEANT_FOLLOWS
    return frame(turn) if turn.size <= _SHORT and goes_on else None


def grave_frame(turn: Turn) -> Said | None:
    """The frame, where it bears nothing lighter beside it."""
    return frame(turn) if turn.grave else None


def _fits(turn: Turn, row: Form, clause: str) -> bool:
    if not row.asks and turn.cues.has("question", clause) and any(form.asks for form in turn.book.forms):
        return False
    if turn.grave and row.strategy != "soothing":
        return False
    return row.valence in {"any", turn.valence} or (row.valence == "pos" and turn.valence == "even")


def hook(turn: Turn) -> Said | None:
    """A word the pet has something to say about, once a day each, never in grief, never instead of an answer."""
    return _hooked(turn, weak=False)


def weak_hook(turn: Turn) -> Said | None:
    """The same for words that say little by themselves, where there is hardly another word."""
    return _hooked(turn, weak=True) if turn.size <= _WEAK_AT[turn.language] else None


def _hooked(turn: Turn, *, weak: bool) -> Said | None:
    if turn.grave or turn.asks_for_answer:
        return None
    today = turn.given.context.now.date()
    for clause in sorted(turn.clauses, key=lambda c: -c.weight):
        folded = clause.text.casefold()
        rows = [row for row in turn.book.hooked(folded) if row.weak == weak and about(turn, clause.text, row.words)]
        for row in _meant_words(turn, rows):
            bank = row.neg if turn.valence == "neg" else row.pos
            used = {turn.state.ledger.get(line.id) for line in (*row.neg, *row.pos)}
            line = turn.pick(bank, f"hook.{row.name}", least=RECOGNISED) if today not in used else None
            if line is not None:
                return Said("hook", (line,), "", {"hook": row.name})
    return None


def about(turn: Turn, clause: str, words: Iterable[str]) -> bool:
    """Whether a word of them is what a clause is about, and no more than a word in passing.

    It is where the message is hardly longer than the word, or where the clause is short and the word stands where the
    thing stands that it speaks of: at its end in Chinese, in its first phrase in English.
    """
    if turn.size <= _ALONE_AT[turn.language]:
        return True
    if size(clause, turn.language) > _ABOUT[turn.language]:
        return False
    folded, known = clause.casefold(), [word.casefold() for word in words]
    if turn.language == "zh":
        plain = folded.rstrip("了的啊呀呢吧吗嘛哦啦。！!？?~～… ")
        return any(plain.endswith(word) for word in known)
    first = next(iter(phrases(clause, "en", turn.names)), None)
    return first is not None and any(first.head == w or first.head.rstrip("s") == w.rstrip("s") for w in known)


def _meant_words(turn: Turn, found: Iterable[Hook]) -> list[Hook]:
    """The words that the message is about, those it means most first; where meaning can't be told, in its order."""
    rows = sorted(found, key=lambda row: row.weak)
    near = {row.name: turn.near(f"hook:{row.name}") for row in rows}
    rows = [row for row in rows if (at := near[row.name]) is None or at >= _MEANT_WORD + _WEAKER * row.weak]
    return sorted(rows, key=lambda row: -((near[row.name] or 0.0) - _WEAKER * row.weak))
