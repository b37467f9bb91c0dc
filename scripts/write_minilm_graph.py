"""Write MiniLM's layers as an ONNX graph without weights: python scripts/write_minilm_graph.py (a test compares)."""

from typing import Any

from onnx import ModelProto, NodeProto, TensorProto, helper

from pawsona.embed.encoder import BLOCK, FILE, HEADS, LAYERS, WIDTH, matrices

MICROSOFT = "com.microsoft"
"""ONNX Runtime's own operators: products with weights in few bits, attention with a mask."""


class Graph:
    """Collects nodes and the weights that they ask for."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.weights: list[TensorProto] = []

    def node(self, kind: str, *given: str, domain: str = "", outputs: int = 1, **attributes: Any) -> list[str]:
        """Add a node; returns the names of what comes out."""
        out = [f"{kind}.{len(self.nodes)}.{n}" for n in range(outputs)]
        self.nodes.append(helper.make_node(kind, given, out, domain=domain, **attributes))
        return out

    def weight(self, name: str, kind: int, *shape: int) -> str:
        """A weight that is given when the graph is opened."""
        tensor = TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL)
        tensor.external_data.add(key="location", value="given")
        self.weights.append(tensor)
        return name

    def dense(self, x: str, at: str) -> str:
        """A matrix product, weights in blocks of 8 bits, numbers in 8 bits for the product; and the bias."""
        rows, columns = matrices()[at]
        packed = self.weight(f"{at}.weight", TensorProto.UINT8, rows, columns // BLOCK, BLOCK)
        scale = self.weight(f"{at}.scale", TensorProto.FLOAT, rows, columns // BLOCK)
        bias = self.weight(f"{at}.bias", TensorProto.FLOAT, rows)
        size = {"K": columns, "N": rows, "bits": 8, "block_size": BLOCK, "accuracy_level": 4}
        return self.node("MatMulNBits", x, packed, scale, "", "", bias, domain=MICROSOFT, **size)[0]

    def norm(self, x: str, at: str) -> str:
        """Layer normalisation."""
        weight, bias = (self.weight(f"{at}.{name}", TensorProto.FLOAT, WIDTH) for name in ("weight", "bias"))
        return self.node("LayerNormalization", x, weight, bias, epsilon=1e-12)[0]

    def layer(self, x: str, at: str) -> str:
        """One layer of BERT (Devlin et al. 2019)."""
        parts = self.node("Split", self.dense(x, f"{at}.attention.self"), outputs=3, axis=-1, num_outputs=3)
        [mixed] = self.node("MultiHeadAttention", *parts, "", "mask", domain=MICROSOFT, num_heads=HEADS)
        [seen] = self.node("Add", x, self.dense(mixed, f"{at}.attention.output.dense"))
        x = self.norm(seen, f"{at}.attention.output.LayerNorm")
        [wide] = self.node("Gelu", self.dense(x, f"{at}.intermediate.dense"))
        [out] = self.node("Add", x, self.dense(wide, f"{at}.output.dense"))
        return self.norm(out, f"{at}.output.LayerNorm")


def model() -> ModelProto:
    """The graph: (texts, length, width) and a mask to hidden states of the same shape."""
    graph = Graph()
    x = graph.norm("embedded", "embeddings.LayerNorm")
    for n in range(LAYERS):
        x = graph.layer(x, f"encoder.layer.{n}")
    graph.nodes.append(helper.make_node("Identity", [x], ["hidden"]))
    shape: list[str | int | None] = ["texts", "length", WIDTH]
    given = [
        helper.make_tensor_value_info("embedded", TensorProto.FLOAT, shape),
        helper.make_tensor_value_info("mask", TensorProto.INT32, shape[:2]),
    ]
    found = [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, shape)]
    body = helper.make_graph(graph.nodes, "all-MiniLM-L6-v2", given, found, graph.weights)
    operators = [helper.make_opsetid("", 20), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(body, opset_imports=operators, ir_version=9, producer_name="pawsona")


if __name__ == "__main__":
    FILE.write_bytes(model().SerializeToString())
