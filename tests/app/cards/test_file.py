"""What is a card is read whichever way it is carried; what is none is refused in one sentence, whatever it tries."""

import json
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.app.cards import samples
from tests.app.cards.samples import chunk, compressed_chunk, encoded, international_chunk, packed, png, text_chunk

from pawsona.app.cards import LARGEST, read_card
from pawsona.domain.language import LANGUAGES
from pawsona.errors import InputError

V2 = packed(samples.v2())
HALF_EMOJI = b'{"name": "Mo", "description": "\\ud83d"}'


@pytest.mark.parametrize(
    ("card", "version"),
    [
        (samples.v1(), 1),
        (samples.v2(), 2),
        (samples.v3(), 3),
        (samples.v3() | {"spec_version": "3.7"}, 3),
        (samples.v2(description=None, tags=None, character_book=None, extensions=None), 2),
        ({"name": "Mo", "description": ""}, 1),
    ],
)
def test_three_versions_are_read(card: dict[str, Any], version: int) -> None:
    read = read_card(encoded(card))
    assert read.document.version == version
    assert read.document.root == card
    assert read.image is None


@pytest.mark.parametrize(
    "carried",
    [
        text_chunk(b"chara", V2),
        text_chunk(b"Chara", V2[:76] + b"\n" + V2[76:].rstrip(b"=")),
        compressed_chunk(b"chara", V2),
        international_chunk(b"chara", V2),
        international_chunk(b"chara", V2, compressed=True),
        text_chunk(b"ccv3", packed(samples.v3())) + text_chunk(b"chara", b"not even base64"),
        text_chunk(b"chara", V2) + text_chunk(b"ccv3", packed(samples.v3())),
    ],
)
def test_a_picture_carries_a_card_in_any_text_chunk_and_the_newer_one_counts(carried: bytes) -> None:
    other = text_chunk(b"Comment", b"kept") + chunk(b"acTL", b"\0" * 8)
    read = read_card(png(carried, other) + b"what follows the end is dropped")
    assert read.document.root == (samples.v3() if b"ccv3" in carried else samples.v2())
    assert read.image == png(other)


def test_the_text_is_kept_character_for_character() -> None:
    text = '{"name":"团团" ,\n\t"description":"\\u4f60\\ud83d", "n": 1.50, "big": 123456789012345678901234567890}'
    assert read_card(b"\xef\xbb\xbf" + text.encode()).document.text == text


def bomb(size: int) -> bytes:
    return b" " * size


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "PNG or JSON"),
        (b"hello", "PNG or JSON"),
        (b"\xff\xd8\xff\xe0 a photo", "PNG or JSON"),
        (b"[]", "PNG or JSON"),
        (b'{"a": 1}', "PNG or JSON"),
        (b'{"name": "Mo"}', "PNG or JSON"),
        (b"PK\x03\x04 a zip", "CHARX"),
        (b"{" + b" " * LARGEST, "larger than 8 MB"),
        (b'{"name": "\xff"}', "UTF-8"),
        (b'{"name": "Mo", ', "valid JSON"),
        (b'{"name": "Mo", "description": "", "x": NaN}', "valid JSON"),
        (b'{"name": "Mo", "description": "", "x": -Infinity}', "valid JSON"),
        (b'{"name": "Mo", "description": "", "x": 1e999}', "valid JSON"),
        (b'{"name": "Mo", "description": "", "x": ' + b"9" * 5000 + b"}", "valid JSON"),
        (b'{"name": "Mo", "description": "", "x": ' + b"[" * 99_999 + b"]" * 99_999 + b"}", "nested too deeply"),
        (b'{"name": "Mo", "description": "", "x": ' + b'{"a":' * 99 + b"1" + b"}" * 100, "nested too deeply"),
        (b'{"name": "Mo", "description": "", "x": [' + b"[]," * 500_000 + b"[]]}", "far more parts"),
        (b'{"spec": "chara_card_v4", "data": {"name": "Mo"}}', "versions 1, 2 and 3"),
        (b'{"spec": ["chara_card_v2"], "data": {"name": "Mo"}}', "versions 1, 2 and 3"),
        (b'{"spec": "lorebook_v3", "data": {}}', "lorebook"),
        (b'{"spec": "chara_card_v2"}', "'data'"),
        (b'{"spec": "chara_card_v2", "data": []}', "'data'"),
        (encoded(samples.v2(name=7)), "'name'"),
        (encoded(samples.v2(name=None)), "'name'"),
        (encoded(samples.v2(description=["a"])), "'description'"),
        (encoded(samples.v2(tags="fox")), "'tags'"),
        (encoded(samples.v2(extensions=[])), "'extensions'"),
        (encoded(samples.v2(character_book={"entries": [{"content": {}}]})), "'character_book.entries.0.content'"),
        (png(), "no character card in this picture"),
        (png(text_chunk(b"chara", b"%%%")), "base64"),
        (png(text_chunk(b"chara", b"AAAAA")), "base64"),
        (png(text_chunk(b"chara", b"/w==")), "base64"),
        (png(text_chunk(b"chara", b"")), "PNG or JSON|valid JSON"),
        (png(text_chunk(b"chara", V2))[:-30], "damaged"),
        (png(text_chunk(b"chara", V2))[:50], "damaged"),
        (png(text_chunk(b"chara", V2)).replace(V2[:8], b"AAAAAAAA"), "damaged"),
        (png(b"\x7f\xff\xff\xfftEXtchara\0"), "damaged"),
        (png(b"\xff\xff\xff\xfftEXtchara\0"), "damaged"),
        (png(chunk(b"t\0Xt", b"")), "damaged"),
        (png()[:8] + samples.END, "damaged"),
        (png(*[chunk(b"tIME", b"")] * 20_001), "damaged"),
        (png(compressed_chunk(b"chara", bomb(64 * 2**20))), "far more text"),
        (png(international_chunk(b"ccv3", bomb(64 * 2**20), compressed=True)), "far more text"),
        (png(chunk(b"zTXt", b"chara\0\1" + zlib.compress(V2))), "damaged"),
        (png(chunk(b"zTXt", b"chara\0\0" + zlib.compress(V2)[:-9])), "damaged"),
        (png(chunk(b"zTXt", b"chara\0\0garbage")), "damaged"),
        (png(chunk(b"zTXt", b"chara")), "damaged"),
        (png(chunk(b"iTXt", b"chara\0\1")), "damaged"),
        (png(chunk(b"iTXt", b"chara\0\7\7en\0\0" + V2)), "damaged"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_card_is_refused_in_one_sentence(content: bytes, says: str) -> None:
    with pytest.raises(InputError, match=says) as english:
        read_card(content)
    with pytest.raises(InputError) as chinese:
        read_card(content, "zh")
    assert len(str(english.value)) < 130
    assert any(char >= "一" for char in str(chinese.value))


@settings(deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["", "png", "chara", "zTXt", "iTXt", "json"]))
def test_no_bytes_are_more_than_a_card_or_a_refusal(content: bytes, wrapped: str) -> None:
    carried = {
        "": content,
        "png": png(content),
        "chara": png(text_chunk(b"chara", content)),
        "zTXt": png(chunk(b"zTXt", b"chara\0" + content)),
        "iTXt": png(chunk(b"iTXt", b"ccv3\0" + content)),
        "json": b'{"name": "Mo", "description": ' + content + b"}",
    }
    judged(carried[wrapped])


@settings(deadline=None)
@given(st.data())
def test_no_damage_to_a_card_is_more_than_a_card_or_a_refusal(data: st.DataObject) -> None:
    whole = bytearray(data.draw(st.sampled_from([png(text_chunk(b"chara", V2)), encoded(samples.v3())])))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=9))
    judged(bytes(whole))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*samples.v3()["data"], "more"]), JSON), st.sampled_from([1, 2, 3]))
def test_no_field_of_a_wrong_type_is_more_than_a_card_or_a_refusal(wrong: dict[str, Any], version: int) -> None:
    card = {1: samples.v1, 2: samples.v2, 3: samples.v3}[version](**wrong)
    judged(json.dumps(card).encode())


def judged(content: bytes) -> None:
    for language in LANGUAGES:
        try:
            read_card(content, language)
        except InputError as error:
            assert str(error)


def test_half_an_emoji_is_a_text_like_any_other() -> None:
    assert read_card(HALF_EMOJI).document.fields.description == "\ud83d"
