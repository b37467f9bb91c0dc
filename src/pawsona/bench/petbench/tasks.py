"""Pet-Bench's tasks: the files of its release, their counts, and the skill that each one's prompts really ask for."""

from pawsona.bench.core.suite import Task

WORDS = ("bleu1", "bleu2", "bleu3", "bleu4", "rouge1", "rougeL", "ss")
"""Equal parts of every task's score."""
EXTRA = {"note_intent": "accuracy", "routine_level_1": "judge", "routine_level_2": "judge", "routine_level_3": "judge"}
"""The eighth part that four tasks have."""


def _task(name: str, title: str, n: int, skill: str) -> Task:
    metrics = (*WORDS, EXTRA[name]) if name in EXTRA else WORDS
    return Task(name=name, title=title, n=n, skill=skill, group=title.split(" ", maxsplit=1)[0], metrics=metrics)


TASKS = (
    _task("chat_general", "PetChat General", 2511, "chat.general"),
    _task("chat_psychology", "PetChat Psychology", 100, "chat.support"),
    _task("chat_routine", "PetChat Routine", 533, "chat.routine"),
    _task("note_extract", "PetNote Information_Extract", 511, "note.extract"),
    _task("note_intent", "PetNote Intent_Recognition", 1114, "note.intent"),
    # The release has these two the other way round: each file's prompts are the other one's template.
    _task("note_conversation", "PetNote Note_Conversation", 192, "note.retrieve"),
    _task("note_retrieve", "PetNote Retrieve_Conversation", 475, "note.chat"),
    _task("note_greet", "PetNote Greet", 88, "note.greet"),
    _task("memory_summary", "PetMemory Summary", 412, "memory.summarise"),
    _task("memory_rewrite", "PetMemory Rewrite", 589, "memory.rewrite"),
    _task("memory_greet", "PetMemory Greet", 102, "memory.greet"),
    _task("routine_level_1", "PetRoutine Level_I", 362, "routine.outline"),
    _task("routine_level_2", "PetRoutine Level_II", 444, "routine.schedule"),
    _task("routine_level_3", "PetRoutine Level_III", 143, "routine.detail"),
    _task("routine_feedback", "PetRoutine Feedback", 163, "routine.feedback"),
    _task("routine_greet", "PetRoutine Greet", 76, "routine.greet"),
)
"""A file is named as a title is, with an underscore: `PetChat_General.json`."""
