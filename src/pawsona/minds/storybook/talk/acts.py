"""Rung 2: acts, that is what a sentence does whatever it is about, with what can be computed for an answer."""

from collections.abc import Iterable
from datetime import timedelta

from pawsona.minds.storybook.promising import change_plan
from pawsona.minds.storybook.talk.entries import Act, Bank
from pawsona.minds.storybook.talk.story import teller
from pawsona.minds.storybook.talk.turn import Said, Turn
from pawsona.skills.acts import PlanInput
from pawsona.world.calendar import day_of

PHATIC = frozenset(
    "hello bye thanks sorry agree refuse love tease good_morning good_night guess how_are_you bored are_you_sad kiss "
    "wake_up tuck_in".split()
)
"""Politeness and play: they colour an opening, and answer only where nothing weighs more."""

_PLAY = PHATIC | frozenset(
    "feed dress sing laugh gibberish cheer nickname boop tickle ball hide_seek high_five joke riddle bedtime_story "
    "would_rather hungry_q bath lap gift photo_together wake_up tuck_in teach come_here kiss praise luck_wish "
    "happy_day "
    "animal_noise rps nap_together dance_with race fort celebrate walk play throw_ball photo poke trick brush "
    "joke_on_me are_you_hungry are_you_tired kidding riddle_given one_more do_trick hire_pet judge_funny r_hehe r_wow "
    "pick_this pick_any eat_what name_it excuse".split()
)
"""What is light-hearted, and waits for another day where something grave is talked about."""
SURE, LIKELY = 0.68, 0.58
"""Cosine from which a message is taken for an act, before and after opinions are looked at."""
_GATED = frozenset({"no_talk", "insult"})
_LOOSE = ("pet_", "are_you_sad")
"""How the names of acts begin that are for any question of a shape."""
_TELLING = frozenset({"day_past", "day_any", "day_yesterday"})
_DATED = {"away": "gone", "coming": "coming"}
"""Acts whose answer is a place, or that there is nothing to put there."""
_ALWAYS = frozenset({"false_together", "open_again", "unheard", "no_bell", "no_forecast", "how_i_remember"})
"""What is answered whatever hurts beside it."""
_EXTRA = {"hello": "open", "bye": "close"}


def acts(turn: Turn) -> Said | None:
    """The act of the whole message, else of its heaviest clause, else a plain question in any clause."""
    return _first(
        turn, (act for act in turn.book.acts.values() if act.name not in _GATED and not act.name.startswith(_LOOSE))
    )


def first(turn: Turn) -> Said | None:
    """What is answered before anything that is known: it wasn't heard, or is asked for what it can't do."""
    return _first(turn, (turn.book.acts[name] for name in ("unheard", "no_bell", "no_forecast", "how_i_remember")))


def loose(turn: Turn) -> Said | None:
    """Acts for any question of a shape ("can you", "do you like"): only where no opinion on the matter is known."""
    return _first(turn, (act for act in turn.book.acts.values() if act.name.startswith(_LOOSE)))


def _first(turn: Turn, some: Iterable[Act]) -> Said | None:
    return next((said for act in some if _applies(turn, act) and (said := perform_act(turn, act))), None)


def alike(turn: Turn, least: float = LIKELY) -> Said | None:
    """The act that a message means, though no cue of it holds."""
    name, score = turn.nearest("act")
    if score < least or turn.heavy or (turn.grave and name in _PLAY):
        return None
    return named(turn, name)


def _applies(turn: Turn, act: Act) -> bool:
    if not act.cues:
        return False
    if act.name == "are_you_ai":
        return act.cues.find(turn.text) is not None
    if act.name == "how_are_you" and turn.skill == "chat.routine":
        return False
    if turn.grave and act.name in _PLAY and not act.by_personality.get("grave"):
        return False
    if act.name in PHATIC:
        return not turn.heavy and _is_all(turn, act)
    if turn.heavy and act.name not in _ALWAYS:
        return False
    return act.cues.find(turn.text) is not None


def _is_all(turn: Turn, act: Act) -> bool:
    """A polite word must be most of what was said: "Thanks! I lost my job" is not thanks."""
    if act.cues.find(turn.focus.text):
        return turn.size <= (12 if turn.language == "en" else 16) or len(turn.clauses) == 1
    short = turn.size <= (20 if act.name == "guess" else 7 if turn.language == "en" else 9)
    return short and act.cues.find(turn.text) is not None


def bank_of(turn: Turn, act: Act) -> Bank:
    """The act's lines with those of the pet's own manner, and the openings or closings that go with it."""
    grave = act.by_personality.get("grave", ())
    if grave and (turn.grave or (turn.valence == "neg" and turn.given.affect.valence <= 0)):
        return grave
    extra = turn.book.bank("moves", _EXTRA[act.name]) if act.name in _EXTRA else ()
    if act.name == "weather" and turn.given.today is not None:
        return turn.book.bank("moves", "weather", turn.given.today.weather) or act.say
    if act.name in _DATED:
        place = _DATED[act.name]
        return tuple(line for line in act.say if (place in line.slots) == (place in turn.slots))
    if act.name == "false_together":
        extra = turn.book.bank("memory", "never_together")
    return (*act.by_personality.get(turn.given.context.pet.personality, ()), *act.say, *extra)


def perform_act(turn: Turn, act: Act) -> Said | None:
    """A line of the act, with the day's facets in it."""
    if act.name == "day_plan" and turn.book.plan["tomorrow"].find(turn.text.casefold()):
        return _tomorrow(turn, act)
    captured = turn.captured(act.cues, loose=True)
    line = turn.pick(bank_of(turn, act), f"act.{act.name}", captured)
    if line is None:
        return named(turn, "day_early") if act.name in _TELLING or act.name == "day_now" else None
    turn.slots.update(captured)
    said = Said("act", (line,), act.strategy, {"act": act.name})
    if act.name == "day_now" and turn.story.present is not None:
        turn.state.told, turn.state.tell_turns = turn.story.present.line, 0
    elif act.name in _TELLING or "tell" in line.slots:
        told = teller(turn.story, turn.state.said)
        if told is not None:
            said.marks["told"] = told.line
            turn.state.told, turn.state.tell_turns = told.line, 0
    if act.name == "unheard":
        turn.state.leave()
    if act.name == "open_again":
        turn.state.presence = False
    return said


def _tomorrow(turn: Turn, act: Act) -> Said | None:
    """What is fixed for tomorrow: what the two of them have agreed on, else the day if it is made."""
    label = (
        agreed(turn) or next((i.label for i in turn.given.tomorrow.items), "") if turn.given.tomorrow else agreed(turn)
    )
    bank = act.say if label else turn.book.bank("moves", "tomorrow")
    line = turn.pick([row for row in bank if not label or "plan" in row.slots], "tomorrow", {"plan": label})
    if line is None:
        return None
    turn.slots["plan"] = label
    return Said("act", (line,), act.strategy, {"act": act.name})


def agreed(turn: Turn) -> str:
    """What the person proposed today for tomorrow, as the plan will call it."""
    context, now = turn.given.context, turn.given.context.now
    today = day_of(context.person, now)
    for message in reversed(turn.given.history):
        if message.role == "person" and day_of(context.person, message.at) == today:
            change = change_plan(PlanInput(context=context, message=message.text, today=turn.given.today)).change
            if change is not None and change.on == today + timedelta(days=1):
                return change.label
    return ""


def named(turn: Turn, name: str) -> Said | None:
    """A line of an act that something else called for: a promise, a changed plan, the honest answer."""
    act = turn.book.acts.get(name)
    return perform_act(turn, act) if act is not None else None
