"""A model of half a megabyte with random weights, whose tokenizer was trained on our own storybook."""

import json
from pathlib import Path
from typing import Any

from pawsona.minds import storybook

WORDS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""How Qwen cuts text into words."""
CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
STORYBOOK = Path(storybook.__file__).parent / "content"
SHAPE: dict[str, Any] = {
    "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4,
    "num_key_value_heads": 2, "max_position_embeddings": 8192,
}  # fmt: skip


def tokenizer(template: str | None = CHATML) -> Any:
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    bytes_ = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    made = Tokenizer(models.BPE())
    made.normalizer = normalizers.NFC()
    made.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(WORDS), "isolated"), bytes_])
    made.decoder = decoders.ByteLevel()
    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    trainer = trainers.BpeTrainer(
        vocab_size=700,
        special_tokens=special,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator(
        [(STORYBOOK / language / "world.yaml").read_text("utf-8") for language in ("en", "zh")], trainer
    )
    found = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    found.chat_template = template
    return found


def write_model(folder: Path, kind: str = "Qwen3", **more: Any) -> Path:
    """A Qwen3, Qwen2 or Llama of that size."""
    import torch
    import transformers

    spoken = tokenizer()
    spoken.save_pretrained(folder)
    config = getattr(transformers, f"{kind}Config")(
        vocab_size=len(spoken), eos_token_id=spoken.eos_token_id, pad_token_id=spoken.pad_token_id, bos_token_id=None,
        **({"head_dim": 16} if kind == "Qwen3" else {}), **SHAPE, **more,
    )  # fmt: skip
    torch.manual_seed(7)
    getattr(transformers, f"{kind}ForCausalLM")(config).save_pretrained(folder)
    return folder


def entry(number: int, *turns: str, **more: Any) -> dict[str, Any]:
    """A line of training data: the person, the companion, the person, ..."""
    roles = ("user", "assistant")
    said = [{"role": roles[at % 2], "content": text} for at, text in enumerate(turns)]
    told = {"role": "system", "content": "You are Mochi, a cat who lives by the harbour."}
    return {"id": f"t{number}", "messages": [told, *said], "language": "en", "skill": "chat.general", **more}


def write_talks(path: Path, count: int = 40, watched: int = 0) -> Path:
    """Talks that have something to learn in them, and some that are only watched."""
    rows = [
        entry(
            at,
            f"Good morning! It is day {at}.",
            "I sat at the window.",
            "And then? 后来呢？",
            f"I counted {at} birds. 数了{at}只鸟。",
            split="train" if at < count else "validation",
        )
        for at in range(count + watched)
    ]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    return path
