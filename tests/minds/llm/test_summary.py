"""What a model says of a session: only what the person said, for how long, and what it does to what is known."""

import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, cast

import pytest
from remember import measure
from tests.minds.llm.conftest import MakeBench
from tests.minds.llm.inputs import INPUTS
from tests.model_server.process import ModelServer

from pawsona.domain.ids import MessageId
from pawsona.domain.message import Message, Role
from pawsona.skills import IPET, SKILLS
from pawsona.skills.memory import Draft, SummariseInput, Summary

Run = Callable[[Coroutine[Any, Any, Any]], Any]
SKILL = SKILLS["memory.summarise"]


def session(*lines: tuple[Role, str]) -> SummariseInput:
    given = cast(SummariseInput, INPUTS["memory.summarise"]("en"))
    model: Message = given.dialogue[0]
    dialogue = tuple(
        replace(model, id=MessageId(f"m{n}"), role=role, text=text, answers=None)
        for n, (role, text) in enumerate(lines)
    )
    return replace(given, dialogue=dialogue)


def read(bench: MakeBench, run: Run, given: SummariseInput, *rows: dict[str, Any]) -> tuple[Draft, ...]:
    made = bench()
    made.server.script({"text": json.dumps({"memories": rows})})
    summary = run(made.mind.perform(SKILL, given, IPET))
    assert isinstance(summary, Summary)
    return summary.drafts


def row(text: str, *lines: int, **fields: Any) -> dict[str, Any]:
    return {
        "text": text,
        "topic": "other_events",
        "importance": "1",
        "lines": lines,
        "same_as": 0,
        "replaces": 0,
    } | fields


def test_what_only_the_pet_said_is_dropped_even_if_a_line_of_the_person_is_named(bench: MakeBench, run: Run) -> None:
    denied = session(("pet", "You work as a teacher, don't you?"), ("person", "nope, never said so"))
    assert read(bench, run, denied, row("Works as a teacher.", 2)) == ()


def test_what_the_person_agrees_to_is_theirs(bench: MakeBench, run: Run) -> None:
    agreed = session(("pet", "You work as a teacher, don't you?"), ("person", "yes exactly"))
    assert [draft.text for draft in read(bench, run, agreed, row("Works as a teacher.", 2))] == ["Works as a teacher."]


def test_a_name_is_for_good_and_what_says_nothing_of_its_time_is_kept_a_season(bench: MakeBench, run: Run) -> None:
    told = session(("person", "I'm called Bo and I found a red kayak"))
    name, kayak = read(
        bench, run, told,
        row("Is called Bo.", 1, topic="name", importance="0"), row("Found a red kayak.", 1, importance="?"),
    )  # fmt: skip
    assert (name.importance, kayak.importance) == (2, 1)


def test_what_is_known_and_recalled_is_a_renewal(bench: MakeBench, run: Run) -> None:
    told = session(("pet", "How is your exam?"), ("person", "the exam is still ahead"))
    [draft] = read(bench, run, told, row("The exam is still ahead.", 2, same_as=1))
    assert draft.about is not None
    assert (draft.about.kind, draft.about.memory) == ("same", told.known[0].id)


def test_the_bench_measures_a_model_over_its_server(
    model_server: ModelServer, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        {"id": "en-1", "kind": "fact", "turns": [{"who": "person", "say": "I play the cello"}],
         "keep": [{"turn": 0, "topic": "hobbies", "retention": "permanent", "words": ["cello"]}]},
        {"id": "en-2", "kind": "changed", "known": [{"text": "The person lives in Leeds.", "topic": "location"}],
         "turns": [{"who": "person", "say": "I moved to York"}],
         "keep": [{"turn": 0, "topic": "location", "retention": "permanent", "words": ["York"], "replaces": 0}]},
        {"id": "en-3", "kind": "joke", "turns": [{"who": "person", "say": "I'm a potato"}], "keep": []},
    ]  # fmt: skip
    answers = [
        [row("Robin plays the cello.", 1, topic="hobbies", importance="2")],
        [row("Robin lives in York.", 1, topic="location", importance="2", replaces=1)],
        [row("Robin is a potato.", 1)],
    ]
    model_server.script(*({"text": json.dumps({"memories": answer})} for answer in answers))
    monkeypatch.setenv("PAWSONA_BASE_URL", model_server.base_url)
    monkeypatch.setenv("PAWSONA_MODEL", "pet-model")
    report = run(measure(rows, "en", model=True, errors=False))
    found = {name: (share["n"], share["of"]) for name, share in report["every"]["all"].items()}
    assert len(model_server.requests("/chat/completions")) == 3
    assert report["failed"] == 0
    assert found["recall, content"] == found["retention right"] == (2, 2)
    assert found["precision, content"] == (2, 3)
    assert found["changed, superseded"] == found["trap sessions with any"] == (1, 1)
