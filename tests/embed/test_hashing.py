"""Hashed n-grams: the same on every machine, and close where texts share words."""

import asyncio
import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from pawsona.embed import Hashing


def embed(*texts: str, width: int = 512) -> NDArray[np.float32]:
    vectors = asyncio.run(Hashing(width).embed(texts))
    return np.array([np.frombuffer(vector, "<f4") for vector in vectors])


@pytest.mark.parametrize(
    ("query", "close", "far"),
    [
        ("what is my cat called", "My cat's name is Biscuit.", "I start a new job in Leeds on Monday."),
        ("do I like hiking", "You hiked up the hill; you love hikes.", "Your sister plays the cello."),
        ("我的猫叫什么名字", "你的猫名字叫年糕", "下周一要去杭州出差"),
        ("还记得我妈妈的生日吗", "妈妈的生日是五月三号", "最近在学弹吉他"),
    ],
)
def test_shared_words_bring_texts_together(query: str, close: str, far: str) -> None:
    q, near, away = embed(query, close, far)
    assert q @ near > q @ away + 0.06


@pytest.mark.parametrize("text", ["", "   ", "!?", "的", "the", "🎂", "年糕", "a" * 10_000, "𝒳 Ünï"])
@pytest.mark.parametrize("width", [384, 512])
def test_every_text_has_a_vector_of_unit_length(text: str, width: int) -> None:
    [vector] = embed(text, width=width)
    assert vector.shape == (width,)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def test_a_text_is_closest_to_itself_and_case_and_width_do_not_count() -> None:
    one, same, wide = embed("My Cat Biscuit", "my cat biscuit", "ＭＹ ＣＡＴ Biscuit")
    assert one @ same == pytest.approx(1, abs=1e-6)
    assert one @ wide == pytest.approx(1, abs=1e-6)


def test_unrelated_texts_are_near_zero_in_both_languages() -> None:
    texts = embed("purple lighthouse", "boiling an egg", "我喜欢爬山", "昨晚失眠", "quarterly tax form", "数学考试")
    off = texts @ texts.T - np.eye(6)
    assert np.abs(off).max() < 0.25


def test_repeating_a_word_counts_less_each_time() -> None:
    both, much = embed("tea coffee", "tea " * 8 + "coffee")
    [tea] = embed("tea")
    assert both @ tea < much @ tea < 0.97


def test_another_process_with_another_hash_seed_agrees() -> None:
    code = (
        "import asyncio, sys; from pawsona.embed import Hashing;"
        "sys.stdout.write(asyncio.run(Hashing().embed(['年糕 likes tea']))[0].hex())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}
    )
    assert bytes.fromhex(done.stdout) == asyncio.run(Hashing().embed(["年糕 likes tea"]))[0]


def test_the_name_tells_the_width() -> None:
    assert Hashing(384).name != Hashing(512).name
