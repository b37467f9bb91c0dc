"""Write MiniLM's layers as an ONNX graph without weights: python scripts/write_minilm_graph.py (a test compares)."""

from typing import Any

from onnx import ModelProto, NodeProto, TensorProto, helper

from pawsona.embed.encoder import BLOCK, FILES, HEADS, LAYERS, PROBE, WIDTH, matrices, smoothed

MICROSOFT = "com.microsoft"
"""ONNX Runtime's own operators: products of bytes, attention."""
BYTES = {"signed": (TensorProto.INT8, 0), "unsigned": (TensorProto.UINT8, 128)}
"""The kinds of a weight, and which number is zero."""


class Graph:
    """Collects nodes and the weights that they ask for.

    Args:
        kind: of `BYTES`.
    """

    def __init__(self, kind: str) -> None:
        self.nodes: list[NodeProto] = []
        self.weights: list[TensorProto] = []
        self.bytes, zero = BYTES[kind]
        self.zero = self.constant("zero", self.bytes, zero)
        self.batch = self.constant("batch", TensorProto.INT64, 0, 1)
        self.last = self.constant("last", TensorProto.INT64, -1, 1)

    def node(self, kind: str, *given: str, domain: str = "", outputs: int = 1, **attributes: Any) -> list[str]:
        """Add a node; returns the names of what comes out."""
        out = [f"{kind}.{len(self.nodes)}.{n}" for n in range(outputs)]
        self.nodes.append(helper.make_node(kind, given, out, domain=domain, **attributes))
        return out

    def constant(self, name: str, kind: int, value: float, *shape: int) -> str:
        """A number that the graph brings along."""
        self.weights.append(helper.make_tensor(name, kind, shape, [value]))
        return name

    def weight(self, name: str, kind: int, *shape: int) -> str:
        """A weight that is given when the graph is opened."""
        tensor = TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL)
        tensor.external_data.add(key="location", value="given")
        self.weights.append(tensor)
        return name

    def dense(self, x: str, at: str) -> str:
        """A matrix product and its bias; what goes in is brought to bytes, all tokens by one scale."""
        if at in smoothed():
            [x] = self.node("Mul", x, self.weight(f"{at}.smooth", TensorProto.FLOAT, WIDTH))
        rows, columns = matrices()[at]
        weight = self.weight(f"{at}.weight", self.bytes, rows, columns)
        scale, bias = (self.weight(f"{at}.{name}", TensorProto.FLOAT, columns) for name in ("scale", "bias"))
        return self.node("DynamicQuantizeMatMul", x, weight, scale, self.zero, bias, domain=MICROSOFT)[0]

    def in_blocks(self, x: str, at: str) -> str:
        """The same where a few tokens are far larger than all others: scales for each `BLOCK` numbers."""
        rows, columns = matrices()[at]
        packed = self.weight(f"{at}.weight", TensorProto.UINT8, columns, rows // BLOCK, BLOCK)
        scale = self.weight(f"{at}.scale", TensorProto.FLOAT, columns, rows // BLOCK)
        bias = self.weight(f"{at}.bias", TensorProto.FLOAT, columns)
        size = {"K": rows, "N": columns, "bits": 8, "block_size": BLOCK, "accuracy_level": 4}
        return self.node("MatMulNBits", x, packed, scale, "", "", bias, domain=MICROSOFT, **size)[0]

    def norm(self, x: str, at: str) -> str:
        """Layer normalisation in steps that take many numbers at once, as the operator of that name does not.

        Rows get length 1 instead of variance 1: the difference is in the weight.
        """
        weight, bias = (self.weight(f"{at}.{name}", TensorProto.FLOAT, WIDTH) for name in ("weight", "bias"))
        [mean] = self.node("ReduceMean", x, self.last, keepdims=1)
        [unit] = self.node("LpNormalization", *self.node("Sub", x, mean), axis=-1, p=2)
        return self.node("Add", *self.node("Mul", unit, weight), bias)[0]

    def attention(self, x: str, at: str) -> str:
        """Of each token to all others."""
        together = self.dense(x, at)
        three = self.node("Split", together, outputs=3, axis=-1, num_outputs=3)
        query, key, value = (self.node("Unsqueeze", part, self.batch)[0] for part in three)
        mixed = self.node("MultiHeadAttention", query, key, value, domain=MICROSOFT, num_heads=HEADS)
        return self.node("Squeeze", *mixed, self.batch)[0]

    def layer(self, x: str, at: str) -> str:
        """One layer of BERT (Devlin et al. 2019)."""
        mixed = self.dense(self.attention(x, f"{at}.attention.self"), f"{at}.attention.output.dense")
        [seen] = self.node("Add", x, mixed)
        x = self.norm(seen, f"{at}.attention.output.LayerNorm")
        [wide] = self.node("Gelu", self.dense(x, f"{at}.intermediate.dense"))
        [out] = self.node("Add", x, self.in_blocks(wide, f"{at}.output.dense"))
        return self.norm(out, f"{at}.output.LayerNorm")


def model(kind: str) -> ModelProto:
    """The graph: (length, width) to hidden states of the same shape."""
    graph = Graph(kind)
    x = graph.norm("embedded", "embeddings.LayerNorm")
    for n in range(LAYERS):
        x = graph.layer(x, f"encoder.layer.{n}")
    graph.nodes.append(helper.make_node("Identity", [x], ["hidden"]))
    shape: list[str | int | None] = ["length", WIDTH]
    given = helper.make_tensor_value_info("embedded", TensorProto.FLOAT, shape)
    found = helper.make_tensor_value_info("hidden", TensorProto.FLOAT, shape)
    return packed(helper.make_graph(graph.nodes, "all-MiniLM-L6-v2", [given], [found], graph.weights))


def probe() -> ModelProto:
    """One product of bytes, as large as they get."""
    graph = Graph("signed")
    weight = graph.weight("weight", TensorProto.INT8, 64, 64)
    node = helper.make_node("MatMulInteger", ["given", weight], ["found"])
    given = helper.make_tensor_value_info("given", TensorProto.UINT8, ["rows", 64])
    found = helper.make_tensor_value_info("found", TensorProto.INT32, ["rows", 64])
    return packed(helper.make_graph([node], "probe", [given], [found], graph.weights[-1:]))


def packed(body: Any) -> ModelProto:
    """A whole model of a graph."""
    operators = [helper.make_opsetid("", 20), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(body, opset_imports=operators, ir_version=9, producer_name="pawsona")


if __name__ == "__main__":
    PROBE.write_bytes(probe().SerializeToString())
    for kind, file in FILES.items():
        file.write_bytes(model(kind).SerializeToString())
