"""A model of half a megabyte with random weights, which the real llama.cpp runs.

Its vocabulary is a sign a token: printable ASCII and some Chinese. Bytes are there, because input needs them, but
marked unused, so that no answer has half a character. The template's generation prompt has no newline: llama.cpp lets
a grammar begin with it, and the vocabulary has none.
"""

from pathlib import Path
from typing import Any

import numpy as np

HAN = "我你他它的了是在有不也都很好吗呢吧啊今天明早上晚中午下一个小人大家朋友猫狗鸟水山河花草树吃喝睡走看听说想爱笑高兴难过，。！？：“”"
TEMPLATE = (
    "{% for message in messages %}[{{ message['role'] }}] {{ message['content'] }} {% endfor %}"
    "{% if add_generation_prompt %}[assistant] {% if enable_thinking is defined and not enable_thinking %}"
    "[at once] {% endif %}{% endif %}"
)
WIDTH, HEADS, LAYERS, INNER = 64, 4, 2, 128


def write_tiny(path: Path, letters: str = HAN) -> Path:
    """Write the model.

    Args:
        path: where to.
        letters: what it can say beside ASCII.
    """
    import gguf

    writer = gguf.GGUFWriter(str(path), "llama")
    _describe(writer)
    size = _speak(writer, gguf.TokenType, letters)
    _think(writer, size)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _describe(writer: Any) -> None:
    writer.add_context_length(8192)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)


def _speak(writer: Any, kinds: Any, letters: str) -> int:
    special = [("<unk>", kinds.UNKNOWN), ("<s>", kinds.CONTROL), ("</s>", kinds.CONTROL)]
    raw = [(f"<0x{byte:02X}>", kinds.UNUSED) for byte in range(256)]
    space = "\u2581"
    said = [space, *(chr(code) for code in range(33, 127)), *sorted({each for each in letters if ord(each) > 126})]
    tokens = special + raw + [(each, kinds.NORMAL) for each in said]
    writer.add_tokenizer_model("llama")
    writer.add_token_list([token for token, _ in tokens])
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types([kind for _, kind in tokens])
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_add_space_prefix(False)
    writer.add_vocab_size(len(tokens))
    writer.add_chat_template(TEMPLATE)
    return len(tokens)


def _think(writer: Any, size: int) -> None:
    chance = np.random.default_rng(7)

    def tensor(name: str, *shape: int) -> None:
        writer.add_tensor(f"{name}.weight", (chance.standard_normal(shape) * 0.3).astype(np.float32))

    def norm(name: str) -> None:
        writer.add_tensor(f"{name}.weight", np.ones(WIDTH, np.float32))

    tensor("token_embd", size, WIDTH)
    tensor("output", size, WIDTH)
    norm("output_norm")
    for block in (f"blk.{n}" for n in range(LAYERS)):
        norm(f"{block}.attn_norm")
        norm(f"{block}.ffn_norm")
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            tensor(f"{block}.{part}", WIDTH, WIDTH)
        tensor(f"{block}.ffn_gate", INNER, WIDTH)
        tensor(f"{block}.ffn_up", INNER, WIDTH)
        tensor(f"{block}.ffn_down", WIDTH, INNER)
