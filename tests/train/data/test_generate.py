"""Generation: what a teacher writes becomes entries; nothing is lost, asked twice, or dearer than it may be."""

import asyncio
import io
import json
import signal
import subprocess
import sys
import time
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from tests.model_server import ModelServer
from typer.testing import CliRunner

from pawsona.bench.open.given import given_of
from pawsona.bench.open.instance import Instance
from pawsona.cli.main import app
from pawsona.errors import ConflictError, InputError, InvalidOutputError, SetupError
from pawsona.minds.llm.prompts import Prompts
from pawsona.skills import IPET, SKILLS
from pawsona.train.data.entry import entry_of
from pawsona.train.data.made import FILE, Made, answers, opened
from pawsona.train.data.plan import Cell, Plan, planned
from pawsona.train.data.seeds import seed_of
from pawsona.train.data.studio import Order, Report, generated
from pawsona.train.data.teachers import StorybookTeacher
from pawsona.train.data.told import asked

NOTED = Cell("skill", "memory.rewrite", "en", 4)
RISK = Cell("safety", "suicide.passive", "zh", 1)


def plan(folder: Path, *cells: Cell) -> Plan:
    made = Plan(seed=1, spare=0, cells=cells)
    made.write(folder)
    return made


def make(folder: Path, order: Order) -> Report:
    return asyncio.run(generated(folder, order, lambda what, count: None, lambda line: None))


def llm(server: ModelServer, **more: Any) -> Order:
    return Order(model="pet-model", base_url=server.base_url, at_once=2, **{"fresh": False, **more})


def rows(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / FILE).read_text("utf-8").splitlines()]


@pytest.mark.long
def test_the_storybook_answers_every_skill_in_the_form_that_is_asked_for(tmp_path: Path) -> None:
    plan(tmp_path, *(Cell("skill", name, language, 1) for name in SKILLS for language in ("en", "zh")), RISK)
    report = make(tmp_path, Order(teacher="storybook"))
    assert (report.answered, report.failed, report.stopped) == (33, {}, "")
    for row in answers(tmp_path):
        entry = entry_of(row["entry"])
        assert entry.provenance["generator"] == "storybook"
        if entry.kind == "safety":
            assert "findahelpline.com" in entry.answer
            continue
        given = given_of(Instance.of(row["instance"], entry.language))
        answer = asked(entry.skill, entry.language, given, Prompts()).answer
        output = answer.read(entry.skill, entry.answer, given)
        assert SKILLS[entry.skill].problems(given, output, IPET) == []


def test_a_full_disk_ends_the_run_and_leaves_no_half_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan(tmp_path, NOTED)
    whole, wrote = io.FileIO.write, []

    class Small(io.FileIO):
        def write(self, data: Any) -> int:
            wrote.append(data)
            return whole(self, data if len(wrote) < 3 else data[:10])

    with monkeypatch.context() as full:
        full.setattr(Path, "open", lambda path, mode="r", *args, **more: (
            Small(path, mode.replace("b", "")) if more.get("buffering") == 0 else open(path, mode, *args, **more)))  # fmt: skip
        report = make(tmp_path, Order(teacher="storybook"))
    assert (report.answered, report.stopped) == (2, "the machine refused (no space left on device)")
    assert len(rows(tmp_path)) == 2 and (tmp_path / FILE).read_bytes().endswith(b"\n")
    assert make(tmp_path, Order(teacher="storybook")).answered == 4


def test_a_full_disk_ends_the_run_where_a_failure_is_noted_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan(tmp_path, NOTED)

    async def unusable(*_: Any) -> None:
        raise InvalidOutputError("memory.rewrite", ["no answer"])

    def full(*_: Any, **__: Any) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(StorybookTeacher, "answer", unusable)
    monkeypatch.setattr(Made, "add", full)
    report = make(tmp_path, Order(teacher="storybook"))
    assert (report.answered, report.failed) == (0, {})
    assert report.stopped == "the machine refused (no space left on device)"


@pytest.mark.long
def test_a_model_writes_material_and_answer_and_its_hints_stay_out_of_the_entry(
    tmp_path: Path, model_server: ModelServer
) -> None:
    plan(tmp_path, RISK)
    fresh = {**seed_of(RISK, 0, 1).instance.input, "message": "今天又下雨，我连伞都懒得撑。"}
    model_server.script(
        {"text": "Here it is:\n" + json.dumps({"material": fresh})}, {"text": "我在听。你愿意多说一点吗？"}
    )
    report = make(tmp_path, llm(model_server, fresh=True))
    assert (report.answered, report.spent.tokens > 0) == (1, True)
    [row] = answers(tmp_path)
    entry = entry_of(row["entry"])
    assert "连伞都懒得撑" in entry.messages[-2].content
    assert entry.answer == "我在听。你愿意多说一点吗？"
    first, second = (one["body"]["messages"] for one in model_server.requests("/chat/completions"))
    assert "盼着睡过去别醒" in first[0]["content"]
    assert "这一次怎么回答" in second[0]["content"]
    assert "这一次怎么回答" not in entry.messages[0].content


@pytest.mark.parametrize("text", ["no JSON", "{}", '{"message": 3, "history": [], "memories": []}', '{"message": " "}'])
def test_material_in_another_form_is_counted_and_never_asked_again(
    tmp_path: Path, model_server: ModelServer, text: str
) -> None:
    plan(tmp_path, RISK)
    model_server.always(text=text)
    assert make(tmp_path, llm(model_server, fresh=True)).failed == {"material": 1}
    assert make(tmp_path, llm(model_server, fresh=True)).failed == {"material": 1}
    assert len(model_server.requests("/chat/completions")) == 1


def test_an_empty_answer_is_counted(tmp_path: Path, model_server: ModelServer) -> None:
    plan(tmp_path, NOTED)
    model_server.script({"text": "  "})
    report = make(tmp_path, llm(model_server))
    assert (report.answered, report.failed) == (3, {"empty": 1})


def test_a_run_goes_on_and_half_a_line_is_made_again(tmp_path: Path, model_server: ModelServer) -> None:
    plan(tmp_path, NOTED)
    make(tmp_path, llm(model_server))
    whole = (tmp_path / FILE).read_bytes()
    ids = [row["id"] for row in rows(tmp_path)]
    (tmp_path / FILE).write_bytes(whole[:-40])
    report = make(tmp_path, llm(model_server))
    assert report.answered == 4
    assert sorted(row["id"] for row in rows(tmp_path)) == sorted(ids)
    assert len(model_server.requests("/chat/completions")) == 5


def test_material_that_was_paid_before_a_kill_is_used(tmp_path: Path, model_server: ModelServer) -> None:
    one = Cell("skill", "memory.rewrite", "zh", 1)
    plan(tmp_path, one)
    fresh = seed_of(one, 0, 1).instance.input
    model_server.script({"text": json.dumps(fresh)}, {"text": "嗯，我在。"})
    make(tmp_path, llm(model_server, fresh=True))
    material, _ = rows(tmp_path)
    (tmp_path / FILE).write_text(json.dumps(material) + "\n", "utf-8")
    model_server.script({"text": "嗯，我还在。"})
    make(tmp_path, llm(model_server, fresh=True))
    assert [row["stage"] for row in rows(tmp_path)] == ["material", "answer"]
    assert len(model_server.requests("/chat/completions")) == 3


def test_a_budget_is_never_overdrawn_and_counts_earlier_runs(tmp_path: Path, model_server: ModelServer) -> None:
    plan(tmp_path, Cell("skill", "memory.rewrite", "en", 30))
    first = make(tmp_path, llm(model_server, tokens=10_000))
    assert "the budget of 10000 tokens is spent" in first.stopped
    assert 0 < first.spent.tokens <= 10_000
    again = make(tmp_path, llm(model_server, tokens=10_000))
    assert again.spent.tokens <= 10_000
    assert make(tmp_path, llm(model_server)).answered == 30


def test_money_is_reckoned_by_the_teachers_price(tmp_path: Path, model_server: ModelServer) -> None:
    home = Path(tmp_path / "home")
    home.mkdir()
    told = (
        f'[models.teacher]\nbase_url = "{model_server.base_url}"\nmodel = "pet-model"\nprice_in = 10\nprice_out = 30\n'
    )
    (home / "pawsona.toml").write_text(told)
    plan(tmp_path, NOTED)
    report = make(tmp_path, Order(fresh=False))
    assert report.spent.money == pytest.approx((report.spent.tokens_in * 10 + report.spent.tokens_out * 30) / 1e6)
    assert "in money" in report.sentence()
    assert "is spent" in make(tmp_path / ".", Order(fresh=False, money=0.0)).stopped or report.answered == 4


def test_a_budget_in_money_without_a_price_is_refused(tmp_path: Path, model_server: ModelServer) -> None:
    plan(tmp_path, NOTED)
    with pytest.raises(InputError, match="price_in"):
        make(tmp_path, llm(model_server, money=1.0))


def test_a_server_that_is_away_ends_the_run_and_nothing_counts_as_failed(
    tmp_path: Path, model_server: ModelServer
) -> None:
    plan(tmp_path, Cell("skill", "memory.rewrite", "en", 30))
    model_server.always(status=401)
    report = make(tmp_path, llm(model_server))
    assert "refuses the key" in report.stopped
    assert (report.answered, report.failed) == (0, {})
    model_server.reset()
    assert make(tmp_path, llm(model_server)).answered == 30


def test_no_teacher_is_named(tmp_path: Path) -> None:
    plan(tmp_path, NOTED)
    with pytest.raises(SetupError, match="--teacher storybook"):
        make(tmp_path, Order())


def test_two_runs_at_once_are_one_too_many(tmp_path: Path) -> None:
    plan(tmp_path, NOTED)
    with opened(tmp_path), pytest.raises(ConflictError, match="already"):
        make(tmp_path, Order(teacher="storybook"))


def test_the_commands(tmp_path: Path) -> None:
    run = CliRunner()
    planned_ = run.invoke(app, ["train", "data", "plan", str(tmp_path), "--total", "200", "--spare", "0", "--json"])
    assert json.loads(planned_.stdout)["total"] == 200
    none = run.invoke(app, ["train", "data", "generate", str(tmp_path / "none")])
    assert (none.exit_code, "train data plan" in none.stderr) == (1, True)


@pytest.mark.program
def test_a_killed_run_loses_and_doubles_nothing(tmp_path: Path) -> None:
    planned(200, spare=0).write(tmp_path)
    command = [sys.executable, "-m", "pawsona", "train", "data", "generate", str(tmp_path), "--teacher", "storybook"]
    for lines in (20, 90):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while not (tmp_path / FILE).exists() or (tmp_path / FILE).read_bytes().count(b"\n") < lines:
                assert process.poll() is None
                time.sleep(0.02)
            process.send_signal(signal.SIGKILL)
    subprocess.run([*command, "--json"], check=True, stdout=subprocess.DEVNULL)
    ids = [row["id"] for row in rows(tmp_path)]
    assert len(ids) == len(set(ids)) == 200
