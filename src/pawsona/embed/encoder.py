"""MiniLM's layers in ONNX Runtime: the graph is ours and has no weights; the weights are the published ones, in 8 bits.

A short query must not wait for 42 MB of float32 to pass by: with 8 bits it is a quarter, and the products run on
instructions for bytes. What goes into a product is in bytes as well: a few of its columns are far larger than the rest
and would leave the others a handful of steps, so they are made smaller first, and their weights larger (Xiao et al.
2023, SmoothQuant). Cosine to the float32 vector: 0.999.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from pawsona.embed.weights import Weights

Array = NDArray[np.float32]

FILES = {kind: Path(__file__).parent / f"minilm-{kind}.onnx" for kind in ("signed", "unsigned")}
"""The graph, by the kind of its bytes; written by scripts/write_minilm_graph.py."""
PROBE = Path(__file__).parent / "probe.onnx"
"""One product of bytes, by the same script."""
SMOOTH = Path(__file__).parent / "minilm-smooth.npy"
"""Each column is made smaller by 2 to the power of a quarter of this; a row for each of `smoothed()`.

Written by scripts/smooth_minilm.py.
"""
WIDTH, INNER, HEADS, LAYERS = 384, 1536, 12, 6
BLOCK = 32


class Encoder:
    """The forward pass; threads may share it.

    Args:
        tables: the model's numbers, by the names of Hugging Face.
    """

    def __init__(self, tables: Weights) -> None:
        self._tokens = tables["embeddings.word_embeddings.weight"]
        self._places = tables["embeddings.position_embeddings.weight"]
        self._first = tables["embeddings.token_type_embeddings.weight"][0]
        self._session = _session(FILES[kind()], dict(_prepared(tables)))

    def hidden(self, tokens: Sequence[int]) -> Array:
        """The last hidden states of one text's tokens, (length, width).

        One text at a time: a batch gains nothing, as products wait for the processor and not for weights.
        """
        embedded = self._tokens[np.asarray(tokens)]
        embedded += self._places[: len(tokens)]
        embedded += self._first
        [hidden] = self._session.run(["hidden"], {"embedded": embedded})
        return np.asarray(hidden, dtype=np.float32)


def matrices() -> dict[str, tuple[int, int]]:
    """The products of all layers: numbers that go in and come out, by name."""
    layer = {
        "attention.self": (WIDTH, 3 * WIDTH),
        "attention.output.dense": (WIDTH, WIDTH),
        "intermediate.dense": (WIDTH, INNER),
        "output.dense": (INNER, WIDTH),
    }
    return {f"encoder.layer.{n}.{name}": shape for n in range(LAYERS) for name, shape in layer.items()}


def smoothed() -> list[str]:
    """The products whose columns differ much in size: they come out of a normalisation."""
    return [at for at in matrices() if at.endswith((".self", ".intermediate.dense"))]


def parts(at: str) -> list[str]:
    """The published tables of a product: query, key and value are one product."""
    return [f"{at}.{part}" for part in ("query", "key", "value")] if at.endswith(".self") else [at]


@cache
def kind() -> str:
    """What bytes weights are on this processor.

    Signed ones are twice as fast where there is an instruction for them (VNNI, Arm's dot product); an older one adds
    two products in 16 bits, and what does not fit is cut off without a word.
    """
    given = np.full((1, 64), 255, dtype=np.uint8)
    session = _session(PROBE, {"weight": np.full((64, 64), 127, dtype=np.int8)})
    [found] = session.run(["found"], {"given": given})
    return "signed" if np.all(np.asarray(found) == 64 * 255 * 127) else "unsigned"


def _session(graph: Path, weights: dict[str, NDArray[np.generic]]) -> onnxruntime.InferenceSession:
    """One thread each: waiting threads cost a busy machine more than they bring. Nothing is told to Microsoft."""
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # what a long text took is given back
    # More would join the steps of a normalisation into an operator that adds number after number.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(value)) for value in weights.values()]
    options.add_external_initializers(list(weights), values)
    return onnxruntime.InferenceSession(graph.read_bytes(), options, providers=["CPUExecutionProvider"])


def _prepared(weights: Weights) -> Iterator[tuple[str, NDArray[np.generic]]]:
    """What the graph asks for, by its names."""
    smooth = dict(zip(smoothed(), np.exp2(np.load(SMOOTH).astype(np.float32) / 4), strict=True))
    for at in matrices():
        table = np.concatenate([weights[f"{part}.weight"] for part in parts(at)]).T
        bias = np.concatenate([weights[f"{part}.bias"] for part in parts(at)])
        if at in smooth:
            table = table * smooth[at][:, None]
            yield f"{at}.smooth", 1 / smooth[at]
        packed, scale = columns(table) if len(table) == WIDTH else blocks(table.T)
        yield f"{at}.weight", packed
        yield f"{at}.scale", scale
        yield f"{at}.bias", bias
    for name, value in weights.items():
        if ".LayerNorm." in name:  # the graph makes rows of length 1, and not of variance 1
            yield name, value * np.float32(np.sqrt(WIDTH)) if name.endswith(".weight") else value


def columns(matrix: Array) -> tuple[NDArray[np.generic], Array]:
    """A matrix in 8 bits, of this processor's `kind`, and a scale for each of its columns."""
    scale = np.abs(matrix).max(axis=0) / np.float32(127)
    whole = np.rint(matrix / scale).astype(np.int16)
    return (whole.astype(np.int8) if kind() == "signed" else (whole + 128).astype(np.uint8)), scale


def blocks(matrix: Array) -> tuple[NDArray[np.uint8], Array]:
    """A matrix in 8 bits: 128 is zero, and each `BLOCK` numbers of a row share a scale.

    Returns:
        (rows, blocks, BLOCK) and the scales, (rows, blocks).
    """
    parts = matrix.reshape(len(matrix), -1, BLOCK)
    scale = np.maximum(parts.max(axis=-1), -parts.min(axis=-1)) / np.float32(127)
    whole = np.rint(parts / scale[..., None])
    return (whole + 128).astype(np.uint8), scale
