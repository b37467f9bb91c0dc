"""migrate, backup and restore: what was kept is the same afterwards, and nothing is written over."""

from pathlib import Path

import pytest
from tests.cli.conftest import Cli
from tests.servers import databases

from pawsona.app import moving


def lived(cli: Cli) -> object:
    cli("adopt", "Mo", "--person", "Robin", "--json")
    cli("chat", said="My sister is called Mei.\nI like rain.")
    return cli("export", "--json").lines


def address(folder: Path) -> str:
    return f"sqlite:///{folder}/other/pawsona.db"


def test_a_backup_comes_back_in_an_empty_home(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, file = lived(cli), tmp_path / "backup.db"
    said = cli("backup", "--out", str(file), "--json").lines[0]
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.glob("backup*")] == ["backup.db"]
    before = file.read_bytes()
    cli("chat", said="This comes after the backup.")
    monkeypatch.setenv("PAWSONA_DATABASE_URL", address(tmp_path))
    assert cli("restore", str(file), "--json").lines[0] == said
    assert cli("export", "--json").lines == kept
    assert file.read_bytes() == before


@pytest.mark.long
def test_a_home_moves_and_stays_where_it_was(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = lived(cli)
    done = cli("migrate", "--to", address(tmp_path))
    assert "each table compared" in done.out and "messages" in done.out
    assert cli("export", "--json").lines == kept
    assert "data of its own" in cli("migrate", "--to", address(tmp_path)).one_sentence()
    monkeypatch.setenv("PAWSONA_DATABASE_URL", address(tmp_path))
    assert cli("export", "--json").lines == kept


@pytest.mark.postgres
def test_a_home_moves_to_a_server_and_back(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = lived(cli)
    with databases() as made:
        there = cli("migrate", "--to", made.fresh(), "--json").lines[0]
        monkeypatch.setenv("PAWSONA_DATABASE_URL", made.address(made.latest))
        assert cli("export", "--json").lines == kept
        assert "Mo" in cli("chat", said="Hello").out
        assert {row["table"] for row in there} == {row["table"] for row in cli("backup", "--out", str(tmp_path / "b.db"), "--json").lines[0]}  # fmt: skip
        back = cli("migrate", "--to", address(tmp_path), "--json")
        monkeypatch.setenv("PAWSONA_DATABASE_URL", address(tmp_path))
        assert back.code == 0 and len(cli("export", "--json").lines[0]["persons"]) == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["restore", "nowhere.db"], "there is no file"),
        (["restore", "letter.txt"], "'letter.txt' is not a Pawsona database"),
        (["restore", "backup.db"], "data of its own"),
        (["backup", "--out", "letter.txt"], "is there already"),
        (["backup", "--out", "nowhere/at/all/b.db"], "there is no folder"),
        (["migrate", "--to", "mysql://localhost/x"], "not supported"),
        (["migrate", "--to", "pets.db"], "--to should begin with postgresql:// or sqlite:///"),
        (["migrate", "--to", "postgresql://nobody:secret@127.0.0.1:9/x"], "can't be reached"),
        (["migrate", "--to", "sqlite:///:memory:"], "names no file"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.txt").write_text("Dear diary, " * 9)
    cli("adopt", "Mo", "--person", "Robin")
    kept = cli("export", "--json").lines
    if "backup.db" in words:
        cli("backup", "--out", "backup.db")
    refused = cli(*words)
    assert refused.code in (1, 2) and says in refused.one_sentence() and "secret" not in refused.err
    assert (tmp_path / "letter.txt").read_text() == "Dear diary, " * 9
    assert cli("export", "--json").lines == kept
    assert not list(tmp_path.rglob("*.part*"))


def test_a_home_does_not_move_onto_itself(cli: Cli, home: Path) -> None:
    lived(cli)
    assert "in that database already" in cli("migrate", "--to", f"sqlite:///{home / 'pawsona.db'}").one_sentence()


def test_a_backup_that_fails_leaves_no_file(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    lived(cli)
    monkeypatch.setattr(moving, "transfer", fail)
    with pytest.raises(AssertionError):  # `main` tells of it; the commands let it through
        cli("backup", "--out", str(tmp_path / "b.db"))
    assert not list(tmp_path.glob("b.db*"))
