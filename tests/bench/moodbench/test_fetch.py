import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Cli, cli
from tests.minds.local.files import FileServer, serving

from pawsona.bench.moodbench.fetch import HOSTS, Remote, fetch, remotes, terms
from pawsona.bench.moodbench.spec import COMMIT, specs
from pawsona.errors import InputError, SetupError

__all__ = ["cli"]
CONTENT = b"".join(b'{"row": %d}\n' % number for number in range(5000))
DIGEST = hashlib.sha256(CONTENT).hexdigest()
COPA = "basic_ability/NLI/copa_parquet/validation-00000-of-00001.parquet"


@pytest.fixture
def server() -> Iterator[FileServer]:
    with serving(CONTENT) as made:
        yield made


def remote(server: FileServer, **changed: object) -> Remote:
    row = {"url": f"{server.url}/set.jsonl", "path": "a/set.jsonl", "size": len(CONTENT), "sha256": DIGEST} | changed
    return Remote(**row)  # type: ignore[arg-type]


def silent(what: str, count: int) -> None: ...


def test_every_dataset_has_addresses_or_says_where_its_page_is() -> None:
    without = []
    for name, spec in specs().items():
        try:
            files = remotes(spec)
        except InputError as error:
            assert spec.source.page in str(error)
            without.append(name)
            continue
        assert files
        assert all(file.url.startswith("https://") for file in files)
        assert all(file.sha256 for file in files) or spec.source.absent
    assert without == ["PersonaFeedback"]
    assert COMMIT in remotes(specs()["COPA"])[0].url
    assert len(remotes(specs()["C-Eval"])) == 52
    assert "CC BY" in next(terms([specs()["BBQ"]]))


def test_a_cut_download_goes_on_where_it_stopped(server: FileServer, tmp_path: Path) -> None:
    server.cuts = [20_000]
    told: list[int] = []
    assert fetch([remote(server)], tmp_path, lambda what, count: told.append(count)) == 1
    assert (tmp_path / "a/set.jsonl").read_bytes() == CONTENT
    assert sum(told) == len(CONTENT)
    assert [asked for _, asked in server.asked] == ["", "bytes=20000-"]
    assert fetch([remote(server)], tmp_path, silent) == 0
    assert len(server.asked) == 2


def test_another_file_than_the_pinned_is_thrown_away(server: FileServer, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="not the file that was pinned"):
        fetch([remote(server, sha256="0" * 64)], tmp_path, silent)
    assert not list(tmp_path.rglob("*.jsonl*"))


def test_what_nobody_checked_is_trusted_once_and_holds(server: FileServer, tmp_path: Path) -> None:
    unknown = remote(server, sha256=None, size=None)
    with pytest.raises(SetupError, match="--trust"):
        fetch([unknown], tmp_path, silent)
    assert fetch([unknown], tmp_path, silent, trust=True) == 1
    assert json.loads((tmp_path / "fetched.json").read_text()) == {"a/set.jsonl": DIGEST}
    (tmp_path / "a/set.jsonl").write_text("changed")
    server.content = b"something else"
    with pytest.raises(SetupError, match="not the file that was pinned"):
        fetch([unknown], tmp_path, silent)


def test_a_server_that_refuses_is_named(server: FileServer, tmp_path: Path) -> None:
    server.refusals = [404]
    with pytest.raises(SetupError, match=r"a/set\.jsonl: The server refuses"):
        fetch([remote(server)], tmp_path, silent)


def test_licences_are_shown_and_accepted_first(cli: Cli, server: FileServer, tmp_path: Path) -> None:
    into = tmp_path / "data"
    words = ("bench", "moodbench", "data", "fetch", "COPA", "--into", str(into), "--mirror", server.url)
    refused = cli(*words)
    assert refused.code == 1
    assert "COPA: BSD 2-Clause" in refused.out
    assert "--accept" in refused.one_sentence()
    assert server.asked == []
    wrong = cli(*words, "--accept")
    assert wrong.code == 2
    assert COPA in wrong.one_sentence()
    assert HOSTS["checkout"].endswith("/data/")


def test_a_fetched_set_is_asked(cli: Cli, shared: Path, tmp_path: Path) -> None:
    import tarfile

    pytest.importorskip("pyarrow")
    with tarfile.open(shared / "data/moodbench/moodbench-data.tar.xz") as archive:
        member = archive.extractfile(f"./{COPA}")
        assert member is not None
        content = member.read()
    with serving(content) as server:
        words = ("bench", "moodbench", "data", "fetch", "COPA", "--into", str(tmp_path), "--mirror", server.url)
        done = cli(*words, "--accept")
    assert done.code == 0, done.err
    assert "1 files fetched" in done.out
    [made] = cli("bench", "moodbench", "run", "oracle", "--only", "COPA", "--data", str(tmp_path), "--json").lines
    assert made["datasets"]["COPA"]["n"] == 100
    assert made["datasets"]["COPA"]["score"] == 100
