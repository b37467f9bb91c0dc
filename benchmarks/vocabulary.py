"""The vocabulary that tokens are counted with: Qwen's, as the `dashscope` wheel packs it; nothing is downloaded.

Qwen (1 to 3) is what many a home runs, and its vocabulary is made for English and Chinese both. The chat is counted as
ChatML, with the marks around each message.
"""

import base64
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from tiktoken import Encoding

_PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_MARKS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")


@cache
def _encoding() -> Encoding:
    file = Path(str(_packed().locate_file("dashscope/resources/qwen.tiktoken")))
    rows = (line.split() for line in file.read_bytes().splitlines() if line)
    ranks = {base64.b64decode(token): int(rank) for token, rank in rows}
    marks = {mark: len(ranks) + n for n, mark in enumerate(_MARKS)}
    return Encoding("qwen", pat_str=_PATTERN, mergeable_ranks=ranks, special_tokens=marks)


def name() -> str:
    return f"Qwen, {_encoding().n_vocab - len(_MARKS):,} tokens (qwen.tiktoken in dashscope {_packed().version})"


def _packed() -> Distribution:
    try:
        return distribution("dashscope")
    except PackageNotFoundError:
        raise SystemExit(
            "The vocabulary is not here: pip install tiktoken && pip install --no-deps dashscope"
        ) from None


def tokens(text: str) -> list[int]:
    """Of a text in which marks are text."""
    found: list[int] = _encoding().encode_ordinary(text)  # without tiktoken installed its types are unknown
    return found


def chat_tokens(chat: Sequence[Mapping[str, str]]) -> list[int]:
    """Of a chat as ChatML, up to where the answer begins."""
    start, end = (_encoding().encode_single_token(mark) for mark in _MARKS[1:])
    found: list[int] = []
    for message in chat:
        found += [start, *tokens(f"{message['role']}\n{message['content']}"), end, *tokens("\n")]
    return [*found, start, *tokens("assistant\n")]


def shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens two have in common at their beginning."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
