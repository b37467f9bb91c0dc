"""The data folder is private and writable, or a sentence says why not."""

from pathlib import Path

import pytest

from pawsona.config import load, prepare
from pawsona.errors import SetupError


def test_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    home = prepare(load(home=tmp_path / "a" / "b"))
    assert home.is_dir()
    assert home.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_was_there_keeps_its_rights_and_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir(mode=0o755)
    (folder / "pawsona.db").write_text("kept")
    prepare(load(home=folder))
    assert folder.stat().st_mode & 0o777 == 0o755
    assert [path.name for path in folder.iterdir()] == ["pawsona.db"]


def test_a_file_in_the_way_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupError, match=r"can't keep its data in '.*file/home'.*PAWSONA_HOME\.$"):
        prepare(load(home=tmp_path / "file" / "home"))


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(dir: Path) -> None:
        raise PermissionError(13, "Permission denied", str(dir))

    monkeypatch.setattr("pawsona.config.home.TemporaryFile", refuse)
    with pytest.raises(SetupError, match=r"\(permission denied\): make the folder writable"):
        prepare(load(home=tmp_path))
