"""The language model as a mind, over TCP: every skill, and everything that a server can do wrong."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, cast

import pytest
from tests.minds.llm.conftest import MakeBench
from tests.minds.llm.inputs import INPUTS

from pawsona.domain.language import Language
from pawsona.domain.message import Trace
from pawsona.errors import InvalidOutputError, MindError
from pawsona.minds.checked import Checked
from pawsona.minds.llm.answers import ANSWERS
from pawsona.minds.llm.breaker import Breaker
from pawsona.minds.llm.trouble import Refused
from pawsona.minds.routed import Routed
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import ACTS, IPET, SKILLS, Mind
from pawsona.skills.chat import ChatInput, Piece

Run = Callable[[Coroutine[Any, Any, Any]], Any]
ALL = {**SKILLS, **ACTS}
TALK = SKILLS["chat.general"]


def talk(language: Language = "en") -> ChatInput:
    return cast(ChatInput, INPUTS["chat.general"](language))


async def said(mind: Mind, given: ChatInput) -> tuple[str, list[Piece]]:
    pieces = [piece async for piece in mind.stream(TALK, given, IPET)]
    return "".join(piece.text for piece in pieces), pieces


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", sorted(set(ALL) - {name for name in SKILLS if SKILLS[name].streamed}))
def test_every_skill_ends_in_valid_output_or_a_marked_fallback(
    name: str, language: Language, bench: MakeBench, run: Run
) -> None:
    made, skill, given = bench(), ALL[name], INPUTS[name](language)
    answer = run(Checked(made.mind, Storybook()).perform(skill, given, IPET))
    assert not skill.problems(given, answer, IPET)
    assert {call.skill for call in made.calls} == {name}
    assert len(made.calls) <= 2, "one call, and at most one repair"
    asked = made.server.requests("/chat/completions")[0]["body"]
    assert ("response_format" in asked) == (ANSWERS[name].schema is not None)


def test_a_reply_streams_and_says_which_prompt_made_it(bench: MakeBench, run: Run) -> None:
    made = bench()
    made.server.script({"text": "Hello you. I kept the window open!", "token_ms": 5})
    text, pieces = run(said(made.mind, talk()))
    assert text == "Hello you. I kept the window open!"
    assert len(pieces) > 2 and pieces[-1].trace is not None and pieces[-1].trace.state["prompt"]
    [call] = made.calls
    assert (call.outcome, call.skill, call.counted) == ("ok", "chat.general", True)
    assert call.tokens_in > 500 and call.tokens_out > 0 and 0 < call.first_ms <= call.ms


def test_history_goes_between_system_and_message_and_the_persons_words_are_fenced(bench: MakeBench, run: Run) -> None:
    made = bench()
    run(said(made.mind, talk()))
    messages = made.server.requests("/chat/completions")[0]["body"]["messages"]
    assert [messages[0]["role"], messages[-1]["role"]] == ["system", "user"]
    for message in messages[1:-1]:
        assert (message["content"][0] == "«") == (message["role"] == "user")
    assert messages[-1]["content"].rstrip().endswith("»")


def test_thoughts_a_leading_name_and_the_fence_are_never_shown(bench: MakeBench, run: Run) -> None:
    made, pet = bench(), talk().context.pet.name
    made.server.script({"text": f"<think>They are sad. Draft: «no»</think>\n{pet}: I'm here, «really» here."})
    assert run(said(made.mind, talk()))[0] == "I'm here, really here."
    made.server.script({"reasoning": "hm, hm", "text": "Quite so."})
    assert run(said(made.mind, talk()))[0] == "Quite so."


def test_a_reply_in_another_language_is_asked_for_once_more_before_anything_is_shown(
    bench: MakeBench, run: Run
) -> None:
    made = bench()
    made.server.script({"text": "我今天去了湖边，钓了一条小鱼。"}, {"text": "I went to the lake today."})
    assert run(said(made.mind, talk()))[0] == "I went to the lake today."
    assert [call.outcome for call in made.calls] == ["language", "ok"]
    made.server.script({"text": "我今天去了湖边，钓了一条小鱼。", "times": 2})
    text, pieces = run(said(Checked(made.mind, Storybook()), talk()))
    assert text and pieces[-1].trace is not None and pieces[-1].trace.fallback == "storybook"


@pytest.mark.parametrize(
    ("behaviour", "says"),
    [
        ({"status": 401}, "refuses the key"),
        ({"status": 404}, "has no model"),
        ({"status": 429}, "too much to do"),
        ({"status": 503}, "failed (503)"),
        ({"cut": "first"}, "no model server"),
        ({"stall": "first"}, "said nothing for"),
    ],
)
def test_a_server_in_trouble_is_one_sentence_and_the_storybook_answers(
    behaviour: dict[str, Any], says: str, bench: MakeBench, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    made = bench(timeout=0.5)
    made.server.script(behaviour)
    text, pieces = run(said(Checked(made.mind, Storybook()), talk()))
    assert text and pieces[-1].trace is not None
    assert pieces[-1].trace.fallback == "storybook"
    assert says in caplog.text and "\n" not in caplog.messages[-1]
    assert [call.outcome for call in made.calls] == ["failed"]
    assert talk().message not in caplog.text


def test_the_sdk_tries_again_after_429_and_500_and_the_record_counts_it(bench: MakeBench, run: Run) -> None:
    made = bench(retries=2)
    made.server.script({"status": 429, "retry_after": 0.01}, {"status": 500}, {"text": "There you are."})
    assert run(said(made.mind, talk()))[0] == "There you are."
    assert [call.retries for call in made.calls] == [2]


@pytest.mark.parametrize("trouble", [{"cut": "middle"}, {"garbage": True}])
def test_a_stream_that_breaks_in_the_middle_keeps_what_was_said_and_raises(
    trouble: dict[str, Any], bench: MakeBench, run: Run
) -> None:
    made = bench()
    made.server.script({"text": "One that is long enough. " + "And many more after it. " * 4, **trouble})
    shown: list[str] = []

    async def listen() -> None:
        async for piece in Checked(made.mind, Storybook()).stream(TALK, talk(), IPET):
            shown.append(piece.text)

    with pytest.raises(MindError):
        run(listen())
    assert "".join(shown).startswith("One")
    assert [call.outcome for call in made.calls] == ["failed"]


def test_who_stops_listening_hangs_up(bench: MakeBench, run: Run) -> None:
    made = bench()
    made.server.script({"text": "a long tale, " * 200, "token_ms": 5})

    async def leave() -> None:
        pieces = Checked(made.mind, Storybook()).stream(TALK, talk(), IPET)
        await anext(pieces)
        await pieces.aclose()  # type: ignore[attr-defined]

    run(leave())
    assert [call.outcome for call in made.calls] == ["stopped"]
    for _ in range(100):
        if made.server.requests("/chat/completions")[0]["outcome"] == "left":
            break
    assert made.server.requests("/chat/completions")[0]["tokens"] < 600


def test_a_server_without_schemas_is_asked_for_json_and_then_for_lines(bench: MakeBench, run: Run) -> None:
    made, skill = bench(), ALL["strategy.choose"]
    refusal = {"status": 400, "message": "response_format is not supported"}
    made.server.script(refusal, refusal, {"text": "strategy: soothing\nabout_day: no\nknowledge_asked: no"})
    given = INPUTS["strategy.choose"]("en")
    assert run(made.mind.perform(skill, given, IPET)).strategy == "soothing"
    bodies = [request["body"] for request in made.server.requests("/chat/completions")]
    kinds = [body.get("response_format", {}).get("type", "text") for body in bodies]
    assert kinds == ["json_schema", "json_object", "text"]
    made.server.script({"text": "strategy: soothing"})
    run(made.mind.perform(skill, given, IPET))
    assert "response_format" not in made.server.requests("/chat/completions")[-1]["body"], "it remembers"


def test_two_calls_that_are_refused_at_once_step_down_once(
    bench: MakeBench, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, skill = bench(), ALL["strategy.choose"]
    kinds: list[str] = []

    async def complete(chat: Any, usage: Any, **options: Any) -> str:
        kind = options["response_format"]["type"]
        kinds.append(kind)
        await asyncio.sleep(0.01)  # until both have asked
        if kind == "json_schema":
            raise Refused("it refuses", "json_schema is not supported")
        return '{"strategy": "soothing"}'

    async def both() -> None:
        given = INPUTS["strategy.choose"]("en")
        await asyncio.gather(*(made.mind.perform(skill, given, IPET) for _ in range(2)))

    monkeypatch.setattr(made.client, "complete", complete)
    run(both())
    assert kinds == ["json_schema"] * 2 + ["json_object"] * 2


def test_an_old_server_that_knows_no_stream_options_is_asked_without(bench: MakeBench, run: Run) -> None:
    made = bench()
    made.server.script({"status": 400, "message": "unknown field stream_options"}, {"text": "Hello, hello you."})
    assert run(said(made.mind, talk()))[0] == "Hello, hello you."
    assert "stream_options" not in made.server.requests("/chat/completions")[-1]["body"]
    assert made.calls[0].tokens_in > 0


def test_an_answer_against_the_rules_is_repaired_once_with_the_reason(bench: MakeBench, run: Run) -> None:
    made, skill, given = bench(), ALL["memory.rewrite"], INPUTS["memory.rewrite"]("en")
    texts = [f"They told me thing number {n}." for n in range(len(given.memories))]
    made.server.script({"text": json.dumps({"texts": texts[:1]})}, {"text": json.dumps({"texts": texts})})
    answer = run(Checked(made.mind, Storybook()).perform(skill, given, IPET))
    assert list(answer.texts) == texts
    assert [call.outcome for call in made.calls] == ["invalid", "ok"]
    again = made.server.requests("/chat/completions")[1]["body"]["messages"][-1]["content"]
    assert f"{len(given.memories)} memories were given and 1 came back" in again


def test_what_is_read_is_asked_at_zero_and_what_is_written_at_the_endpoints_temperature(
    bench: MakeBench, run: Run
) -> None:
    made = bench(temperature=0.7)
    run(Checked(made.mind, Storybook()).perform(ALL["affect.read"], INPUTS["affect.read"]("en"), IPET))
    run(said(made.mind, talk()))
    temperatures = {r["body"]["temperature"] for r in made.server.requests("/chat/completions")}
    assert temperatures == {0.0, 0.7}


def test_a_context_too_small_leaves_things_out_by_rank_and_then_says_so(bench: MakeBench, run: Run) -> None:
    whole, small = bench(), bench(context=1900)
    run(said(whole.mind, talk()))
    run(said(small.mind, talk()))
    first, second = (r["body"]["messages"] for r in small.server.requests("/chat/completions"))
    assert len(json.dumps(second)) < len(json.dumps(first))
    assert first[-1]["content"].splitlines()[-1] == second[-1]["content"].splitlines()[-1], "the message stays whole"
    tiny = bench(context=1024)
    with pytest.raises(MindError, match="too small"):
        run(said(tiny.mind, talk()))


def test_the_breaker_leaves_a_dead_server_alone_for_a_while(bench: MakeBench, run: Run) -> None:
    moment = 0.0
    breaker = Breaker(failures=2, pause=30, now=lambda: moment)
    made = bench(breaker=breaker)
    made.server.script({"status": 500, "times": 3})
    for _ in range(4):
        with pytest.raises(MindError):
            run(said(made.mind, talk()))
    assert len(made.server.requests("/chat/completions")) == 2, "from the third on nobody was asked"
    moment = 31.0
    with pytest.raises(MindError, match="500"):
        run(said(made.mind, talk()))
    moment = 62.0
    assert run(said(made.mind, talk()))[0]
    assert not breaker.open


def test_before_a_reply_nothing_is_asked_of_the_model(bench: MakeBench, run: Run) -> None:
    made = bench()
    routed = Routed(made.mind, Storybook())
    for name in ("affect.read", "strategy.choose", "note.intent", "promise.find"):
        run(routed.perform(ALL[name], INPUTS[name]("en"), IPET))
    plain = INPUTS["plan.change"]("en")
    run(routed.perform(ALL["plan.change"], type(plain)(context=plain.context, message="I like soup."), IPET))
    assert made.calls == []
    asks = type(plain)(context=plain.context, message="What if we flew a kite tomorrow?")
    made.server.script({"text": '{"day": "tomorrow", "time": "15:00", "label": "Fly the kite", "kind": "kite"}'})
    change = run(routed.perform(ALL["plan.change"], asks, IPET)).change
    assert change is not None and change.kind == "kite"


def test_an_unreadable_answer_says_so_without_quoting_it(bench: MakeBench, run: Run) -> None:
    made = bench()
    made.server.script({"text": "I would rather not, secret word."})
    with pytest.raises(InvalidOutputError) as caught:
        run(made.mind.perform(ALL["routine.schedule"], INPUTS["routine.schedule"]("en"), IPET))
    assert "secret" not in str(caught.value)
    assert [call.outcome for call in made.calls] == ["unreadable"]


def test_traces_of_a_replaced_day_say_who_stepped_in(bench: MakeBench, run: Run) -> None:
    made, skill, given = bench(), ALL["routine.schedule"], INPUTS["routine.schedule"]("en")
    made.server.script({"text": "no", "times": 2})
    schedule = run(Checked(made.mind, Storybook()).perform(skill, given, IPET))
    assert {item.trace.fallback for item in schedule.items} == {"storybook"}
    assert Trace(fallback="storybook").fallback == "storybook"


def test_a_tokenizer_that_is_none_is_bridged(bench: MakeBench, run: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "tokenizer.json"
    wrong.write_text("{}")
    made = bench(tokenizer=wrong)
    with pytest.raises(MindError, match=r"is no tokenizer\.json"):
        run(said(made.mind, talk()))
