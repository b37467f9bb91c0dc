"""Skills `memory.greet`, `routine.greet`, `routine.feedback` and `note.greet`: who comes in, and to what."""

from collections.abc import Iterable, Mapping

from pawsona.domain.language import Language, length
from pawsona.domain.memory import Memory
from pawsona.domain.message import Trace
from pawsona.domain.promise import Promise
from pawsona.minds.storybook import bringing
from pawsona.minds.storybook.bodies import can_say
from pawsona.minds.storybook.deck import draw
from pawsona.minds.storybook.feelings import read_text
from pawsona.minds.storybook.promising import due_act
from pawsona.minds.storybook.talk.book import TalkBook, talk_book
from pawsona.minds.storybook.talk.lines import Line
from pawsona.minds.storybook.talk.sources import cut, sentences_of
from pawsona.skills.chat import Reply
from pawsona.skills.context import Context
from pawsona.skills.memory import MemoryGreetInput
from pawsona.skills.note import NoteGreetInput
from pawsona.skills.routine import FeedbackInput, RoutineGreetInput

_AWAY, _LONG_AWAY = 18, 14 * 24
"""Hours: from when a greeting speaks of the time between, and when of nothing else."""
_QUOTE = {"en": 8, "zh": 16}


def _pick(context: Context, bank: Iterable[Line], purpose: str, slots: Mapping[str, str]) -> Line | None:
    places = {"P": context.pet.name, "U": context.person.name, **slots}
    today = context.now.date()
    pet = context.pet
    options = [
        line
        for line in bank
        if line.fits(places) and line.suits(pet.personality, pet.species) and can_say(line.text, pet, context.language)
    ]
    key = f"{context.now:%Y-%m-%dT%H}/{purpose}"
    seed, ledger = context.pet.seed, context.ledger
    return draw(options, key=key, seed=seed, today=today, ledger=ledger) or draw(
        options, key=key, seed=seed, today=today, ledger=ledger, cooldown=0
    )


def _said(context: Context, chosen: Iterable[Line | None], slots: Mapping[str, str]) -> Reply:
    places = {"P": context.pet.name, "U": context.person.name, **slots}
    lines = [line for line in chosen if line is not None]
    glue = " " if context.language == "en" else ""
    text = glue.join(line.fill(places) for line in lines)
    return Reply(text=text, trace=Trace(lines=tuple(line.id for line in lines), state={"rung": "greet"}))


def _hour(context: Context) -> str:
    hour = context.now.hour
    parts = ((5, "night"), (11, "morning"), (14, "noon"), (18, "afternoon"), (22, "evening"))
    return next((name for until, name in parts if hour < until), "night")


def _away(hours: float) -> str:
    """How long it was, without any reproach in it."""
    steps = ((1, "minutes"), (18, "hours"), (42, "day"), (_LONG_AWAY, "days"))
    return next((name for until, name in steps if hours < until), "long")


def days_spoken(hours: float, language: Language) -> str:
    """The days away as a number with its noun."""
    count = max(2, round(hours / 24))
    if language == "zh":
        return f"{'两' if count == 2 else count}天"
    names = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
    return f"{names.get(count, count)} days"


def _opening(context: Context, away_hours: float, book: TalkBook) -> tuple[Line | None, dict[str, str]]:
    """By the hour where the person was here today, else by how long they were away."""
    slots = {"days": days_spoken(away_hours, context.language)}
    away = _away(away_hours)
    bank = book.bank("greet", "hour", _hour(context)) if away_hours == 0 else book.bank("greet", "away", away)
    return _pick(context, bank or book.bank("moves", "open"), f"greet.{away}", slots), slots


def greet_with_memory(given: MemoryGreetInput) -> Reply:
    """Perform `memory.greet`: glad first; a memory where it is its moment, with its own follow-up."""
    context, book = given.context, talk_book(given.context.language)
    if given.due is not None:
        return _greet_with_due(given, given.due, book)
    chosen = bringing.choose(given.memories, context, given.away_hours)
    if chosen is None:
        opening, slots = _opening(context, given.away_hours, book)
        return _said(context, [opening], slots)
    memory, bank = chosen
    slots = {"mem": (memory.slots.get("you") or memory.text).strip().rstrip(".。")}
    line = _pick(context, book.bank("greet", bank), f"greet.{bank}", slots)
    follow = _follow_up(memory) if line is not None and not line.asks and bank not in {"coming", "today"} else None
    reply = _said(context, [line, follow], slots)
    return Reply(text=reply.text, trace=Trace(lines=(*reply.trace.lines, f"mem:{memory.id}"), state=reply.trace.state))


def _greet_with_due(given: MemoryGreetInput, due: Promise, book: TalkBook) -> Reply:
    """Glad first, then what is due; a day of the person's own is all that is said."""
    act = book.acts[due_act(due, given.context.now)]
    slots = {"what": due.text.strip().rstrip(".。")}
    opening, extra = _opening(given.context, given.away_hours, book)
    if due.kind == "congratulate" or (opening is not None and opening.asks):
        opening = None
    line = _pick(given.context, act.say, f"greet.{act.name}", slots)
    return _said(given.context, [opening, line], slots | extra)


def _follow_up(memory: Memory) -> Line | None:
    ask = memory.slots.get("ask", "")
    return Line(f"follow:{memory.slots.get('attribute', '')}", ask, asks=True) if ask else None


def greet_with_item(given: RoutineGreetInput) -> Reply:
    """Perform `routine.greet`: hello from the middle of what it is doing."""
    context, book = given.context, talk_book(given.context.language)
    asleep = given.item.kind == "sleep"
    short = (given.item.short or given.item.label).strip()
    end = "。" if context.language == "zh" else "."
    slots = {"short": short if short[-1:] in ".!?。！？…" else short + end, "item": given.item.label}
    bank = book.bank("greet", "asleep") if asleep else book.bank("greet", "item")
    if not asleep and given.away_hours >= _AWAY:
        opening, extra = _opening(context, given.away_hours, book)
        slots |= extra
        # After a long time, the person matters more than the pot on the stove; and one gesture is enough.
        alone = given.away_hours >= _LONG_AWAY or (opening is not None and opening.asks)
        beside = None if alone else _pick(context, book.bank("greet", "beside"), "greet.beside", slots)
        return _said(context, [opening, beside], slots)
    return _said(context, [_pick(context, bank, "greet.item", slots)], slots)


def answer_feedback(given: FeedbackInput) -> Reply:
    """Perform `routine.feedback`: the reaction's bank, and where there are words, the words' valence."""
    context, book = given.context, talk_book(given.context.language)
    slots = {"item": given.item.label}
    chosen: list[Line | None] = []
    if given.reaction is not None:
        chosen.append(_pick(context, book.bank("feedback", given.reaction), f"feedback.{given.reaction}", slots))
    if given.text.strip() or not chosen:
        felt = read_text(given.text, context.language).valence
        tone = "neg" if felt < 0 or given.reaction == "dislike" else "pos" if felt > 0 else "even"
        chosen = (
            [_pick(context, book.bank("feedback", "text", tone), f"feedback.{tone}", slots)]
            if felt or not chosen
            else chosen
        )
    return _said(context, chosen, slots)


def greet_with_note(given: NoteGreetInput) -> Reply:
    """Perform `note.greet`: a few words of what was found, and where."""
    context, book = given.context, talk_book(given.context.language)
    if not given.passages:
        opening, slots = _opening(context, 0, book)
        return _said(context, [opening], slots)
    best = given.passages[0]
    sentence = max(sentences_of(best.text) or [best.text], key=lambda s: min(length(s, context.language), 12))
    slots = {"source": best.source, "quote": cut(sentence, _QUOTE[context.language], context.language)}
    return _said(context, [_pick(context, book.bank("note", "greet"), "note.greet", slots)], slots)
