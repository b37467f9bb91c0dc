"""From the Hub, with its own client - against a server that speaks as the Hub does."""

import sys
import time
from pathlib import Path

import pytest
from tests.minds.local.files import COMMIT, serving
from tests.minds.local.test_pull import CONTENT, a_model

from pawsona.errors import SetupError
from pawsona.minds import local
from pawsona.minds.local import shelf

pytestmark = pytest.mark.model


@pytest.fixture(autouse=True)
def shelved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "catalogue", lambda: (a_model(),))


def test_a_model_comes_from_its_pinned_revision_with_progress(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    with serving(CONTENT) as hub:
        path = local.pull(a_model(), tmp_path, lambda *done: seen.append(done), endpoint=hub.url)
        assert hub.asked[0][0] == f"/someone/test-GGUF/resolve/{COMMIT}/test.gguf"
    assert path.read_bytes() == CONTENT
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert local.installed(tmp_path)[0].path == path


def test_a_cut_download_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.DOWNLOAD_CHUNK_SIZE", 100_000)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    with serving(CONTENT) as hub:
        hub.cuts = [1_000_000]
        assert local.pull(a_model(), tmp_path, endpoint=hub.url).read_bytes() == CONTENT
        assert hub.asked[1][1] == "bytes=1000000-"


def test_who_stops_it_can_go_on(tmp_path: Path) -> None:
    def stop(done: int, size: int) -> None:
        raise KeyError("enough")

    with serving(CONTENT) as hub:
        with pytest.raises(KeyError):
            local.pull(a_model(), tmp_path, stop, endpoint=hub.url)
        assert local.pull(a_model(), tmp_path, endpoint=hub.url).read_bytes() == CONTENT


def test_a_wrong_file_is_refused_and_the_right_one_taken_after_it(tmp_path: Path) -> None:
    with serving(CONTENT[:-1] + b"!") as hub:
        with pytest.raises(SetupError, match="is not the"):
            local.pull(a_model(), tmp_path, endpoint=hub.url)
        hub.content = CONTENT
        assert local.pull(a_model(), tmp_path, endpoint=hub.url).read_bytes() == CONTENT


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with serving(CONTENT) as hub:
        hub.refusals = [404] * 9
        with pytest.raises(SetupError, match="The Hub answers 404 for someone/test-GGUF/test.gguf"):
            local.pull(a_model(), tmp_path, endpoint=hub.url)


def test_a_dead_hub_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    with serving(CONTENT) as hub:
        url = hub.url
    with pytest.raises(SetupError, match="can't be reached: check the connection"):
        local.pull(a_model(), tmp_path, endpoint=url)


def test_the_machines_own_token_is_not_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    sent: list[str | None] = []
    with serving(CONTENT) as hub:
        handler = hub.RequestHandlerClass

        class Listening(handler):  # type: ignore[misc, valid-type]
            def do_GET(self) -> None:
                sent.append(self.headers.get("Authorization"))
                super().do_GET()

        hub.RequestHandlerClass = Listening
        local.pull(a_model(), tmp_path, endpoint=hub.url)
    assert sent == [None]


def test_without_the_extra_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(SetupError, match="make local"):
        local.pull(a_model(), tmp_path)
