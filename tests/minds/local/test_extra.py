"""The line that installs what a model at home needs is one that works where it is read."""

from pathlib import Path

import pytest

from pawsona.errors import SetupError
from pawsona.minds.local import extra


def test_a_clone_has_a_target_for_it(tmp_path: Path) -> None:
    assert extra.installing(tmp_path) == "pip install 'pawsona[local]'"
    (tmp_path / "Makefile").touch()
    assert extra.installing(tmp_path) == "make local"
    assert (extra.CLONE / "src" / "pawsona").is_dir()


def test_it_is_named_where_something_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda module: None)
    assert "make local" in extra.missing()
    with pytest.raises(SetupError, match="make local"):
        extra.extra("pawsona_has_no_such_part")
