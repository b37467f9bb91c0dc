"""Readers of strangers' files, tried with specimens that were broken at random."""

import json
import zlib
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.app.cards import samples
from tests.fuzz.targets import TARGETS, tried

PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "
    b"3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj "
    b"4 0 obj<</Length 38>>stream\nBT /F1 12 Tf (Plums want sun) Tj ET\nendstream endobj "
    b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj trailer<</Root 1 0 R>>\n%%EOF"
)
LINES = "\n".join(
    json.dumps({"id": str(n), "prediction": "猫 in the sun", "reference": "a cat", "task": "chat.general"})
    for n in range(3)
)
SPECIMENS: Mapping[str, tuple[bytes, ...]] = {
    "card": (
        samples.encoded(samples.v1()), samples.encoded(samples.v2()), samples.encoded(samples.v3()),
        samples.png(samples.text_chunk(b"chara", samples.packed(samples.v2()))),
        samples.png(samples.compressed_chunk(b"ccv3", samples.packed(samples.v3()))),
    ),
    "document": (b"\x00The mill\n\nThe wheel has nineteen paddles.", "\x01# 磨坊\n\n水车有十九片叶子。".encode("gb18030"), b"\x02" + PDF),
    "note": (b"wifi: heron99\nbirthday: 3 May\nThe rent is 640 euro.", "密码：白鹭99\n房租是640块。\n小美的生日在五月三号".encode()),
    "predictions": (LINES.encode(), LINES.encode("utf-16"), b'{"id": 1, "prediction": null}\n\n'),
}  # fmt: skip
PIECES = (
    b"",
    b"\x00",
    b"\xff",
    b"\xed\xa0\x80",
    b"[" * 3000,
    b"{",
    b'"',
    b"\\ud800",
    b"1e999",
    b"-0",
    "\u202e\u200d".encode(),
    b"null",
)


@st.composite
def broken(draw: st.DrawFn, name: str) -> bytes:
    """A specimen with up to four pieces of it taken out, doubled, or exchanged for something odd."""
    data = bytearray(draw(st.sampled_from(SPECIMENS[name])))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 40)))
        data[start:end] = draw(
            st.one_of(st.sampled_from(PIECES), st.binary(max_size=8), st.just(bytes(data[start:end] * 2)))
        )
    return bytes(data)


def mended(data: bytes) -> bytes:
    """A picture with the checksums that belong to it, so that what it holds is read as well."""
    out, at = bytearray(data[:8]), 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        body = data[at + 4 : at + 8 + length]
        out += data[at : at + 4] + body + zlib.crc32(body).to_bytes(4, "big")
        at += 12 + length
    return bytes(out)


@pytest.mark.parametrize("name", TARGETS)
def test_whole_specimens_are_read(name: str) -> None:
    assert all(tried(TARGETS[name], data) for data in SPECIMENS[name][:1])


@pytest.mark.fuzz
@pytest.mark.parametrize("name", TARGETS)
def test_broken_ones_are_read_or_refused(name: str) -> None:
    @settings(max_examples=400, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(broken(name), st.booleans())
    def whatever(data: bytes, whole: bool) -> None:
        tried(TARGETS[name], mended(data) if whole and data.startswith(b"\x89PNG") else data)

    whatever()


def test_a_target_that_lets_something_else_through_fails() -> None:
    def careless(data: bytes) -> Any:
        return json.loads(data)

    with pytest.raises(ValueError, match="Expecting"):
        tried(careless, b"{")
