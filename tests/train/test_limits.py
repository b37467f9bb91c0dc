"""What the machine can't give is said in a sentence, by errors that the libraries really raise."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from errno import EDQUOT, ENOSPC
from pathlib import Path
from typing import Any

import pytest
from tests.train.conftest import Tuned

from pawsona.errors import SetupError
from pawsona.train import limits, ship, tuning
from pawsona.train.needs import size
from pawsona.train.profile import TINY
from pawsona.train.tuning import Asked, planned

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]

FULL = "/dev/full"
"""A disk that is full, as Linux has it."""
on_linux = pytest.mark.skipif(not Path(FULL).exists(), reason=f"this machine has no {FULL}, a disk that is always full")


def plain() -> None:
    Path(FULL).write_text("x")


def by_torch() -> None:
    import torch

    torch.save({"a": torch.zeros(500_000)}, FULL)


def by_safetensors() -> None:
    from safetensors import SafetensorError

    raise SafetensorError("Error while serializing: I/O error: No space left on device (os error 28)")


def by_quota() -> None:
    raise OSError(EDQUOT, "Datenträgerkontingent überschritten")


def by_windows() -> None:
    error = OSError("Auf dem Datenträger ist nicht genügend Speicherplatz")
    error.winerror = 112  # type: ignore[attr-defined, unused-ignore]
    raise error


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(plain, marks=on_linux), pytest.param(by_torch, marks=on_linux),
        by_safetensors, by_quota, by_windows,
    ],
)  # fmt: skip
def test_a_disk_that_fills_up_is_named_whoever_writes(tmp_path: Path, write: Callable[[], None]) -> None:
    with pytest.raises(SetupError, match="is full: make room. Go on"), limits.enough_disk(tmp_path, "Go on."):
        write()


def test_another_error_is_not_called_one_of_the_disk(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="something else"), limits.enough_disk(tmp_path, "Go on."):
        raise RuntimeError("something else")


def test_a_damaged_checkpoint_is_not_called_a_full_disk(tmp_path: Path) -> None:
    import torch

    damaged = tmp_path / "optimizer.pt"
    torch.save({"a": torch.zeros(5000)}, damaged)
    damaged.write_bytes(damaged.read_bytes()[:3000])
    with pytest.raises(RuntimeError, match="Reader"), limits.enough_disk(tmp_path, "Go on."):
        torch.load(damaged)


def test_a_run_on_a_disk_that_fills_up_says_how_to_go_on(
    tuned: Tuned, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from trl import SFTTrainer

    def full(*_: Any, **__: Any) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(SFTTrainer, "save_model", full)
    asked = Asked(data=tuned.talks, model=tuned.model, out=tmp_path / "out", profile=replace(TINY, epochs=1))
    with pytest.raises(SetupError, match="same command with --resume"):
        tuning.tuned(asked)


def test_what_a_run_has_written_counts_as_room(tuned: Tuned, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = planned(Asked(data=tuned.talks, model=tuned.model, out=tmp_path, profile=TINY))
    free = type("Usage", (), {"free": plan.needs.disk - 1000})()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: free)
    with pytest.raises(SetupError, match=rf"needs {size(plan.needs.disk)} on the disk"):
        limits.room(plan, tmp_path)
    (tmp_path / "checkpoint").write_bytes(bytes(1000))
    limits.room(plan, tmp_path)


@pytest.mark.parametrize("what", ["memory of a processor", "memory of Python"])
def test_memory_that_ran_out_without_a_card_is_called_so_too(tuned: Tuned, tmp_path: Path, what: str) -> None:
    plan = planned(Asked(data=tuned.talks, model=tuned.model, out=tmp_path, profile=TINY))
    with (
        pytest.raises(SetupError, match=r"By this reckoning it fits: .* What fits: paper, lora"),
        limits.enough_memory(plan),
    ):
        if what == "memory of Python":
            raise MemoryError
        import torch

        torch.empty(1 << 60)


def test_shipping_on_too_small_a_disk(tuned: Tuned, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ship.Asked(run=tuned.out, out=tmp_path / "out", base=tuned.model, name="m", licence="MIT")
    with monkeypatch.context() as small:
        small.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": 1000})())
        with pytest.raises(SetupError, match="Shipping needs .* MB on the disk of"):
            ship.ship(asked)
    assert not asked.out.exists()

    def full(*_: Any) -> None:
        raise OSError(ENOSPC, "No space left on device")

    for written in ("convert", "page"):  # the file, and the card, which is written last
        with monkeypatch.context() as small, pytest.raises(SetupError, match="Nothing was shipped"):
            small.setattr(ship, written, full)
            ship.ship(asked)
        assert not asked.out.exists()


def test_sizes_for_a_person() -> None:
    assert (size(1.26e10), size(1.5e8), size(6.6e6)) == ("12.6 GB", "0.1 GB", "6.6 MB")
