"""Which model was measured is known, and nobody's answers are taken for another's."""

from pathlib import Path

import pytest
from tests.train.test_gate import side

from pawsona.errors import InputError
from pawsona.train.identity import Identity, model_of
from pawsona.train.measure import Asked, measure


def test_another_model_is_never_measured_by_the_answers_of_the_first(tmp_path: Path) -> None:
    """Tuned again, measured into the same folder: the file has the same name and other weights."""
    (tmp_path / "before").mkdir()
    before, tuned, out = side(tmp_path / "before"), tmp_path / "tuned.gguf", tmp_path / "out"
    tuned.write_bytes(b"one")
    Identity(model=model_of(str(tuned))).claim(out / "after")
    Identity(model=model_of(str(tuned))).claim(out / "after")  # goes on
    tuned.write_bytes(b"other")
    with pytest.raises(InputError, match="another model: name another folder"):
        measure(Asked(before=str(before), after=str(tuned), out=out))


def test_answers_of_nobody_knows_whom_are_not_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "out" / "after" / "open").mkdir(parents=True)
    with pytest.raises(InputError, match="another model"):
        Identity(model="m@http://127.0.0.1:9/v1").claim(tmp_path / "out" / "after")
    (tmp_path / "out" / "after" / "side.json").write_text("{")
    with pytest.raises(InputError, match="damaged"):
        Identity.read(tmp_path / "out" / "after")


def test_a_model_is_known_by_its_weights_and_a_server_by_its_address(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(b"x")
    (tmp_path / "b.bin").write_bytes(b"x")
    assert model_of(str(tmp_path)) == model_of(str(tmp_path / "a.gguf")) == model_of(str(tmp_path / "b.bin"))
    assert model_of("m@https://x.org/v1") == "m@https://x.org/v1"
