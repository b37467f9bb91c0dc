"""What is shipped says what the tuned model says, in llama.cpp as in transformers, and a pet speaks through it."""

import json
import urllib.request
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Cli
from tests.train.conftest import Tuned
from tests.train.tiny import write_model

from pawsona.errors import ConflictError, InputError
from pawsona.minds import local
from pawsona.train import export, tuning
from pawsona.train.card import Card
from pawsona.train.export import Width, convert
from pawsona.train.folder import folder
from pawsona.train.gate import FILE
from pawsona.train.identity import sha256_of
from pawsona.train.profile import LORA
from pawsona.train.ship import Asked, ship

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]

TEXT = "<|im_start|>user\nHello 你好, it's day 12345!<|im_end|>\n<|im_start|>assistant\n"


def asked(server: local.LocalServer, path: str, **body: Any) -> Any:
    headers = {"Authorization": f"Bearer {server.api_key}", "Content-Type": "application/json"}
    address = server.base_url.removesuffix("/v1") + path
    with urllib.request.urlopen(
        urllib.request.Request(address, json.dumps(body).encode(), headers), timeout=60
    ) as answer:
        return json.load(answer)


def louder(folder: Path) -> Any:
    """A random model is sure of nothing; larger weights make it take sides."""
    import torch
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder)
    with torch.no_grad():
        for weights in model.parameters():
            if weights.ndim > 1:
                weights.mul_(6)
    model.save_pretrained(folder)
    return model


@pytest.mark.parametrize("kind", ["Qwen3", "Qwen2", "Llama"])
def test_llama_cpp_reckons_as_transformers_does(tmp_path: Path, kind: str) -> None:
    import torch
    from transformers import AutoTokenizer

    folder = write_model(tmp_path / kind, kind)
    model, spoken = louder(folder), AutoTokenizer.from_pretrained(folder)
    ids = spoken(TEXT, add_special_tokens=False).input_ids
    widths: dict[Width, float] = {"f32": 0.01, "q8_0": 0.15}
    for width, apart in widths.items():
        server = local.start(convert(folder, tmp_path / f"{width}.gguf", width))
        try:
            cut = asked(server, "/tokenize", content=TEXT, add_special=True)["tokens"]
            said = asked(server, "/completion", prompt=ids, n_predict=1, temperature=0, n_probs=5, ignore_eos=True)
        finally:
            server.close()
        assert cut == ids
        ours = model(input_ids=torch.tensor([ids])).logits[0, -1].log_softmax(-1)
        theirs = said["completion_probabilities"][0]["top_logprobs"]
        assert len(theirs) == 5
        for one in theirs:
            assert one["logprob"] == pytest.approx(float(ours[one["id"]]), abs=apart)


def test_a_shipped_folder_loads_and_tells_what_it_is(tuned: Tuned, shipped: Path) -> None:
    from transformers import AutoModelForCausalLM, AutoTokenizer, GenerationConfig

    model = AutoModelForCausalLM.from_pretrained(shipped / "model")
    assert str(model.dtype) == "torch.bfloat16"
    assert GenerationConfig.from_pretrained(shipped / "model").eos_token_id is not None
    spoken = AutoTokenizer.from_pretrained(shipped / "model")
    assert spoken.apply_chat_template([{"role": "user", "content": "x"}], tokenize=False).startswith("<|im_start|>user")
    card = (shipped / "model" / "README.md").read_text()
    for words in ("license: Apache-2.0", "It was not measured", "No datasheet was given", "| talks | 40 |", "SHA-256"):
        assert words in card
    assert str(tuned.out) not in card


def test_merged_adapters_say_what_the_adapters_said(tuned: Tuned, tmp_path: Path) -> None:
    import torch
    from peft import PeftModel
    from transformers import AutoModelForCausalLM

    one = replace(LORA, context=256, precision="fp32", epochs=4, learning_rate=5e-3)
    tuning.tuned(tuning.Asked(data=tuned.talks, model=tuned.model, out=tmp_path / "run", profile=one))
    ship(Asked(run=tmp_path / "run", out=tmp_path / "out", base=tuned.model, name="lora", licence="MIT"))
    base = AutoModelForCausalLM.from_pretrained(tuned.model)
    before = base(input_ids=torch.tensor([[3, 4, 5]])).logits
    beside = PeftModel.from_pretrained(base, tmp_path / "run" / "adapter")(input_ids=torch.tensor([[3, 4, 5]])).logits
    merged = AutoModelForCausalLM.from_pretrained(tmp_path / "out" / "model", dtype=torch.float32)
    after = merged(input_ids=torch.tensor([[3, 4, 5]])).logits
    assert (beside - before).abs().max() > 0.05
    assert torch.allclose(after, beside, atol=0.02)  # in 16 bits


def test_a_pet_speaks_through_it(cli: Cli, shipped: Path) -> None:
    done = cli("mind", "add", str(shipped), "--licence", "Apache-2.0")
    assert done.code == 0, done.err
    assert "mochi is here, and llama.cpp loads it" in done.out and "Your pets speak through it now" in done.out
    says = {found["what"]: found["says"] for found in json.loads(cli("doctor", "--json").out)}
    assert says["mind"].startswith("llm:mochi on this machine")
    turn = json.loads(cli("chat", "--json", said="Good morning! It is day 3.\n").out)
    assert turn["reply"] and turn["mind"].startswith("llm:mochi")


def measured(folder: Path, before: str, after: str, **more: Any) -> Path:
    """What `pawsona train measure` leaves, of two models."""
    row = {
        "what": "violations %",
        "before": 20.0,
        "after": 10.0,
        "difference": -10.0,
        "low": -15.0,
        "high": -5.0,
        "n": 9,
    }
    found = {"rows": [row], "refused": [], "models": {"before": before, "after": after}, "asked": {}, **more}
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_text(json.dumps(found))
    return folder


def test_a_refused_model_is_not_shipped(tuned: Tuned, tmp_path: Path) -> None:
    measured(tmp_path, "a", "b", refused=["it became less safe"])
    with pytest.raises(ConflictError, match="it became less safe"):
        ship(Asked(run=tuned.out, out=tmp_path / "out", base=tuned.model, name="m", licence="MIT", measured=tmp_path))
    assert not (tmp_path / "out").exists()


def test_what_was_measured_stands_on_the_card(tuned: Tuned, shipped: Path, tmp_path: Path) -> None:
    before, part = folder(tuned.model).digest(), {"after": "the tasks chat_general; 1 of each skill and form"}
    sheet = tmp_path / "datasheet.md"
    sheet.write_text("Forty talks of our own.")
    for after in (sha256_of(shipped / "mochi.gguf"), folder(tuned.out / "model").digest(), "m@http://127.0.0.1:9/v1"):
        found = measured(tmp_path / "measured", before, after, asked=part)
        out = tmp_path / after[:8]
        ship(
            Asked(
                run=tuned.out, out=out, base=tuned.model, name="m", licence="Apache-2.0", width="f16", measured=found,
                datasheet=sheet,
            )
        )  # fmt: skip
        card = (out / "model" / "README.md").read_text()
        assert "| violations % | 20.00 | 10.00 | -10.00 [-15.00, -5.00] |" in card and "Forty talks of our own." in card
        assert f"Measured before tuning: {before}; asked all." in card
        assert "asked a part only (the tasks chat_general; 1 of each skill and form)" in card
        assert ("known by its address only" in card) == ("@" in after)


def test_a_verdict_on_other_models_ships_nothing(tuned: Tuned, tmp_path: Path) -> None:
    base, run = folder(tuned.model).digest(), folder(tuned.out / "model").digest()
    good = Asked(run=tuned.out, out=tmp_path / "out", base=tuned.model, name="m", licence="MIT", width=None)
    for before, after, words in (
        (run, run, "measured before tuning is not"), (base, base, "another model than this one"),
        (base, "0" * 64, "another model than this one"),
    ):  # fmt: skip
        found = measured(tmp_path / "measured", before, after)
        with pytest.raises(ConflictError, match=words):
            ship(replace(good, measured=found))
        assert not good.out.exists()
    with pytest.raises(ConflictError, match="Nobody noted which models"):
        ship(replace(good, measured=measured(tmp_path / "measured", base, run, models={})))


def test_what_cannot_be_shipped(tuned: Tuned, tmp_path: Path) -> None:
    other, card = write_model(tmp_path / "other", "Qwen2"), Card.read(tuned.out)
    assert card is not None
    replace(card, ended="").write(tmp_path / "stopped")
    good = Asked(run=tuned.out, out=tmp_path / "out", base=tuned.model, name="m", licence="MIT")
    for wrong, words in (
        (replace(good, name="My Model"), "small letters"), (replace(good, run=tmp_path), "no finished run"),
        (replace(good, run=tmp_path / "stopped"), "no finished run"),
        (replace(good, base=other), "is not the model that this run tuned"), (replace(good, out=tuned.out), "is not empty"),
        (replace(good, datasheet=tmp_path / "none.md"), "no datasheet"), (replace(good, measured=tmp_path), "train measure"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=words):
            ship(wrong)


def test_another_architecture_is_refused_before_anything_is_written_and_ships_without_a_file(
    tuned: Tuned, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "_NAMES", {})
    asked_ = Asked(run=tuned.out, out=tmp_path / "out", base=tuned.model, name="m", licence="MIT")
    with pytest.raises(InputError, match="--width none"):
        ship(asked_)
    assert not asked_.out.exists()
    assert ship(replace(asked_, width=None)) is None
    assert "| GGUF SHA-256 | no such file |" in (asked_.out / "model" / "README.md").read_text()


def test_what_cannot_be_converted(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "m")
    config, speech = folder / "config.json", folder / "tokenizer.json"
    good, spoken = json.loads(config.read_text()), json.loads(speech.read_text())
    stretched = {"rope_theta": 1e4, "rope_type": "llama3", "factor": 8.0}
    for wrong, words in (
        ({"architectures": ["GPT2LMHeadModel"]}, "none of those that are converted here"),
        ({"rope_parameters": stretched}, "stretches its positions"),
    ):
        config.write_text(json.dumps(good | wrong))
        with pytest.raises(InputError, match=words):
            convert(folder, tmp_path / "m.gguf")
    config.write_text(json.dumps(good))
    spoken["pre_tokenizer"]["pretokenizers"][0]["pattern"] = {"Regex": r"\s+"}
    speech.write_text(json.dumps(spoken))
    with pytest.raises(InputError, match="cuts words is not known"):
        convert(folder, tmp_path / "m.gguf")
    speech.write_text("{}")
    with pytest.raises(InputError, match="can't be read"):
        convert(folder, tmp_path / "m.gguf")
    assert not (tmp_path / "m.gguf").exists()
