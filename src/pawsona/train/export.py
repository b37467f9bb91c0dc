"""A model's folder as one GGUF file, which llama.cpp runs.

The architectures of Llama 3 (without stretched positions), Qwen 2 and Qwen 3, dense ones with tokenizers in bytes. No
package converts more of them than these from Python; llama.cpp's own script does.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from pawsona.errors import InputError, SetupError
from pawsona.train.folder import WEIGHTS, Folder
from pawsona.train.folder import folder as opened
from pawsona.train.trainer import EXTRA, tokenizer_of
from pawsona.train.vocabulary import Vocabulary, vocabulary

if TYPE_CHECKING:
    from gguf import GGUFWriter

Width = Literal["f32", "f16", "q8_0"]
_NAMES: Mapping[str, str] = MappingProxyType(
    {"LlamaForCausalLM": "llama", "Qwen2ForCausalLM": "qwen2", "Qwen3ForCausalLM": "qwen3"}
)
_BLOCK = 32
"""Weights that share a scale in Q8_0; a row that is no multiple of it stays in 16 bits."""


def convert(model: Path, to: Path, width: Width = "q8_0", licence: str = "") -> Path:
    """Write a model as a GGUF file; matrices in that width, all else in 32 bits.

    Args:
        model: its folder.
        to: the file.
        width: of the weights.
        licence: what is said of it in the file.

    Raises:
        InputError: it is of a kind that is not known here.
        SetupError: the extra is missing.
    """
    try:
        import gguf
    except ImportError:
        raise SetupError(EXTRA) from None
    name, found, words = convertible(model)
    fresh = to.with_name(f"{to.name}.new")
    writer = gguf.GGUFWriter(str(fresh), name, use_temp_file=True)
    _describe(writer, found, width, licence)
    _speak(writer, words, model)
    for at, (tensor, values) in enumerate(_weights(found, name)):
        kind = _kind(values, width)
        if at == 0:
            writer.add_quantization_version(gguf.GGML_QUANT_VERSION)
        writer.add_tensor(tensor, gguf.quants.quantize(values, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return fresh.replace(to)


def convertible(model: Path) -> tuple[str, Folder, Vocabulary]:
    """What llama.cpp calls its architecture, the folder and its words.

    Raises:
        InputError: it is of a kind that is not known here.
    """
    found = opened(model)
    return _architecture(found), found, vocabulary(model, found.number("vocab_size"))


def _architecture(model: Folder) -> str:
    if model.architecture not in _NAMES:
        raise InputError(
            f"The architecture {model.architecture!r} is none of those that are converted here ({', '.join(_NAMES)}): "
            "ship it with --width none for vLLM, and convert it with llama.cpp's own script."
        )
    if _positions(model).get("rope_type", "default") != "default":
        raise InputError("The model stretches its positions (rope scaling): convert it with llama.cpp's own script.")
    return _NAMES[model.architecture]


def _positions(model: Folder) -> Mapping[str, Any]:
    """Of the rotary embedding, as transformers 5 or 4 writes them."""
    new = model.config.get("rope_parameters") or model.config.get("rope_scaling") or {}
    kind = new.get("rope_type", new.get("type", "default"))
    theta = new.get("rope_theta", model.config.get("rope_theta", 10_000.0))
    return {"rope_type": kind, "rope_theta": theta}


def _describe(writer: "GGUFWriter", model: Folder, width: Width, licence: str) -> None:
    from gguf import LlamaFileType

    heads = model.number("num_attention_heads")
    size = model.number("head_dim") or model.number("hidden_size") // heads
    writer.add_name(model.path.resolve().name)
    if licence:
        writer.add_license(licence)
    writer.add_file_type(
        {"f32": LlamaFileType.ALL_F32, "f16": LlamaFileType.MOSTLY_F16, "q8_0": LlamaFileType.MOSTLY_Q8_0}[width]
    )
    writer.add_context_length(model.number("max_position_embeddings"))
    writer.add_embedding_length(model.number("hidden_size"))
    writer.add_block_count(model.number("num_hidden_layers"))
    writer.add_feed_forward_length(model.number("intermediate_size"))
    writer.add_head_count(heads)
    writer.add_head_count_kv(model.number("num_key_value_heads") or heads)
    writer.add_key_length(size)
    writer.add_value_length(size)
    writer.add_rope_dimension_count(size)
    writer.add_rope_freq_base(float(_positions(model)["rope_theta"]))
    writer.add_layer_norm_rms_eps(float(model.config.get("rms_norm_eps", 1e-6)))
    writer.add_vocab_size(model.number("vocab_size"))


def _speak(writer: "GGUFWriter", words: Vocabulary, model: Path) -> None:
    from gguf import TokenType

    spoken = tokenizer_of(model)
    kinds = [TokenType.NORMAL] * len(words.tokens)
    for places, kind in (
        (words.special, TokenType.CONTROL), (words.whole, TokenType.USER_DEFINED), (words.absent, TokenType.UNUSED)
    ):  # fmt: skip
        for at in places:
            kinds[at] = kind
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(words.cuts)
    writer.add_token_list(list(words.tokens))
    writer.add_token_types(kinds)
    writer.add_token_merges(list(words.merges))
    writer.add_add_bos_token(spoken("").input_ids[:1] == [spoken.bos_token_id])
    for add, id_ in (
        (writer.add_bos_token_id, spoken.bos_token_id), (writer.add_eos_token_id, spoken.eos_token_id),
        (writer.add_pad_token_id, spoken.pad_token_id),
    ):  # fmt: skip
        if id_ is not None:
            add(id_)
    if spoken.chat_template:
        writer.add_chat_template(spoken.chat_template)


def _weights(model: Folder, name: str) -> Iterator[tuple[str, np.ndarray]]:
    """Every tensor under llama.cpp's name, in 32 bits."""
    from gguf import MODEL_ARCH, get_tensor_name_map
    from safetensors import safe_open

    known = get_tensor_name_map(MODEL_ARCH[name.upper()], model.number("num_hidden_layers"))
    for path in sorted(model.path.glob(WEIGHTS)):
        with safe_open(path, "pt") as file:
            for key in sorted(file.keys()):
                found = known.get_name(key, try_suffixes=(".weight", ".bias"))
                if found is None:
                    raise InputError(f"The weights have a part that is not known here ({key!r}).")
                yield found, _turned(key, file.get_tensor(key).float().numpy(), model, name)


def _turned(key: str, values: np.ndarray, model: Folder, name: str) -> np.ndarray:
    """llama.cpp's Llama rotates neighbours where transformers rotates halves; its Qwen does as transformers."""
    heads: Mapping[str, Callable[[], int]] = {
        "q_proj.weight": lambda: model.number("num_attention_heads"),
        "k_proj.weight": lambda: model.number("num_key_value_heads") or model.number("num_attention_heads"),
    }
    count = next((many() for ending, many in heads.items() if key.endswith(ending)), 0)
    if name != "llama" or not count:
        return values
    rows, columns = values.shape
    return values.reshape(count, 2, rows // count // 2, columns).swapaxes(1, 2).reshape(rows, columns)


def _kind(values: np.ndarray, width: Width) -> Any:
    from gguf import GGMLQuantizationType

    if values.ndim < 2 or width == "f32":
        return GGMLQuantizationType.F32
    narrow = width == "f16" or values.shape[-1] % _BLOCK
    return GGMLQuantizationType.F16 if narrow else GGMLQuantizationType.Q8_0
