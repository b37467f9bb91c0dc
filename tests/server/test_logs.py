"""What a person says stands in no log: a whole server, every way in, our loggers at their most talkative."""

import json
import urllib.parse
from pathlib import Path

import pytest
from tests.server.conftest import events
from tests.server.process import ask, server

SECRET = "marzipanhedgehog"
SERVER = """
import logging
logging.basicConfig(level=logging.INFO)
logging.getLogger("pawsona").setLevel(logging.DEBUG)
from pawsona.app.companion import Companion
from pawsona.cli.main import app

async def stumble(self, *args):
    raise RuntimeError(f"could not close {args}")

Companion.close_promise = stumble
app(["serve", "--port", "0"])
"""


@pytest.mark.long
def test_no_log_carries_a_word_of_what_was_said(tmp_path: Path) -> None:
    log = tmp_path / "log"
    said = f"My sister is called {SECRET.title()}, and I love my {SECRET}."
    with server(tmp_path / "home", log, SERVER) as address:
        api = f"{address}/api/v1"
        person = {"name": SECRET, "time_zone": "UTC"}
        pet = json.loads(
            ask("POST", f"{api}/pets", {"name": SECRET, "species": "cat", "personality": "sunny", "person": person})
        )
        path = f"{api}/pets/{pet['id']}"
        assert events(ask("POST", f"{path}/messages", {"text": said}))[-1][0] == "done"
        assert "crisis" in ask("POST", f"{path}/messages", {"text": f"I want to kill myself, {SECRET}"})
        ask("POST", f"{path}/messages", {"text": f"{said} " * 500})
        ask("POST", f"{path}/messages", {SECRET: said})
        ask("POST", f"{path}/messages", f'{{"text": "{SECRET}'.encode())
        ask("POST", f"{path}/messages", f"{SECRET}\xff".encode("latin-1"))
        ask("POST", f"{path}/notes", {"title": SECRET, "text": said})
        ask("PUT", f"{path}/documents/{SECRET}.pdf", f"%PDF-1.4 {SECRET}".encode())
        ask("PUT", f"{path}/documents/{SECRET}.txt", said.encode())
        day = json.loads(ask("GET", f"{path}/days/today"))["date"]
        assert "reply" in ask("POST", f"{path}/days/{day}/items/1/feedback", {"text": f"I like this {SECRET}"})
        ask("POST", f"{path}/messages", {"text": f"remind me to call {SECRET} tomorrow at 5 pm"})
        assert "stages" in ask("POST", f"{path}/night", {})
        ask("POST", f"{path}/messages", {"text": f"What is my sister called, {SECRET}?"})
        assert SECRET in ask("GET", f"{path}/memories?{urllib.parse.urlencode({'q': SECRET})}").lower()
        assert "stumbled" in ask("POST", f"{path}/promises/{SECRET}/close", {})
        ask("GET", f"{api}/{SECRET}")
        ask("DELETE", f"{api}/person?confirm=not-{SECRET}")
    written = log.read_text("utf-8", "replace")
    assert "RuntimeError at" in written
    assert "Pawsona is at" in written
    assert SECRET not in written.lower()
    assert "Traceback" not in written
