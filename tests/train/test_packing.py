"""Packs: as many talks as fit in a row, of which none sees another."""

import random
from pathlib import Path
from typing import Any

import pytest

from pawsona.train.mask import Sample, Samples
from pawsona.train.packs import rows
from pawsona.train.profile import LORA, PAPER

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]


def lengths(count: int) -> list[int]:
    chance = random.Random(7)
    return [chance.randint(20, 2048) for _ in range(count)]


def test_packs_are_counted_as_trl_makes_them() -> None:
    from datasets import Dataset
    from trl import pack_dataset

    some = lengths(2300)
    found = pack_dataset(Dataset.from_dict({"input_ids": [[1] * length for length in some]}), 2048)
    samples = Samples(tuple(Sample((1,) * length, (1,) * length) for length in some), 0)
    assert rows(samples, LORA) == len(found) < len(some)
    assert rows(samples, PAPER) == len(some)


def test_no_talk_sees_another(model: Path) -> None:
    """What TRL's collator makes of a pack, asked of the model: each token's logits are those of its talk alone."""
    import torch
    from datasets import Dataset
    from transformers import AutoModelForCausalLM
    from trl import pack_dataset
    from trl.trainer.sft_trainer import DataCollatorForLanguageModeling

    talks = [[5, 6, 7, 8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18]]
    packed = pack_dataset(Dataset.from_dict({"input_ids": talks, "labels": talks}), 16)
    batch = DataCollatorForLanguageModeling(pad_token_id=0, padding_free=True)(list(packed))
    mind: Any = AutoModelForCausalLM.from_pretrained(model)
    with torch.no_grad():
        together = mind(**{key: value for key, value in batch.items() if key != "labels"}, use_cache=False).logits[0]
        apart = torch.cat([mind(input_ids=torch.tensor([talk])).logits[0] for talk in talks])
        blind = mind(input_ids=batch["input_ids"]).logits[0]
    assert torch.allclose(together, apart, atol=1e-5)
    assert not torch.allclose(blind, apart, atol=1e-3)  # without positions they would see each other
    assert (batch["labels"][0] == -100).sum() == 3  # the first token of each has nothing before it
