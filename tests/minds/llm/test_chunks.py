"""The chunks of a stream: however the bytes are cut, and whatever a server does at its end."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator

import httpx2
import openai
import pytest

from pawsona.minds.llm.chunks import chunks, joined

ASKED = httpx2.Request("POST", "http://127.0.0.1/v1/chat/completions")
ONE, TWO = {"n": 1, "said": "水"}, {"n": 2, "said": "b"}


class Body(httpx2.AsyncByteStream):
    """Sends its parts, then ends, breaks off, or says nothing more."""

    def __init__(self, parts: list[bytes], after: Exception | None = None, *, silent: bool = False) -> None:
        self.parts, self.after, self.silent, self.closed, self.through = parts, after, silent, False, False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self.parts:
            yield part
        if self.after is not None:
            raise self.after
        if self.silent:
            await asyncio.sleep(60)
        self.through = True

    async def aclose(self) -> None:
        self.closed = True


def event(told: object, end: str = "\n\n") -> bytes:
    return f"data: {json.dumps(told, ensure_ascii=False)}{end}".encode()


def read(body: Body) -> list[object]:
    found: list[object] = []

    async def all_of_it() -> None:
        async for some in chunks(httpx2.Response(200, request=ASKED, stream=body)):
            found.extend(some)

    try:
        asyncio.run(asyncio.wait_for(all_of_it(), 10))
    except Exception as error:  # noqa: BLE001 - what was read before it counts, too
        found.append(type(error))
    assert body.closed
    return found


@pytest.mark.parametrize("end", ["\n\n", "\r\n\r\n"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_the_same_is_read_wherever_the_network_cuts(end: str, size: int) -> None:
    whole = (
        f": hello{end}event: x\nid: 7\n".encode() + event(ONE, end) + event(TWO, end) + f"data: [DONE]{end}".encode()
    )
    body = Body([whole[at : at + size] for at in range(0, len(whole), size)])
    assert read(body) == [ONE, TWO]
    assert body.through, "what comes after the end is read, or the connection could not be used again"


def test_data_over_several_lines_are_one() -> None:
    assert read(Body([b'data: {"n":\ndata:1}\n\n'])) == [{"n": 1}]


def test_what_comes_after_the_end_of_the_answer_is_not_taken_for_it() -> None:
    assert read(Body([event(ONE) + b"data: [DONE]\n\n" + event(TWO), event(TWO)])) == [ONE]


def test_a_server_that_does_not_end_its_body_is_not_waited_for() -> None:
    assert read(Body([event(ONE), b"data: [DONE]\n\n"], silent=True)) == [ONE]


def test_one_that_breaks_off_after_the_end_has_answered() -> None:
    assert read(Body([event(ONE), b"data: [DONE]\n\n"], httpx2.ReadError("gone"))) == [ONE]


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (httpx2.ReadTimeout("slow"), openai.APITimeoutError),
        (httpx2.ReadError("gone"), openai.APIConnectionError),
    ],
)
def test_what_goes_wrong_is_told_as_the_sdk_tells_it(after: Exception, told: type) -> None:
    assert read(Body([event(ONE)], after)) == [ONE, told]


def test_an_error_in_the_stream_comes_after_what_was_said_before_it() -> None:
    error = {"error": {"message": "out of memory"}}
    assert read(Body([event(ONE) + event(error) + event(TWO)])) == [ONE, openai.APIError]
    assert read(Body([event(ONE) + b"data: {garbage\n\n"])) == [ONE, json.JSONDecodeError]


def test_pieces_are_joined_up_to_the_end_of_a_sentence() -> None:
    assert list(joined(["High ", "water", ".", " It ", "came", "!", " And", " went"])) == [
        "High water.", " It came!", " And went",
    ]  # fmt: skip
    assert list(joined([])) == []


def test_pieces_before_an_error_are_handed_on() -> None:
    def breaking() -> Iterator[str]:
        yield "High "
        yield "wat"
        raise ValueError("broken")

    pieces = joined(breaking())
    assert next(pieces) == "High wat"
    with pytest.raises(ValueError, match="broken"):
        next(pieces)
