"""The graph is what its script writes, its weights come close to the published ones, and its engine keeps to itself."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from scripts.write_minilm_graph import model

from pawsona.embed.encoder import BLOCK, FILE, blocks


def test_the_graph_is_what_the_script_writes() -> None:
    written, now = onnx.load(FILE, load_external_data=False), model()
    assert written.graph == now.graph and list(written.opset_import) == list(now.opset_import)


def test_the_graph_has_no_weights() -> None:
    assert FILE.stat().st_size < 40_000


def test_numbers_in_blocks_are_off_by_half_a_step_at_most() -> None:
    matrix = np.random.default_rng(3).normal(size=(6, 4 * BLOCK)).astype(np.float32)
    matrix[2] *= 100
    packed, scale = blocks(matrix)
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
