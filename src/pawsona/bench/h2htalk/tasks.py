"""H2HTalk's eleven tasks with the counts of its table 1; a task is named as its released file is."""

from pawsona.bench.core.suite import Task

WORDS = ("bleu1", "bleu2", "bleu3", "bleu4", "rouge1", "rougeL", "ss")
"""Equal parts of S (equation 2)."""
JUDGED = ("itinerary_basic", "itinerary_middle", "itinerary_advanced")
"""Levels I to III: a judge has its part in J (equation 3)."""


def _task(name: str, title: str, n: int, skill: str, group: str) -> Task:
    metrics = (*WORDS, "s", "j") if name in JUDGED else (*WORDS, "s")
    return Task(name=name, title=title, n=n, skill=skill, group=group, metrics=metrics)


TASKS = (
    _task("dialogue_base", "DialogueBase", 1882, "chat.general", "Dialogue"),
    _task("dialogue_emotion", "DialogueEmotion", 99, "chat.support", "Dialogue"),
    _task("dialogue_schedule", "DialogueSchedule", 533, "chat.routine", "Dialogue"),
    _task("recollection_synthesize", "RecollectionSynthesis", 412, "memory.summarise", "Recollection"),
    _task("recollection_refine", "RecollectionRefinement", 589, "memory.rewrite", "Recollection"),
    _task("recollection_initialize", "RecollectionInitialization", 102, "memory.greet", "Recollection"),
    _task("itinerary_basic", "ItineraryBasic", 207, "routine.outline", "Itinerary"),
    _task("itinerary_middle", "ItineraryMiddle", 444, "routine.schedule", "Itinerary"),
    _task("itinerary_advanced", "ItineraryAdvanced", 143, "routine.detail", "Itinerary"),
    _task("itinerary_feedback", "ItineraryResponse", 163, "routine.feedback", "Itinerary"),
    _task("itinerary_initialize", "ItineraryInitialization", 76, "routine.greet", "Itinerary"),
)
