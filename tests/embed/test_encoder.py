"""The graph is what its script writes, its weights come close to the published ones, and its engine keeps to itself."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray
from onnx import ModelProto
from scripts import smooth_minilm
from scripts.write_minilm_graph import model, probe

from pawsona.embed import encoder, minilm
from pawsona.embed.minilm import MiniLM, model_folder

MINILM = pytest.mark.skipif(model_folder() is None, reason="MiniLM is not installed")
SAID = (
    "It rained all week, so the two of us stayed in and painted the kitchen yellow.",
    "ok then",
    "Do you remember the name of the beach where Grandpa taught me to swim?",
    "he works at a hospital; nights are long",
)


def same(written: Path, now: ModelProto) -> bool:
    stored = onnx.load(written, load_external_data=False)
    return bool(stored.graph == now.graph and list(stored.opset_import) == list(now.opset_import))


def test_the_graphs_are_what_the_script_writes() -> None:
    assert all(same(file, model(kind)) for kind, file in encoder.FILES.items())
    assert same(encoder.PROBE, probe())


def test_the_graphs_have_no_weights() -> None:
    assert all(file.stat().st_size < 40_000 for file in encoder.FILES.values())


@MINILM
def test_the_columns_are_smoothed_as_the_script_says() -> None:
    """On another processor a sum may round the other way."""
    stored, now = np.load(encoder.SMOOTH), smooth_minilm.powers()
    assert stored.shape == now.shape and np.mean(stored != now) < 0.01


@MINILM
def test_signed_and_unsigned_bytes_give_one_vector(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Integers are added, so nothing is rounded differently, wherever no sum is cut off."""
    found, here = {}, encoder.kind()
    for kind in encoder.FILES:
        monkeypatch.setattr(encoder, "kind", lambda kind=kind: kind)
        minilm._opened.cache_clear()
        found[kind] = MiniLM.open(tmp_path).vectors(SAID)
    minilm._opened.cache_clear()
    assert found["signed"] == found["unsigned"] or here == "unsigned"


def test_a_processor_that_cuts_sums_off_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cuts:
        def run(self, *_: object) -> list[NDArray[np.int32]]:
            return [np.full((1, 64), 32 * 32767, dtype=np.int32)]

    monkeypatch.setattr(encoder, "_session", lambda *_: Cuts())
    assert encoder.kind.__wrapped__() == "unsigned"


def test_numbers_of_a_column_are_off_by_half_a_step_at_most() -> None:
    matrix = np.random.default_rng(3).normal(size=(64, 6)).astype(np.float32)
    matrix[:, 2] *= 100
    packed, scale = encoder.columns(matrix)
    zero = 0 if packed.dtype == np.int8 else 128
    assert np.all(np.abs((packed.astype(np.float32) - zero) * scale - matrix) <= scale * 0.5001)


def test_numbers_in_blocks_are_off_by_half_a_step_at_most() -> None:
    matrix = np.random.default_rng(3).normal(size=(6, 4 * encoder.BLOCK)).astype(np.float32)
    matrix[2] *= 100
    packed, scale = encoder.blocks(matrix)
    back = (packed.astype(np.float32) - 128) * scale[..., None]
    assert np.all(np.abs(back - matrix.reshape(packed.shape)) <= scale[..., None] * 0.5001)


def test_the_engine_has_nothing_built_in_that_reports_to_its_maker() -> None:
    """From 1.29 on its published builds do, switched on, with an identifier of the machine in the home folder."""
    kinds = (".so", ".pyd", ".dll", ".dylib")
    libraries = [
        path
        for path in (Path(onnxruntime.__file__).parent / "capi").iterdir()
        if any(kind in path.name for kind in kinds)
    ]
    assert libraries and not any(b"OneCollector" in path.read_bytes() for path in libraries)
