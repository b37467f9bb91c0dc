"""Runs with a tiny model: as planned, resumable to the last bit, silent towards the world."""

import csv
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Cli
from tests.train.conftest import Tuned
from tests.train.tiny import tokenizer, write_model, write_talks

from pawsona.errors import SetupError
from pawsona.train import limits, losses, tuning
from pawsona.train.needs import adapters
from pawsona.train.profile import LORA, PAPER, TINY
from pawsona.train.schedule import schedule
from pawsona.train.trainer import WHOLE, arguments, processes
from pawsona.train.tuning import Asked, planned

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]


def sft(tuned: Tuned, out: Path, *more: str) -> list[str]:
    data, model = str(tuned.talks), str(tuned.model)
    return ["train", "sft", "--data", data, "--model", model, "--out", str(out), "--profile", "tiny", *more]


def test_a_dry_run_shows_the_papers_settings(cli: Cli, tuned: Tuned, tmp_path: Path) -> None:
    args = ["train", "sft", "--data", str(tuned.talks), "--model", str(tuned.model), "--out", str(tmp_path / "out")]
    ran = cli(*args, "--dry-run", "--gpus", "24", "--json")
    found = json.loads(ran.out)
    settings = found["profile"]
    assert (settings["method"], settings["context"], settings["epochs"]) == ("full", 2048, 3)
    assert (settings["batch"], settings["accumulation"], found["gpus"], found["batch_in_all"]) == (2, 4, 24, 192)
    assert (settings["learning_rate"], settings["schedule"], settings["warmup"]) == (5e-6, "cosine", 0.1)
    assert settings["optimiser"] == "adamw_torch" and not settings["packing"]
    assert found["rates"]["peak"]["rate"] == 5e-6 and found["rates"]["first"]["rate"] == 0
    assert found["data"]["talks"] == found["data"]["rows"] == 40
    assert not (tmp_path / "out").exists()
    shown = cli(*args, "--dry-run", "--gpus", "24").out
    for words in ("2 x 4 x 24 GPUs = 192", "5e-06, cosine after a warm-up of 0.1", "AdamW, betas 0.9 0.999", "2048"):
        assert words in shown


def test_trl_is_told_the_papers_settings(tmp_path: Path) -> None:
    found = arguments(replace(PAPER, precision="fp32"), tmp_path)
    assert (found.per_device_train_batch_size, found.gradient_accumulation_steps, found.num_train_epochs) == (2, 4, 3)
    assert (found.learning_rate, found.lr_scheduler_type, found.warmup_steps) == (5e-6, "cosine", 0.1)
    assert (found.max_length, found.packing, found.optim, found.weight_decay) == (2048, False, "adamw_torch", 0.0)
    assert (found.adam_beta1, found.adam_beta2, found.adam_epsilon, found.max_grad_norm) == (0.9, 0.999, 1e-8, 1.0)
    assert found.report_to == [] and not found.push_to_hub and found.gradient_checkpointing


def test_the_loss_falls_and_every_step_is_as_large_as_was_planned(tuned: Tuned) -> None:
    with (tuned.out / losses.TABLE).open() as file:
        rows = list(csv.DictReader(file))
    plan = schedule(replace(TINY, epochs=6), 40, 1)
    assert len(rows) == plan.steps == 30
    assert [float(row["learning_rate"]) for row in rows] == pytest.approx(
        [plan.rate(n) for n in range(1, 31)], abs=1e-12
    )
    assert losses.read(tuned.out)[-1] < 0.8 * losses.read(tuned.out)[0]
    assert "30 steps" in (tuned.out / losses.CURVE).read_text()


def test_a_checkpoint_is_as_large_as_was_reckoned(tuned: Tuned) -> None:
    from pawsona.train.folder import folder
    from pawsona.train.needs import needs

    last = tuned.out / "checkpoint-30"
    size = sum((last / name).stat().st_size for name in ("model.safetensors", "optimizer.pt"))
    assert size == pytest.approx(needs(TINY, folder(tuned.model), 1).checkpoint, rel=0.05)


def test_its_card_tells_of_all_that_made_it(tuned: Tuned) -> None:
    card = json.loads((tuned.out / "run.json").read_text())
    assert card["settings"]["data"]["sha256"] == hashlib.sha256(tuned.talks.read_bytes()).hexdigest()
    assert card["model_sha256"] and card["began"] <= card["ended"] and card["outcome"]["steps"] == 30
    assert {"torch", "trl", "transformers", "pawsona"} <= set(card["versions"])
    assert "| outcome.steps | 30 |" in (tuned.out / "run.md").read_text()
    assert not (tuned.out / "README.md").exists()  # TRL's own


WATCH = """
import socket, sys
def refuse(*args, **more):
    print('CALLED', file=sys.stderr)
    raise OSError('no network')
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse
from pawsona.cli.main import main
sys.argv = ['pawsona', *sys.argv[1:]]
main()
"""
"""Every connection and every look-up of a name is seen: TRL would report each run if nobody forbade it."""


def weights(folder: Path) -> str:
    return hashlib.sha256((folder / "model" / "model.safetensors").read_bytes()).hexdigest()


def test_a_run_that_is_killed_told_nobody_and_goes_on_to_the_same_bits(cli: Cli, tuned: Tuned, tmp_path: Path) -> None:
    out = tmp_path / "out"
    environment = {key: value for key, value in os.environ.items() if key != "CI" and not key.startswith("HF_")}
    environment |= {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", WATCH, *sft(tuned, out, "--epochs", "6")]
    said = tmp_path / "said"
    with said.open("w") as told, subprocess.Popen(command, env=environment, stdout=told, stderr=told) as running:
        while not (out / "checkpoint-10" / WHOLE).exists() and running.poll() is None:
            time.sleep(0.002)
        running.send_signal(signal.SIGKILL)
    assert running.returncode == -signal.SIGKILL and not (out / "model").exists(), said.read_text()
    assert "CALLED" not in said.read_text()
    assert "--resume" in cli(*sft(tuned, out, "--epochs", "6")).one_sentence()
    assert "another folder" in cli(*sft(tuned, out, "--epochs", "5", "--resume")).one_sentence()
    (out / "checkpoint-29").mkdir()  # what a kill in the middle of saving leaves: it has no mark
    assert cli(*sft(tuned, out, "--epochs", "6", "--resume")).code == 0
    assert losses.read(out) == losses.read(tuned.out)
    assert weights(out) == weights(tuned.out)
    assert "is finished" in cli(*sft(tuned, out, "--epochs", "6", "--resume")).one_sentence()


TWO = """
import os, socket, sys
from trl import SFTTrainer  # imported once: it takes longer than the run
from pawsona.cli.main import main
with socket.create_server(("127.0.0.1", 0)) as free:
    port = free.getsockname()[1]
child = os.fork()
rank = "0" if child else "1"
os.environ.update(RANK=rank, LOCAL_RANK=rank, WORLD_SIZE="2", MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
sys.argv = ["pawsona", *sys.argv[1:]]
try:
    main()
finally:
    if child and os.waitpid(child, 0)[1]:
        os._exit(1)
"""
"""Two processes with what `torch.distributed.run` and `accelerate launch` tell theirs."""


def test_two_processes_take_the_steps_that_were_planned_and_tell_once(tuned: Tuned, tmp_path: Path) -> None:
    out = tmp_path / "out"
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", TWO, *sft(tuned, out, "--epochs", "1", "--json")]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    card = json.loads(ran.stdout)
    assert (card["settings"]["gpus"], card["settings"]["batch_in_all"]) == (2, 16)
    assert card["settings"]["steps"]["all"] == card["outcome"]["steps"] == len(losses.read(out)) == 3
    assert {"rng_state_0.pth", "rng_state_1.pth", WHOLE} <= {path.name for path in (out / "checkpoint-3").iterdir()}


def test_lora_tunes_adapters_only_and_as_many_as_were_reckoned(tuned: Tuned, tmp_path: Path) -> None:
    from safetensors import safe_open

    one = replace(LORA, context=256, precision="fp32", epochs=1)
    asked = Asked(data=tuned.talks, model=tuned.model, out=tmp_path / "out", profile=one)
    card = tuning.tuned(asked)
    assert card.settings["data"]["rows"] < 40  # packed
    with safe_open(tmp_path / "out" / "adapter" / "adapter_model.safetensors", "np") as file:
        size = sum(file.get_tensor(name).size for name in file.keys())
    assert size == adapters(one, planned(asked).model)


def test_the_recipe_for_rewriting_runs_from_its_data_to_adapters(cli: Cli, tuned: Tuned, tmp_path: Path) -> None:
    made = json.loads(cli("train", "recipe", "memory.rewrite", "--out", str(tmp_path), "--count", "8", "--json").out)
    args = [
        "--data",
        made["data"],
        "--profile",
        made["recipe"],
        "--model",
        str(tuned.model),
        "--out",
        str(tmp_path / "run"),
    ]
    ran = cli("train", "sft", *args, "--json")
    assert ran.code == 0, ran.err
    card = json.loads(ran.out)
    assert card["settings"]["profile"]["epochs"] == 2 and card["settings"]["data"]["held_out"] == 2
    assert card["settings"]["data"]["too_long"] == 0 and (tmp_path / "run" / "adapter").is_dir()


def test_too_little_disk_is_said_before(
    cli: Cli, tuned: Tuned, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": 1000})())
    sentence = cli(*sft(tuned, tmp_path / "out")).one_sentence()
    assert "a checkpoint takes" in sentence and "make room" in sentence
    assert not (tmp_path / "out").exists()


def test_out_of_memory_names_what_fits(tuned: Tuned, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch
    from trl import SFTTrainer

    def full(*_: Any, **__: Any) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr(SFTTrainer, "training_step", full)
    monkeypatch.setattr(limits, "memory", lambda: 7_200_000)
    asked = Asked(data=tuned.talks, model=tuned.model, out=tmp_path / "out", profile=replace(TINY, batch=512))
    with pytest.raises(SetupError, match=r"What fits: lora with a batch of 1 \(--profile"):
        tuning.tuned(asked)


def test_another_error_is_not_called_one_of_memory(
    tuned: Tuned, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from trl import SFTTrainer

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("something else")

    monkeypatch.setattr(SFTTrainer, "training_step", broken)
    with pytest.raises(RuntimeError, match="something else"):
        tuning.tuned(Asked(data=tuned.talks, model=tuned.model, out=tmp_path / "out", profile=TINY))


def test_a_name_is_not_looked_up_anywhere(cli: Cli, tuned: Tuned, tmp_path: Path) -> None:
    args = ["train", "sft", "--data", str(tuned.talks), "--model", "Qwen/Qwen3-0.6B", "--out", str(tmp_path / "out")]
    assert "nothing is fetched for training" in cli(*args).one_sentence()


def test_a_tokenizer_without_a_chat_template(cli: Cli, tuned: Tuned, tmp_path: Path) -> None:
    model = shutil.copytree(tuned.model, tmp_path / "model")
    tokenizer(None).save_pretrained(model)
    (model / "chat_template.jinja").unlink(missing_ok=True)
    args = ["train", "sft", "--data", str(tuned.talks), "--model", str(model), "--out", str(tmp_path / "out")]
    assert "no chat template" in cli(*args).one_sentence()


def test_a_folder_with_something_else_in_it(cli: Cli, tuned: Tuned, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    assert "something else" in cli(*sft(tuned, tmp_path)).one_sentence()
    assert (tmp_path / "diary.txt").read_text() == "mine"


def test_broken_lines_are_named_and_can_be_left_out(cli: Cli, tuned: Tuned, tmp_path: Path) -> None:
    data = write_talks(tmp_path / "talks.jsonl", 12)
    rows = data.read_text().splitlines()
    empty, mixed = json.loads(rows[2]), json.loads(rows[3])
    empty["messages"][2]["content"] = " "
    mixed["messages"][1]["role"] = "assistant"
    data.write_text("\n".join([rows[0], "{broken", json.dumps(empty), json.dumps(mixed), *rows[4:]]))
    args = [
        "train",
        "sft",
        "--data",
        str(data),
        "--model",
        str(tuned.model),
        "--out",
        str(tmp_path / "out"),
        "--dry-run",
    ]
    sentence = cli(*args).one_sentence()
    assert all(words in sentence for words in ("3 of 12", "line 2", "line 3", "line 4", "--leave-out-broken"))
    found = json.loads(cli(*args, "--leave-out-broken", "--json").out)["data"]
    assert (found["talks"], found["broken"]) == (9, 3)


def test_accelerate_reads_the_configurations_that_ship() -> None:
    from accelerate.commands.config.config_args import load_config_from_file
    from accelerate.utils import DistributedType

    folder = Path(tuning.__file__).parent / "accelerate"
    found = {name: load_config_from_file(str(folder / f"{name}.yaml")) for name in ("one", "node", "cluster")}
    assert {name: one.num_processes for name, one in found.items()} == {"one": 1, "node": 8, "cluster": PAPER.gpus}
    assert found["cluster"].num_machines == 3 and found["one"].distributed_type == DistributedType.NO
    for name in ("node", "cluster"):
        assert found[name].distributed_type == DistributedType.FSDP and found[name].mixed_precision == "bf16"
        assert found[name].fsdp_config["fsdp_version"] == 2
    assert processes() == 1


def test_parameters_are_counted_in_the_header(tmp_path: Path) -> None:
    from transformers import AutoModelForCausalLM

    from pawsona.train.folder import folder

    path = write_model(tmp_path / "llama", "Llama", tie_word_embeddings=False)
    assert folder(path).parameters == AutoModelForCausalLM.from_pretrained(path).num_parameters()
