"""What the skills on notes are told."""

from collections.abc import Mapping

from pawsona.minds.llm.fence import fenced, fenced_list
from pawsona.minds.llm.told.talk import passages
from pawsona.minds.llm.told.who import dialogue, who
from pawsona.skills.note import ExtractInput, IntentInput, NoteGreetInput


def extract(given: ExtractInput) -> Mapping[str, str]:
    parts = [fenced(given.text), dialogue(given.dialogue, given.context)]
    text = "\n".join(part for part in parts if part)
    return {**who(given.context), "text": text, "points": fenced_list(given.points)}


def intent(given: IntentInput) -> Mapping[str, str]:
    said = dialogue(given.history, given.context)
    return {**who(given.context), "dialogue": said, "message": fenced(given.message)}


def greet(given: NoteGreetInput) -> Mapping[str, str]:
    return {**who(given.context), "passages": passages(given.passages)}
