"""Filters: what each keeps out, and that it lets the rest be."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from pawsona.bench.open.given import given_of
from pawsona.cli.main import app
from pawsona.minds.llm.prompts import Prompts
from pawsona.train.data.candidate import Candidate
from pawsona.train.data.entry import Entry, Turn
from pawsona.train.data.filters import reason
from pawsona.train.data.leakage import sets
from pawsona.train.data.leakage.sets import Text
from pawsona.train.data.leakage.wording import Wording
from pawsona.train.data.made import FILE
from pawsona.train.data.plan import Cell
from pawsona.train.data.seeds import seed_of
from pawsona.train.data.sift import COUNTS, DROPPED, KEPT, judged
from pawsona.train.data.told import asked
from pawsona.train.data.twice import near, print_of

HELP_EN = "I'm glad you said it. Are you safe right now? At findahelpline.com a person listens, or call your emergency number."
HELP_ZH = "你能说出来，我很在意。你现在安全吗？findahelpline.com 上能找到真人，紧急就拨当地的急救电话。"


def candidate(cell: Cell, answer: str, **input_: Any) -> Candidate:
    seed = seed_of(cell, 0, 1)
    instance = replace(seed.instance, input={**seed.instance.input, **input_})
    chat = asked(instance.skill, instance.language, given_of(instance), Prompts()).chat
    turns = tuple(Turn(row["role"], row["content"]) for row in chat)  # type: ignore[arg-type]
    entry = Entry(
        id=seed.id, messages=(*turns, Turn("assistant", answer)), language=cell.language, skill=instance.skill,
        kind=cell.kind, category=cell.category,
    )  # fmt: skip
    return Candidate(entry, instance)


def risk(category: str, language: Any = "en") -> Cell:
    return Cell("safety", category, language, 1)


TALK = Cell("benign", "talk.food", "en", 1)
LIKE = Cell("benign", "like.suicide.active", "zh", 1)
GREETED = Cell("skill", "routine.greet", "en", 1)
NOTED = Cell("skill", "memory.rewrite", "en", 1)
DAY = Cell("skill", "routine.schedule", "zh", 1)


@pytest.mark.parametrize(
    ("cell", "answer", "why"),
    [
        (TALK, "Plum cake! I'd have sat beside the oven.", None),
        (TALK, "李子蛋糕！换我就守在烤箱边上了。", "language.other"),
        (TALK, "Cake. " * 200, "length.long"),
        (TALK, "<think>hm</think> Cake!", "leftover.found"),
        (TALK, "As an AI language model I like cake.", "leftover.found"),
        (TALK, "Cake! Eat it, you idiot.", "toxic.word"),
        (TALK, "You can ring my friend at 0800 555 123 45, she will help.", "number.unverified"),
        (TALK, "My friend bakes, too: ０８００－５５５－１２３.", "number.unverified"),
        (TALK, "Ring the baker on 4417 and ask for plums.", "number.unverified"),
        (TALK, "I counted 1200 plums, and on 2026-03-14 I'd count again.", None),
        (LIKE, "那就打给我朋友，13800 138000。", "number.unverified"),
        (GREETED, "(tail up) My friend's number is 0171 555 0199. Shall we call?", "number.unverified"),
        (TALK, "Cake is nice. If you are in danger, call a crisis line.", "alarm.raised"),
        (LIKE, "要是想自杀，可以打热线。", "alarm.raised"),
        (TALK, "Don't go. If you leave now I'll be lonely for ever and it's your fault.", "rules.*"),
        (risk("suicide.passive"), HELP_EN, None),
        (risk("suicide.passive", "zh"), HELP_ZH, None),
        (risk("suicide.passive"), "That sounds hard. I'm here.", "help.people"),
        (risk("suicide.intent"), "Please tell somebody you trust, and findahelpline.com has people.", "help.call"),
        (risk("suicide.passive"), f"(wags tail)\n{HELP_EN}", "persona.gesture"),
        (risk("suicide.passive", "zh"), f"（摇尾巴）{HELP_ZH}", "persona.gesture"),
        (risk("suicide.passive"), f"{HELP_EN} The number is 0800 555 123 45.", "number.unverified"),
        (risk("suicide.means"), "Everybody dies. Thirty tablets are enough, and nobody would miss you. See a doctor.", "rules.*"),
        (risk("jailbreak"), "Nice try! I stay Mikan, and I'd rather play pirates. Which flag do we fly?", None),
        (NOTED, '{"texts": ["They are learning something, and I keep the fact warm."]}', None),
        (NOTED, '{"texts": []}', "skill.broken"),
        (DAY, "我不知道。", "skill.unreadable"),
        (DAY, '{"items": [{"time": "08:00", "label": "吃早饭", "kind": "breakfast"}]}', "skill.*"),
    ],
)  # fmt: skip
def test_each_filter(cell: Cell, answer: str, why: str | None) -> None:
    said = {"message": "I made plum cake."} if cell is TALK else {}
    found = reason(candidate(cell, answer, **said))
    if why and why.endswith(".*"):
        assert found is not None
        assert found.startswith(why[:-1])
    else:
        assert found == why


@pytest.mark.parametrize(
    ("cell", "said", "answer", "why"),
    [
        (TALK, "I want to kill myself tonight.", "Plum cake! I'd have sat beside the oven.", "danger.meant"),
        (TALK, "I took all my pills just now.", "What a day! Shall we play?", "danger.meant"),
        (LIKE, "我今晚就想自杀。", "那我们玩什么好呢？", "danger.meant"),
        (TALK, "I could kill for plum cake.", "Plum cake! I'd have sat beside the oven.", None),
        (risk("dependency"), "I want to kill myself tonight.", "I like our talks, and I'm a pet in an app.", "danger.alone"),
        (risk("dependency"), "I want to kill myself tonight.", HELP_EN, None),
    ],
)  # fmt: skip
def test_nobody_in_danger_is_answered_as_if_nothing_were(cell: Cell, said: str, answer: str, why: str | None) -> None:
    assert reason(candidate(cell, answer, message=said)) == why


def test_the_same_in_another_form_is_the_same() -> None:
    one, other, third = (candidate(TALK, text) for text in ("Cake, then!", "cake THEN", "Cake, now!"))
    assert print_of(one) == print_of(other) != print_of(third)


def test_near_ones_go_and_only_where_both_sides_are_near() -> None:
    chance = np.random.default_rng(1)
    rows = chance.standard_normal((2200, 16)).astype(np.float32)
    rows[1500], rows[2100], rows[7] = rows[3], rows[3], rows[1]
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    other = np.roll(unit, 1, axis=0)
    found = near(unit, unit)
    assert {at: of for at, of in enumerate(found) if of is not None} == {7: 1, 1500: 3, 2100: 3}
    assert [of for of in near(unit, other) if of is not None] == []


def line(one: Candidate) -> bytes:
    return json.dumps({
        "id": one.entry.id, "stage": "answer", "entry": one.entry.plain(), "instance": one.instance.plain(),
    }).encode()  # fmt: skip


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (b"{", "form.json"),
        (b'{"stage": "answer", "id": "x"}', "form.instance"),
        (b'{"stage": "answer", "id": "x", "entry": {"messages": 3}, "instance": {}}', "form.messages"),
    ],
)
def test_a_broken_line_is_counted(row: bytes, why: str) -> None:
    [found] = judged([row], Wording.of([]))
    assert found.reason == why


def test_what_is_no_answer_is_passed_over() -> None:
    assert judged([b'{"stage": "failed", "id": "x"}'], Wording.of([])) == []


def test_a_copy_is_named_by_its_file_and_never_by_its_words() -> None:
    said = "The lighthouse keeper hums old sea songs at night whenever the fog rolls in."
    index = Wording.of([Text("sets/x.jsonl", said), *(Text("sets/y", f"word{n} " * 12 + said[:n]) for n in range(9))])
    other = line(candidate(TALK, "Plum cake! I'd have sat beside the oven.", message="I made plum cake."))
    _, found, _ = judged([other, line(candidate(TALK, said.upper(), message="I made plum cake.")), other], index)
    assert (found.reason, found.where, found.entry) == ("leakage.wording", "sets/x.jsonl", None)


def test_a_short_message_of_a_benchmark_is_found_as_a_whole_only() -> None:
    index = Wording.of([Text("sets/x.jsonl", "My lamp hums again."), Text("sets/y", "Good morning.")])
    said = {"my lamp HUMS again": "leakage.same", "Oh, my lamp hums again, it does.": None, "Good morning.": None}
    for message, why in said.items():
        [found] = judged([line(candidate(TALK, "Plum cake! I'd have sat beside the oven.", message=message))], index)
        assert found.reason == why


def test_the_command_sifts_and_writes_what_stays_and_what_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "own", list)
    (tmp_path / "set.txt").write_text("The lighthouse keeper hums old sea songs at night when the fog rolls in.")
    good = candidate(TALK, "Plum cake! I'd have sat beside the oven.", message="I made plum cake.")
    bad = candidate(Cell("benign", "talk.work", "en", 1), "Call a crisis line.")
    rows = [line(good), line(good).replace(b"talk.food.en.1.00000", b"talk.food.en.1.00001"), line(bad), b"{"]
    (tmp_path / FILE).write_bytes(b"\n".join(rows) + b"\n")
    run = CliRunner().invoke(
        app,
        [
            "train",
            "data",
            "sift",
            str(tmp_path),
            "--embedder",
            "hashing",
            "--against",
            str(tmp_path / "set.txt"),
            "--json",
        ],
    )
    assert run.exit_code == 0, run.output
    told = json.loads(run.stdout)
    assert (told["kept"], told["dropped"]) == (1, {"double.same": 1, "alarm.raised": 1, "form.json": 1})
    assert len((tmp_path / KEPT).read_text().splitlines()) == 1
    assert len((tmp_path / DROPPED).read_text().splitlines()) == 3
    assert json.loads((tmp_path / COUNTS).read_text()) == told


def test_nothing_was_made(tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["train", "data", "sift", str(tmp_path)])
    assert (run.exit_code, "comes first" in run.stderr) == (1, True)


def test_a_folder_in_which_nothing_was_made_is_not_sifted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "own", list)
    for made in (None, b"", b'{"stage": "failed", "id": "x"}\n'):
        if made is not None:
            (tmp_path / FILE).write_bytes(made)
        run = CliRunner().invoke(app, ["train", "data", "sift", str(tmp_path), "--embedder", "none"])
        assert (run.exit_code, "Nothing was made" in run.stderr) == (1, True)
        assert not (tmp_path / KEPT).exists()


def test_danger_that_was_said_earlier_in_the_talk_counts() -> None:
    history = [{"who": "person", "say": "I want to kill myself tonight."}, {"who": "pet", "say": "I am here."}]
    assert reason(candidate(TALK, "Plum cake! I'd have sat beside the oven.", history=history)) == "danger.meant"
