"""Talks that are only watched: their loss is taken after each epoch, and nothing is learned from them."""

import csv
import json

import pytest
from tests.train.conftest import Tuned

from pawsona.train import losses, mask
from pawsona.train.talks import read

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]


def test_talks_that_are_only_watched_are_looked_at_after_each_epoch_and_not_learned(tuned: Tuned) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    with (tuned.out / losses.TABLE).open() as file:
        beside = {int(row["step"]): float(row["eval_loss"]) for row in csv.DictReader(file) if row["eval_loss"]}
    assert list(beside) == [5, 10, 15, 20, 25, 30] and beside[30] < 0.8 * beside[5]
    card = json.loads((tuned.out / "run.json").read_text())
    assert (card["settings"]["data"]["talks"], card["settings"]["data"]["watched"]) == (40, 5)
    assert (card["outcome"]["watched_first"], card["outcome"]["watched_last"]) == (beside[5], beside[30])
    assert (tuned.out / losses.CURVE).read_text().count("<circle") == 6
    model, watched = (
        AutoModelForCausalLM.from_pretrained(tuned.out / "model"),
        read(tuned.talks, leave_out_broken=False),
    )
    rows = mask.samples(watched.watched, AutoTokenizer.from_pretrained(tuned.model), 256).kept
    with torch.no_grad():
        each = [model(input_ids=torch.tensor([row.input_ids]), labels=torch.tensor([row.labels])).loss for row in rows]
    assert len(rows) == 5 and float(sum(each)) / 5 == pytest.approx(beside[30], rel=0.02)
