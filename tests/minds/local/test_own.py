"""A model file of one's own in the home."""

import hashlib
from pathlib import Path

import pytest

from pawsona.errors import InputError, NotFoundError, SetupError
from pawsona.minds import local


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "My Mochi v2.gguf"
    path.write_bytes(b"GGUF" + bytes(5000))
    return path


def test_it_is_copied_noted_and_offered(file: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    added = local.add(file, home, licence="MIT")
    assert (added.model.name, added.model.licence) == ("my-mochi-v2", "MIT")
    assert added.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()
    assert added.path.read_bytes() == file.read_bytes() and added.path.stat().st_mode & 0o777 == 0o600
    assert [one.model.name for one in local.installed(home)] == ["my-mochi-v2"]
    assert local.named(home, "my-mochi-v2") == added.model
    [offer] = [one for one in local.offered(home, 8_000_000_000) if one.model.name == "my-mochi-v2"]
    assert offer.installed and offer.fits and not offer.recommended
    with pytest.raises(SetupError, match="mind add"):
        file.unlink()
        added.path.unlink()
        local.pull(added.model, home)


def test_another_of_that_name_takes_its_place(file: Path, tmp_path: Path) -> None:
    local.add(file, tmp_path / "home", "mochi")
    file.write_bytes(b"GGUF" + bytes(9000))
    local.add(file, tmp_path / "home", "mochi")
    [one] = local.installed(tmp_path / "home")
    assert one.model.size == one.path.stat().st_size == 9004


def test_removed_it_is_known_no_longer(file: Path, tmp_path: Path) -> None:
    added = local.add(file, tmp_path / "home", "mochi")
    local.remove(tmp_path / "home", added.model)
    assert not added.path.exists() and local.installed(tmp_path / "home") == ()
    with pytest.raises(NotFoundError, match="no model 'mochi'"):
        local.named(tmp_path / "home", "mochi")


def test_a_folder_with_one_such_file_will_do(file: Path, tmp_path: Path) -> None:
    assert local.add(file.parent, tmp_path / "home", "mochi").model.name == "mochi"
    (tmp_path / "other.gguf").write_bytes(b"GGUF")
    with pytest.raises(InputError, match="2 GGUF files"):
        local.add(file.parent, tmp_path / "home", "mochi")


def test_what_is_no_model_or_no_name(file: Path, tmp_path: Path) -> None:
    home, text = tmp_path / "home", tmp_path / "text.gguf"
    text.write_text("hello")
    for path, name, words in (
        (text, "", "is no GGUF model"), (tmp_path / "none.gguf", "", "can't be read"), (file, "My Model", "small letters"),
        (file, "qwen3-4b", "a model of the catalogue"), (file, "../up", "small letters"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=words):
            local.add(path, home, name)
    assert local.installed(home) == ()


def test_a_damaged_note_counts_as_none(file: Path, tmp_path: Path) -> None:
    local.add(file, tmp_path / "home", "mochi")
    (tmp_path / "home" / "models" / "own.json").write_text('[{"name": 3}]')
    assert local.installed(tmp_path / "home") == ()
