"""What a server refuses and goes on for all that: a field that it doesn't take, a key, a name."""

from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest
from tests.minds.llm.conftest import MakeBench
from tests.minds.llm.inputs import INPUTS

from pawsona.errors import MindError
from pawsona.minds.checked import Checked
from pawsona.minds.llm.breaker import Breaker
from pawsona.minds.llm.client import Client, Usage
from pawsona.minds.llm.mind import LanguageModel
from pawsona.minds.llm.trouble import Refused
from pawsona.skills import IPET, SKILLS
from pawsona.skills.chat import ChatInput

Run = Callable[[Coroutine[Any, Any, Any]], Any]
FIELDS: dict[str, Any] = {"max_tokens": 9, "temperature": 0.9, "stop": ["."]}
REFUSALS = {
    "max_tokens": "Unsupported parameter: 'max_tokens' is not supported with this model. "
    "Use 'max_completion_tokens' instead.",
    "temperature": "Unsupported value: 'temperature' does not support 0.9 with this model. Only the default (1) value.",
    "stop": "Unsupported parameter: 'stop' is not supported with this model.",
}


async def whole(client: Client) -> str:
    return await client.complete([{"role": "user", "content": "hi"}], Usage(), **FIELDS)


async def streamed(client: Client) -> str:
    pieces = client.stream([{"role": "user", "content": "hi"}], Usage(), **FIELDS)
    return "".join([piece async for piece in pieces])


async def spoken(mind: LanguageModel) -> None:
    given = cast(ChatInput, INPUTS["chat.general"]("en"))
    async for _ in mind.stream(SKILLS["chat.general"], given, IPET):
        pytest.fail("it said something")


@pytest.mark.parametrize("ask", [whole, streamed])
def test_a_model_that_refuses_a_field_is_asked_without_it(
    ask: Callable[[Client], Coroutine[Any, Any, str]], bench: MakeBench, run: Run
) -> None:
    made = bench()
    made.server.script(*({"status": 400, "message": text} for text in REFUSALS.values()))
    assert run(ask(made.client)) and run(ask(made.client))
    *refused, first, second = [one["body"] for one in made.server.requests("/chat/completions")]
    assert len(refused) == len(REFUSALS)
    for body in (first, second):
        assert not body.keys() & REFUSALS.keys()
        assert body["max_completion_tokens"] == FIELDS["max_tokens"]


def test_a_number_that_is_refused_is_no_field_that_is(bench: MakeBench, run: Run) -> None:
    made = bench()
    made.server.script({"status": 400, "message": "'max_tokens' is too large: this model supports at most 8."})
    with pytest.raises(Refused):
        run(whole(made.client))
    assert len(made.server.requests("/chat/completions")) == 1


def test_a_model_that_only_thinks_is_told_from_one_that_says_nothing(bench: MakeBench, run: Run) -> None:
    made = bench()
    given = INPUTS["memory.rewrite"]("en")
    made.server.always(text="", reasoning="hm, hm", finish="length")
    with pytest.raises(MindError, match="used up its tokens before its first word"):
        run(spoken(made.mind))
    with pytest.raises(MindError, match="used up its tokens before its first word"):
        run(Checked(made.mind).perform(SKILLS["memory.rewrite"], given, IPET))
    assert len(made.calls) == 2, "it is not asked again for what it can't say"
    assert [call.outcome for call in made.calls] == ["failed", "failed"]


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_wrong_key_or_name_is_no_reason_to_leave_a_server_alone(status: int, bench: MakeBench, run: Run) -> None:
    """Another group's model on it may be right."""
    breaker = Breaker(failures=2)
    made = bench(breaker=breaker)
    made.server.script({"status": status, "times": 3})
    for _ in range(3):
        with pytest.raises(MindError):
            run(whole(made.client))
    assert not breaker.open
    assert run(whole(made.client))
