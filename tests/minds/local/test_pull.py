"""Pulling a model: pins, cuts, wrong files, full disks - against a real file server."""

import hashlib
import shutil
import time
from collections import namedtuple
from pathlib import Path

import pytest
from tests.minds.local.files import COMMIT, FileServer, serving

from pawsona.errors import NotFoundError, SetupError
from pawsona.minds import local
from pawsona.minds.local import download, shelf

CONTENT = b"GGUF" + bytes(range(256)) * 12000
DIGEST = hashlib.sha256(CONTENT).hexdigest()


def a_model(**more: object) -> local.LocalModel:
    given: dict[str, object] = {
        "name": "test-model",
        "repository": "someone/test-GGUF",
        "file": "test.gguf",
        "revision": COMMIT,
        "sha256": DIGEST,
        "licence": "MIT",
        "size": len(CONTENT),
        "memory": 2 * len(CONTENT),
        "languages": ("en", "zh"),
        **more,
    }
    return local.LocalModel.model_validate(given)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rests between tries, and the catalogue holds the test's model."""
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    monkeypatch.setattr(shelf, "catalogue", lambda: (a_model(),))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def pulled(server: FileServer, home: Path, model: local.LocalModel | None = None, **more: object) -> Path:
    return local.pull(model or a_model(), home, mirror=f"{server.url}/test.gguf", **more)  # type: ignore[arg-type]


def test_a_pulled_model_is_private_noted_and_not_fetched_twice(home: Path) -> None:
    seen: list[tuple[int, int]] = []
    with serving(CONTENT) as server:
        path = local.pull(a_model(), home, lambda *done: seen.append(done), mirror=f"{server.url}/test.gguf")
        assert pulled(server, home) == path
        assert len(server.asked) == 1
    assert path.read_bytes() == CONTENT
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert seen == sorted(seen)
    assert [(each.model.name, each.path) for each in local.installed(home)] == [("test-model", path)]


def test_a_cut_download_goes_on_where_it_stopped(home: Path) -> None:
    with serving(CONTENT) as server:
        server.cuts = [1_000_000, 500_000]
        assert pulled(server, home).read_bytes() == CONTENT
        assert [wanted for _, wanted in server.asked] == ["", "bytes=1000000-", "bytes=1500000-"]


def test_a_stopped_download_goes_on_the_next_time(home: Path) -> None:
    class Enough(Exception):
        pass

    def stop(done: int, size: int) -> None:
        raise Enough

    with serving(CONTENT) as server:
        with pytest.raises(Enough):
            local.pull(a_model(), home, stop, mirror=f"{server.url}/test.gguf")
        assert not local.installed(home)
        assert pulled(server, home).read_bytes() == CONTENT
        assert server.asked[1][1].startswith("bytes=")


def test_a_server_that_knows_no_ranges_sends_all_again(home: Path) -> None:
    with serving(CONTENT) as server:
        server.cuts, server.ranges = [1_000_000], False
        assert pulled(server, home).read_bytes() == CONTENT


def test_a_silent_connection_counts_as_cut(tmp_path: Path) -> None:
    with serving(CONTENT) as server:
        server.cuts, server.stalls = [1000], True
        download.download(f"{server.url}/x", tmp_path / "part", len(CONTENT), lambda *_: None, timeout=0.2, rest=0)
    assert (tmp_path / "part").read_bytes() == CONTENT


def test_a_busy_server_is_asked_again_and_a_refusal_is_told(home: Path) -> None:
    with serving(CONTENT) as server:
        server.refusals = [503, 429]
        pulled(server, home)
        local.remove(home, a_model())
        server.refusals = [404]
        with pytest.raises(SetupError, match=r"refuses the model's file \(404 Not Found\): check the address"):
            pulled(server, home)


def test_a_dead_server_is_one_sentence(home: Path) -> None:
    with serving(CONTENT) as server:
        url = server.url
    with pytest.raises(SetupError, match="server brings no more: check the connection"):
        local.pull(a_model(), home, mirror=f"{url}/test.gguf")
    with pytest.raises(SetupError, match="begins with https://"):
        local.pull(a_model(), home, mirror="file:///etc/passwd")


def test_a_wrong_file_is_deleted_and_told_by_its_digest(home: Path) -> None:
    wrong = CONTENT[:-1] + b"!"
    with serving(wrong) as server:
        with pytest.raises(SetupError, match=r"is not the test\.gguf that was checked \(SHA-256 "):
            pulled(server, home)
        assert not [path for path in (home / "models").rglob("*") if path.is_file()]
        server.content = CONTENT
        pulled(server, home)


@pytest.mark.parametrize("content", [b"<html>not here</html>".ljust(len(CONTENT)), CONTENT + b"more"])
def test_what_is_no_model_file_is_refused(home: Path, content: bytes) -> None:
    with serving(content) as server, pytest.raises(SetupError, match="no model file|sent more than"):
        pulled(server, home)
    assert not local.installed(home)


def test_what_lies_there_of_another_file_is_thrown_away(home: Path) -> None:
    shelf.folder(home)
    (home / "models" / "test.gguf.part").write_bytes(b"x" * len(CONTENT))
    with serving(CONTENT) as server:
        with pytest.raises(SetupError, match="no model file"):
            pulled(server, home)
        pulled(server, home)
        shelf.folder(home)
        (home / "models" / "test.gguf.part").write_bytes(b"x" * 10)
        server.refusals = [416]
        local.remove(home, a_model())
        assert pulled(server, home).read_bytes() == CONTENT


def test_a_disk_without_room_is_told_before_anything_is_fetched(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 1000))
    with serving(CONTENT) as server:
        with pytest.raises(SetupError, match=r"needs 0\.2 GB more on this disk and 0\.0 GB are free"):
            pulled(server, home)
        assert not server.asked


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
def test_a_disk_that_fills_up_is_told(home: Path) -> None:
    shelf.folder(home)
    (home / "models" / "test.gguf.part").symlink_to("/dev/full")
    with serving(CONTENT) as server, pytest.raises(SetupError, match="disk is full: make room and pull again"):
        pulled(server, home)


def test_an_unpinned_row_is_refused_until_somebody_vouches(home: Path) -> None:
    bare = a_model(sha256=None, revision=None)
    with serving(CONTENT) as server:
        with pytest.raises(SetupError, match="Nobody has checked test.gguf yet: give the digest .* or .* --trust"):
            pulled(server, home, bare)
        with pytest.raises(SetupError, match="doesn't pin which version .* --revision"):
            local.pull(bare, home, trust=True)
        with pytest.raises(SetupError, match="64 characters"):
            pulled(server, home, bare, sha256="abc")
        with pytest.raises(SetupError, match="is not the"):
            pulled(server, home, bare, sha256="0" * 64)
        assert pulled(server, home, bare, sha256=DIGEST.upper()).exists()


def test_what_was_trusted_once_must_be_the_same_again(home: Path) -> None:
    bare = a_model(sha256=None)
    with serving(CONTENT) as server:
        path = pulled(server, home, bare, trust=True)
        (known,) = local.installed(home)
        assert known.sha256 == DIGEST
        path.unlink()
        server.content = CONTENT[:-1] + b"!"
        with pytest.raises(SetupError, match="is not the"):
            pulled(server, home, bare, trust=True)


def test_a_file_that_changed_since_is_not_taken(home: Path) -> None:
    with serving(CONTENT) as server:
        path = pulled(server, home)
        path.write_bytes(CONTENT[:-1] + b"!")
        assert not local.installed(home)
        assert pulled(server, home).read_bytes() == CONTENT


def test_a_removed_model_is_gone(home: Path) -> None:
    with serving(CONTENT) as server:
        path = pulled(server, home)
    local.remove(home, a_model())
    assert not path.exists()
    assert not local.installed(home)
    with pytest.raises(NotFoundError, match="not in this home"):
        local.remove(home, a_model())


def test_a_damaged_note_only_costs_another_check(home: Path) -> None:
    with serving(CONTENT) as server:
        pulled(server, home)
        (home / "models" / "installed.json").write_text('{"test-model": {"file": "../../etc/passwd"}}')
        assert not local.installed(home)
        pulled(server, home)
        assert local.installed(home)
