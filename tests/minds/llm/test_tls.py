"""A model server by https: who may be trusted is asked, and who may not is named, in whichever way it is asked."""

import asyncio
import shutil
import socket
import subprocess
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.minds.llm.conftest import MakeBench
from tests.minds.llm.test_refused import streamed, whole
from tests.model_server.process import ModelServer

from pawsona.errors import MindError
from pawsona.minds.llm.client import Client, Usage

Ask = Callable[[Client], Coroutine[Any, Any, str]]
Run = Callable[[Coroutine[Any, Any, Any]], Any]


async def awaited(client: Client) -> str:
    return await client.complete([{"role": "user", "content": "hi"}], Usage(), awaited=True)


ways = pytest.mark.parametrize("ask", [whole, awaited, streamed])


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Signed by nobody but itself, for 127.0.0.1; its key is in the same file."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed, which makes the certificate")
    file = tmp_path_factory.mktemp("tls") / "server.pem"
    command = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=pets -keyout {file} -out {file}.crt"
    subprocess.run([*command.split(), "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    with file.open("a") as both:
        both.write(Path(f"{file}.crt").read_text())
    return file


@pytest.fixture(scope="module")
def secured(certificate: Path) -> Iterator[ModelServer]:
    with ModelServer.start(certificate=certificate) as server:
        yield server


@ways
def test_a_server_whose_certificate_is_trusted_answers(
    ask: Ask, secured: ModelServer, certificate: Path, bench: MakeBench, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    client = bench(base_url=secured.base_url).client
    assert run(client.models()) == ["pet-model"]
    assert run(ask(client))


@ways
def test_one_whose_certificate_nobody_vouches_for_is_told_so_and_hears_nothing(
    ask: Ask, secured: ModelServer, bench: MakeBench, run: Run
) -> None:
    secured.reset()
    with pytest.raises(MindError, match=r"is not trusted \(self-signed certificate\): .* SSL_CERT_FILE"):
        run(ask(bench(base_url=secured.base_url).client))
    assert secured.requests() == []


@ways
def test_so_is_one_whose_certificate_is_another_machines(
    ask: Ask, secured: ModelServer, certificate: Path, bench: MakeBench, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    elsewhere = secured.base_url.replace("127.0.0.1", "localhost")
    with pytest.raises(MindError, match=r"is not trusted \(Hostname mismatch"):
        run(ask(bench(base_url=elsewhere).client))


@ways
def test_a_server_without_tls_is_told_from_none(ask: Ask, bench: MakeBench, run: Run) -> None:
    async def story() -> str:
        async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            return await ask(bench(base_url=f"https://127.0.0.1:{port}/v1").client)

    with pytest.raises(MindError, match=r"speaks no TLS .* http://"):
        run(story())


@ways
def test_and_none_is_none(ask: Ask, bench: MakeBench, run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    with pytest.raises(MindError, match="there is no model server"):
        run(ask(bench(base_url=f"https://127.0.0.1:{port}/v1").client))
