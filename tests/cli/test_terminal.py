"""Chat where a person sits: in a terminal."""

import os
import select
import signal
import subprocess
import sys
import time

import pytest
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

pytestmark = pytest.mark.program

pty = pytest.importorskip("pty")


def test_a_person_can_talk_make_mistakes_and_leave_with_ctrl_c() -> None:
    terminal, theirs = pty.openpty()
    program = [sys.executable, "-m", "pawsona", "chat"]
    with subprocess.Popen(program, stdin=theirs, stdout=theirs, stderr=theirs) as chat:
        try:
            os.close(theirs)
            assert "Mikan: " in _until(terminal, "> ")
            for typed in ("", "   ", "\x1b[A\x07", "hello"):
                os.write(terminal, f"{typed}\n".encode())
                shown = _until(terminal, "> ")
            assert "Mikan: " in shown
            chat.send_signal(signal.SIGINT)
            assert chat.wait(timeout=60) == 130
            assert "Traceback" not in _until(terminal, "")
        finally:
            chat.kill()  # else a failure above would wait for the chat for ever
    os.close(terminal)


def test_ctrl_c_ends_a_reply_and_not_the_talk(model_server: ModelServer) -> None:
    said = "The river was high today. I saw two herons there. Then it began to rain. It was a good day."
    model_server.script({"match": '"stream":true', "text": said, "stall": "middle"})
    mind = {"PAWSONA_MIND": "llm", "PAWSONA_BASE_URL": model_server.base_url, "PAWSONA_MODEL": "pet-model"}
    terminal, theirs = pty.openpty()
    program = [sys.executable, "-m", "pawsona", "chat"]
    with subprocess.Popen(program, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, **mind}) as chat:
        try:
            os.close(theirs)
            _until(terminal, "> ")
            os.write(terminal, b"I walked along the river.\n")
            assert "The river was high today. " in _until(terminal, "today. ")
            chat.send_signal(signal.SIGINT)
            assert "good day" not in _until(terminal, "> ")
            os.write(terminal, b"Hello\n")
            assert ": " in _until(terminal, "> ")
            streams = [each["outcome"] for each in model_server.requests("/completions") if each["body"].get("stream")]
            assert streams[0] == "left" and streams[-1] == "answered"
            os.write(terminal, b"\x04")
            assert chat.wait(timeout=60) == 0
        finally:
            chat.kill()
    os.close(terminal)


def test_ctrl_c_before_the_first_words_ends_no_talk_in_json_either(model_server: ModelServer) -> None:
    model_server.script({"match": '"stream":true', "text": "Soup. And bread.", "stall": "first"})
    mind = {"PAWSONA_MIND": "llm", "PAWSONA_BASE_URL": model_server.base_url, "PAWSONA_MODEL": "pet-model"}
    terminal, theirs = pty.openpty()
    program = [sys.executable, "-m", "pawsona", "chat", "--json"]
    with subprocess.Popen(program, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, **mind}) as chat:
        try:
            os.close(theirs)
            _until(terminal, "> ")
            os.write(terminal, b"I walked along the river.\n")
            _asked(model_server)
            chat.send_signal(signal.SIGINT)
            assert '{"error": "The reply was stopped' in _until(terminal, "> ")
            os.write(terminal, b"Hello\n")
            assert '"reply": ' in _until(terminal, "> ")
            os.write(terminal, b"\x04")
            assert chat.wait(timeout=60) == 0
        finally:
            chat.kill()
    os.close(terminal)


def _asked(server: ModelServer) -> None:
    late = time.monotonic() + 60
    while not any(one["body"].get("stream") for one in server.requests("/completions")):
        assert time.monotonic() < late
        time.sleep(0.05)


def _until(terminal: int, end: str) -> str:
    """What is shown until a prompt, or to the end of it all."""
    shown = b""
    late = time.monotonic() + 60
    while time.monotonic() < late:
        if not select.select([terminal], [], [], 0.5)[0]:
            continue
        try:
            shown += os.read(terminal, 65536)
        except OSError:  # Linux says so when the other side has gone
            break
        if end and shown.decode(errors="replace").endswith(end):
            break
    return shown.decode(errors="replace")
