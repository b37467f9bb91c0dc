"""What has no place in a model's context: asked in parts, or with less of what may be left out; never cut in a word."""

import json
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest
from tests.conftest import FakeClock
from tests.minds.llm.inputs import INPUTS, NOW
from tests.model_server.process import ModelServer

from pawsona.domain.call import Call
from pawsona.domain.ids import MemoryId, MessageId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message
from pawsona.domain.person import Fact
from pawsona.errors import MindError
from pawsona.minds.checked import Checked
from pawsona.minds.llm.client import Client
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.llm.mind import LanguageModel
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.llm.refusals import REST_SECONDS, Refusals
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import ACTS, IPET, SKILLS
from pawsona.skills.acts import ReconcileInput
from pawsona.skills.memory import RewriteInput, SummariseInput, Summary
from pawsona.skills.routine import DayInput, ScheduleInput

Run = Callable[[Coroutine[Any, Any, Any]], Any]
CONTEXT = 8192
SAID: dict[Language, str] = {
    "en": "Number {n}: today at work I sorted the letters of the archive and thought about the garden, the rain and tea.",
    "zh": "第{n}件：今天在单位整理了档案室的旧信，一边听雨一边想着阳台上的花，晚上回家又泡了一壶茶，慢慢地喝。",
}
TOO_LONG = {"status": 400, "code": "context_length_exceeded", "message": "maximum context length exceeded"}
HEARD: dict[Language, str] = {"en": "I hear you, and I am here.", "zh": "我在听呢，我陪着你。"}


@pytest.fixture(scope="module")
def small_server() -> Iterator[ModelServer]:
    """It refuses what is too long, with its answer, for 8,192 tokens."""
    with ModelServer.start(context=CONTEXT) as server:
        yield server


@pytest.fixture
def server(small_server: ModelServer) -> ModelServer:
    small_server.reset()
    return small_server


@pytest.fixture
def calls() -> list[Call]:
    return []


@pytest.fixture
def make(server: ModelServer, run: Run, calls: list[Call]) -> Iterator[Callable[[int], Checked]]:
    clients: list[Client] = []

    async def record(call: Call) -> None:
        calls.append(call)

    def made(context: int) -> Checked:
        clients.append(Client(Endpoint(base_url=server.base_url, model="pet-model", context=context), retries=0))
        return Checked(LanguageModel({"talk": clients[-1]}, Prompts(), FakeClock(NOW), record), Storybook())

    yield made
    for client in clients:
        run(client.aclose())


def refusals_of(checked: Checked) -> Refusals:
    mind = cast(LanguageModel, checked._mind)
    return mind._refusals


def evening(language: Language, messages: int = 300) -> SummariseInput:
    given = cast(SummariseInput, INPUTS["memory.summarise"](language))
    one: Message = given.dialogue[0]
    said = [
        replace(one, id=MessageId(f"m{n}"), role="pet" if n % 2 else "person", at=NOW + timedelta(seconds=n),
                text=HEARD[language] if n % 2 else SAID[language].format(n=n))
        for n in range(messages)
    ]  # fmt: skip
    return replace(given, dialogue=tuple(said))


def asked(server: ModelServer) -> list[str]:
    """What was sent in the requests that were answered."""
    rows = server.requests("/chat/completions")
    return [row["body"]["messages"][-1]["content"] for row in rows if row["status"] == 200]


def refused(server: ModelServer) -> int:
    return sum(row["status"] != 200 for row in server.requests("/chat/completions"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_session_too_long_is_told_in_parts_and_nothing_of_it_is_lost(
    server: ModelServer, make: Callable[[int], Checked], run: Run, calls: list[Call], language: Language
) -> None:
    given = evening(language)
    server.always(text=json.dumps({"memories": []}))
    sought = [SAID[language].format(n=n) for n in (0, 298)]
    for text in sought:
        entry = {"text": text, "topic": "work", "importance": "1", "lines": [], "same_as": 0, "replaces": 0}
        server.script({"match": json.dumps(text, ensure_ascii=False)[1:-1], "text": json.dumps({"memories": [entry]})})
    summary: Summary = run(make(CONTEXT).perform(SKILLS["memory.summarise"], given, IPET))
    told = "\n".join(asked(server))
    assert all(message.text in told for message in given.dialogue)
    assert {call.outcome for call in calls if call.outcome != "failed"} == {"ok"}, "the storybook wrote none of it"
    assert 2 <= len(asked(server)) <= 5
    assert {source for draft in summary.drafts for source in draft.sources} == {"m0", "m298"}
    if language == "en":  # where the estimate is not too low, nothing is sent in vain
        assert refused(server) == 0


def test_a_session_that_fits_is_one_call(server: ModelServer, make: Callable[[int], Checked], run: Run) -> None:
    server.always(text=json.dumps({"memories": []}))
    run(make(CONTEXT).perform(SKILLS["memory.summarise"], evening("en", 60), IPET))
    assert len(server.requests("/chat/completions")) == 1


def test_a_server_that_has_less_context_than_was_said_is_asked_in_parts_too(
    server: ModelServer, make: Callable[[int], Checked], run: Run
) -> None:
    given = evening("en")
    server.always(text=json.dumps({"memories": []}))
    run(make(64_000).perform(SKILLS["memory.summarise"], given, IPET))
    told = "\n".join(asked(server))
    assert refused(server) >= 1
    assert all(message.text in told for message in given.dialogue)


def test_a_part_that_cannot_be_read_is_the_only_one_that_the_storybook_writes(
    server: ModelServer, make: Callable[[int], Checked], run: Run, calls: list[Call], caplog: pytest.LogCaptureFixture
) -> None:
    server.always(text=json.dumps({"memories": []}))
    server.script({"match": SAID["en"].format(n=0), "text": "I would rather not.", "times": 2})
    run(make(CONTEXT).perform(SKILLS["memory.summarise"], evening("en"), IPET))
    assert [call.outcome for call in calls].count("unreadable") == 2, "it was asked for once more"
    assert [call.outcome for call in calls].count("ok") == len(calls) - 2 >= 1
    assert caplog.text.count("failed at memory.summarise") == 1


def test_what_is_too_long_in_itself_is_left_to_the_storybook(
    server: ModelServer, make: Callable[[int], Checked], run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    long = evening("en", 1)
    long = replace(long, dialogue=(replace(long.dialogue[0], text="So it was. " * 6000),))
    run(make(CONTEXT).perform(SKILLS["memory.summarise"], long, IPET))
    assert server.requests("/chat/completions") == []
    assert "too small" in caplog.text


def test_a_server_that_refuses_even_a_short_part_is_not_asked_for_as_much_a_while(
    server: ModelServer, make: Callable[[int], Checked], run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    server.always(**TOO_LONG)
    checked, seconds = make(64_000), [0.0]
    refusals_of(checked).now = lambda: seconds[0]
    given = evening("en", 80)

    def summarised() -> Summary:
        return cast(Summary, run(checked.perform(SKILLS["memory.summarise"], given, IPET)))

    whole = run(Storybook().perform(SKILLS["memory.summarise"], given, IPET))
    first = summarised()
    assert [draft.text for draft in first.drafts] == [draft.text for draft in whole.drafts], (
        "it reads the whole evening"
    )
    assert first.trace.fallback == "storybook"
    asked_for = refused(server)
    assert asked_for <= 5, "halved until a part is short, and not once for each turn"
    assert summarised() == first
    assert refused(server) == asked_for
    assert caplog.text.count("steps in") == 1
    seconds[0] = REST_SECONDS + 1
    summarised()
    assert refused(server) == 2 * asked_for, "then it is tried again"


def test_what_was_too_long_with_one_person_is_asked_for_with_another(
    server: ModelServer, make: Callable[[int], Checked], run: Run
) -> None:
    """What is told beside a short part may be long: what was remembered, facts."""
    server.always(text=json.dumps({"memories": []}))
    server.script({"match": "letter 3", "times": 0, **TOO_LONG})
    given, checked = evening("en", 6), make(64_000)
    much = replace(given, known=memories(24))
    assert run(checked.perform(SKILLS["memory.summarise"], much, IPET)).trace.fallback == "storybook"
    assert run(checked.perform(SKILLS["memory.summarise"], given, IPET)).trace.fallback is None
    assert refused(server) == 1


def test_a_repair_without_room_costs_nothing_but_its_own_part(
    server: ModelServer, make: Callable[[int], Checked], run: Run
) -> None:
    server.script({"text": "I would rather not."}, {"match": "could not be used", **TOO_LONG})
    server.always(text=json.dumps({"memories": []}))
    checked, given = make(64_000), evening("en", 6)
    assert run(checked.perform(SKILLS["memory.summarise"], given, IPET)).trace.fallback == "storybook"
    assert run(checked.perform(SKILLS["memory.summarise"], given, IPET)).trace.fallback is None
    assert refused(server) == 1


def test_a_single_turn_too_long_for_the_server_costs_the_others_nothing(
    server: ModelServer, make: Callable[[int], Checked], run: Run, calls: list[Call]
) -> None:
    given = evening("en", 20)
    pasted = replace(given.dialogue[8], text="So it was. " * 4000)
    given = replace(given, dialogue=(*given.dialogue[:8], pasted, *given.dialogue[9:]))
    server.always(text=json.dumps({"memories": []}))
    run(make(64_000).perform(SKILLS["memory.summarise"], given, IPET))
    told = "\n".join(asked(server))
    assert all(message.text in told for message in given.dialogue if message is not pasted and message.role == "person")


def memories(count: int) -> tuple[Memory, ...]:
    one = cast(RewriteInput, INPUTS["memory.rewrite"]("en")).memories[0]
    return tuple(
        replace(one, id=MemoryId(f"r{n}"), text=f"Lin wrote letter {n} to a friend. " * 40) for n in range(count)
    )


def test_memories_are_put_into_words_in_parts_and_stay_in_their_order(
    server: ModelServer, make: Callable[[int], Checked], run: Run
) -> None:
    given = replace(cast(RewriteInput, INPUTS["memory.rewrite"]("en")), memories=memories(42))
    for at in range(0, 42, 14):
        texts = [f"My friend told me of letter {n}." for n in range(at, at + 14)]
        server.script({"match": f"1. «Lin wrote letter {at} to", "text": json.dumps({"texts": texts})})
    rewritten = run(make(CONTEXT).perform(SKILLS["memory.rewrite"], given, IPET))
    assert len(asked(server)) == 3
    assert rewritten.texts == tuple(f"My friend told me of letter {n}." for n in range(42))


def crowded(context: Any) -> Any:
    """A person who told very much of themselves."""
    facts = tuple(Fact(MemoryId(f"f{n}"), f"Lin kept diary number {n} in the blue chest. " * 20) for n in range(40))
    return replace(context, facts=facts)


@pytest.mark.parametrize("skill", ["routine.outline", "routine.schedule", "memory.reconcile"])
def test_what_may_be_left_out_is_left_out_by_rank(
    server: ModelServer, make: Callable[[int], Checked], run: Run, calls: list[Call], skill: str
) -> None:
    given = INPUTS[skill]("en")
    match given:
        case DayInput():
            given = replace(given, context=crowded(given.context), memories=memories(8))
        case ScheduleInput():
            given = replace(
                given,
                day=replace(given.day, memories=memories(8), context=crowded(given.day.context)),
            )
        case ReconcileInput():
            given = replace(given, near=tuple(replace(m, text=m.text * 6) for m in memories(5)))
    run(make(CONTEXT if skill != "routine.schedule" else 5000).perform({**SKILLS, **ACTS}[skill], given, IPET))
    assert refused(server) == 0
    assert calls and "failed" not in {call.outcome for call in calls}
    told = asked(server)[0] + json.dumps(server.requests("/chat/completions")[0]["body"]["messages"][0])
    assert "letter 0" in told, "the first is the last to go"


def test_a_day_that_fits_in_no_way_is_left_to_the_storybook_and_marked(
    make: Callable[[int], Checked], run: Run, server: ModelServer
) -> None:
    outline = run(make(1024).perform(SKILLS["routine.outline"], INPUTS["routine.outline"]("en"), IPET))
    assert server.requests("/chat/completions") == []
    assert outline.trace.fallback == "storybook"


def test_who_asks_the_bare_model_is_told(make: Callable[[int], Checked], run: Run) -> None:
    with pytest.raises(MindError, match="too small"):
        run(make(CONTEXT)._mind.perform(SKILLS["memory.summarise"], evening("en"), IPET))
