"""Where somebody is called, and where not: names that lead into our own network, certificates that are another's."""

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.receiver import Receiver, receiving

from pawsona.app import calling
from pawsona.app.calling import CallFailed, is_public, post
from pawsona.app.webhooks.commands import address
from pawsona.errors import InputError

HOST = "hooks.example.org"


@pytest.mark.parametrize(
    "where",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::1", "2001:db8::1", "2001::1",
    ],
)  # fmt: skip
def test_what_is_not_everybodys_is_not_public(where: str) -> None:
    assert not is_public(where)


@pytest.mark.parametrize("where", ["93.184.216.34", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001::1"])
def test_what_is_everybodys_is(where: str) -> None:
    assert is_public(where)


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}/", "http://localhost:{port}/", "http://0x7f000001:{port}/", "http://[::ffff:127.0.0.1]:{port}/", "http://2130706433:{port}/"])  # fmt: skip
def test_nobody_knocks_at_a_door_of_our_own(url: str) -> None:
    async def body() -> None:
        async with receiving() as receiver:
            port = receiver.url.rpartition(":")[2].partition("/")[0]
            with pytest.raises(CallFailed, match=r"public|reached"):
                await post(url.format(port=port), b"{}", 2, private=False)
            assert receiver.got == []

    asyncio.run(body())


def named(*addresses: str) -> Callable[..., Awaitable[Any]]:
    async def found(self: Any, host: str, port: int, **_: Any) -> Any:
        assert host == HOST
        return [(0, 0, 0, "", (one, port)) for one in addresses]

    return found


def test_one_address_of_our_own_among_others_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", named("93.184.216.34", "10.0.0.1"))
    with pytest.raises(CallFailed, match="public"):
        asyncio.run(post(f"https://{HOST}/", b"{}", 2, private=False))


def test_what_was_looked_at_is_what_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is looked up once: a second answer, into our own network, would never be asked for."""
    asked = []

    async def public(host: str, port: int) -> str:
        asked.append(host)
        return "127.0.0.1"

    monkeypatch.setattr(calling, "_public", public)

    async def body() -> None:
        async with receiving() as receiver:
            port = receiver.url.rpartition(":")[2].partition("/")[0]
            await post(f"http://{HOST}:{port}/in?a=b", b'{"a":1}', 5, {"webhook-id": "msg_1"}, private=False)
            [got] = receiver.got
            assert (got.path, got.headers["host"], got.headers["webhook-id"]) == ("/in?a=b", f"{HOST}:{port}", "msg_1")

    asyncio.run(body())
    assert asked == [HOST]


@pytest.mark.skipif(not shutil.which("openssl"), reason="makes certificates with openssl")
@pytest.mark.parametrize(("named_in_it", "taken"), [(HOST, True), ("other.example.org", False)])
def test_a_certificate_is_of_the_name_though_the_address_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named_in_it: str, taken: bool
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-keyout", key, "-out", certificate, "-subj", f"/CN={named_in_it}", "-addext", f"subjectAltName=DNS:{named_in_it}"],
        check=True, capture_output=True,
    )  # fmt: skip
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    calling._trusted.cache_clear()

    async def public(host: str, port: int) -> str:
        return "127.0.0.1"

    monkeypatch.setattr(calling, "_public", public)

    async def call(receiver: Receiver) -> None:
        port = receiver.url.rpartition(":")[2].partition("/")[0]
        await post(f"https://{HOST}:{port}/", b"{}", 5, private=False)

    async def body() -> None:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate, key)
        async with receiving(tls) as receiver:
            if taken:
                await call(receiver)
                assert receiver.got[0].headers["host"].startswith(HOST)
            else:
                with pytest.raises(CallFailed, match="reached"):
                    await call(receiver)
                assert receiver.got == []

    asyncio.run(body())
    calling._trusted.cache_clear()


@pytest.mark.parametrize(
    "url",
    [
        "hooks.example.org", "ftp://hooks.example.org/", "http://hooks.example.org/", "http://10.0.0.1/", "https://",
        "https://user:secret@hooks.example.org/", "https://hooks.example.org/#here", "https://hooks.example.org:99999/",
        "https://hooks.example.org/a b", "https://[::1/", "https://hooks.example.org/" + "x" * 500, "file:///etc/passwd",
    ],
)  # fmt: skip
def test_an_address_that_no_letter_may_go_to_is_refused_when_it_is_given(url: str) -> None:
    with pytest.raises(InputError):
        address(url)


@pytest.mark.parametrize("url", ["https://hooks.example.org/a?b=c", "http://127.0.0.1:8080/", "http://[::1]/", "http://localhost:1/"])  # fmt: skip
def test_an_address_that_it_may_go_to_is_taken(url: str) -> None:
    assert address(url) == url
