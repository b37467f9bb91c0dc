"""A mind's output as the text that a model is asked for: plain, or the JSON that `minds/llm/answers` reads."""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pawsona.skills.memory import Rewrite, SummariseInput, Summary
from pawsona.skills.note import Extract, Intent
from pawsona.skills.routine import Schedule

_INTENTS = {"active": "search", "direct": "answer", "shift": "shift"}


def written(output: Any, given: Any) -> str:
    """The text of an output to an input."""
    made = _JSON.get(type(output))
    return json.dumps(made(output, given), ensure_ascii=False) if made else str(output.text)


def _summary(output: Summary, given: SummariseInput) -> Any:
    place = {message.id: number for number, message in enumerate(given.dialogue, 1)}
    rows = [
        {
            "text": one.text, "topic": one.topic, "importance": str(one.importance),
            "lines": [place[source] for source in one.sources], "same_as": 0, "replaces": 0,
        }
        for one in output.drafts
    ]  # fmt: skip
    return {"memories": rows}


_JSON: Mapping[type[Any], Callable[[Any, Any], Any]] = MappingProxyType({
    Summary: _summary,
    Rewrite: lambda output, given: {"texts": list(output.texts)},
    Extract: lambda output, given: {
        "found": [{"point": point, "values": list(values)} for point, values in output.values.items()]
    },
    Intent: lambda output, given: {"intent": _INTENTS[output.kind], "query": output.query},
    Schedule: lambda output, given: {
        "items": [{"time": f"{one.at:%H:%M}", "label": one.label, "kind": one.kind} for one in output.items]
    },
})  # fmt: skip
