"""MiniLM's layers in ONNX Runtime: the graph is ours and has no weights; the weights are the published ones, in 8 bits.

A short query must not wait for 42 MB of float32 to pass by: with 8 bits it is a quarter, and the products run on
instructions for bytes. Weights share a scale by blocks of 32, and each token's numbers likewise, so a text's vector
does not depend on the texts beside it. Its cosine to the float32 vector is 0.9995.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from pawsona.embed.weights import Weights

Array = NDArray[np.float32]

FILE = Path(__file__).parent / "minilm.onnx"
"""Written by scripts/write_minilm_graph.py."""
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
        self._session = _session(dict(_prepared(tables)))

    def hidden(self, tokens: NDArray[np.int64], mask: NDArray[np.int32]) -> Array:
        """The last hidden states.

        Args:
            tokens: ids, (texts, length), padded at the end.
            mask: 1 for a token, 0 for padding, same shape.

        Returns:
            (texts, length, width).
        """
        embedded = self._tokens[tokens]
        embedded += self._places[: tokens.shape[1]]
        embedded += self._first
        [hidden] = self._session.run(["hidden"], {"embedded": embedded, "mask": mask})
        return np.asarray(hidden, dtype=np.float32)


def matrices() -> dict[str, tuple[int, int]]:
    """The products of all layers: numbers that come out and go in, by name."""
    layer = {
        "attention.self": (3 * WIDTH, WIDTH),
        "attention.output.dense": (WIDTH, WIDTH),
        "intermediate.dense": (INNER, WIDTH),
        "output.dense": (WIDTH, INNER),
    }
    return {f"encoder.layer.{n}.{name}": shape for n in range(LAYERS) for name, shape in layer.items()}


def _session(weights: dict[str, NDArray[np.generic]]) -> onnxruntime.InferenceSession:
    """One thread each: waiting threads cost a busy machine more than they bring. Nothing is told to Microsoft."""
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # what a long batch took is given back
    # More would join each addition with the normalisation after it, which takes twice as long as the two.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in weights.values()]
    options.add_external_initializers(list(weights), values)
    return onnxruntime.InferenceSession(FILE.read_bytes(), options, providers=["CPUExecutionProvider"])


def _prepared(weights: Weights) -> Iterator[tuple[str, NDArray[np.generic]]]:
    """What the graph asks for, by its names: query, key and value are one product."""
    for at in matrices():
        parts = [f"{at}.{part}" for part in ("query", "key", "value")] if at.endswith(".self") else [at]
        packed, scale = blocks(np.concatenate([weights[f"{part}.weight"] for part in parts]))
        yield f"{at}.weight", packed
        yield f"{at}.scale", scale
        yield f"{at}.bias", np.concatenate([weights[f"{part}.bias"] for part in parts])
    yield from ((name, value) for name, value in weights.items() if ".LayerNorm." in name)


def blocks(matrix: Array) -> tuple[NDArray[np.uint8], Array]:
    """A matrix in 8 bits: 128 is zero, and each `BLOCK` numbers of a row share a scale.

    Returns:
        (rows, blocks, BLOCK) and the scales, (rows, blocks).
    """
    parts = matrix.reshape(len(matrix), -1, BLOCK)
    scale = np.maximum(parts.max(axis=-1), -parts.min(axis=-1)) / np.float32(127)
    whole = np.rint(parts / scale[..., None])
    return (whole + 128).astype(np.uint8), scale
