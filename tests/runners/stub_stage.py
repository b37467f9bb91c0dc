"""In the place of vLLM inside Ray Data LLM's processor: everything else of it is Ray's own."""

from collections.abc import AsyncIterator
from json import dumps, loads
from typing import Any

from ray.llm._internal.batch.processor.base import Processor
from ray.llm._internal.batch.stages.base import StatefulStage, StatefulStageUDF
from ray.llm._internal.batch.stages.common import maybe_convert_ndarray_to_list

BROKEN = "break"
"""Who asks this is answered with an error."""
CONFIGS: list[Any] = []
"""What processors were made of."""


class StubUDF(StatefulStageUDF):  # type: ignore[misc]  # Ray has no types there
    """Tells each row what it was asked, as vLLM would have been asked it."""

    async def udf(self, rows: list[dict[str, Any]]) -> AsyncIterator[dict[str, Any]]:
        for row in rows:
            number = {self.IDX_IN_BATCH_COLUMN: row[self.IDX_IN_BATCH_COLUMN]}
            messages = maybe_convert_ndarray_to_list(row["messages"])
            told: dict[str, Any] = {"text": messages[-1]["content"], **_understood(dict(row["sampling_params"]))}
            broken = told["text"] == BROKEN
            yield number | {
                "generated_text": "" if broken else dumps(told), "__inference_error__": "ValueError" if broken else "",
                "num_input_tokens": len(messages), "num_generated_tokens": 2,
            }  # fmt: skip


def _understood(params: dict[str, Any]) -> dict[str, Any]:
    """As `vLLMEngineWrapper` reads them: a field that is None is as good as none only where vLLM takes it."""
    shape = params.pop("structured_outputs", None) or {}
    kinds = {name: value for name, value in shape.items() if value is not None}
    assert len(kinds) == 1 or not shape, "vLLM wants one kind"
    assert params["temperature"] is not None, "vLLM compares it with 0"
    schema = kinds.get("json")
    return {"shape": (loads(schema) if isinstance(schema, str) else schema) or list(kinds), **params}


def build_processor(config: Any) -> Processor:
    """As Ray's, without an engine."""
    CONFIGS.append(config)
    return Processor(config, [StatefulStage(fn=StubUDF)])
