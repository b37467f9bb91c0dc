"""What is wrong with content is said with file and line, and nothing else is lost by it."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from pawsona.minds.storybook.library import CONTENT
from pawsona.minds.storybook.proof import findings
from pawsona.minds.storybook.talk import meaning

pytestmark = pytest.mark.long


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The shipped content, to be spoilt."""
    shutil.copytree(CONTENT, tmp_path / "content")
    return tmp_path / "content"


SPOILT = [
    ("en/vignettes/breakfast.yaml", "Porridge, level", "{X} porridge, level", "unknown slot {X}"),
    ("en/vignettes/breakfast.yaml", "Rain on the sill", "Snow on the sill", "says 'snow'"),
    ("zh/festivals.yaml", "lunar: [1, 15]", "moon: 3", "needs exactly one of"),
    (
        "en/talk/opinions.yaml",
        "words: [rain, raining, rainy",
        "wards: [rain, raining, rainy",
        "neither words nor a cue",
    ),
]


def test_findings_name_file_and_line(copy: Path) -> None:
    for file, old, new, _ in SPOILT:
        path = copy / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
    found = findings(copy)
    for file, _, _, says in SPOILT:
        [first, *_] = [finding for finding in found if says in finding]
        assert first.startswith(f"{file}:"), found
        assert first.removeprefix(f"{file}:")[0].isdigit(), found


def test_the_shipped_vectors_belong_to_the_shipped_sentences() -> None:
    known = meaning.meanings()
    assert known is not None, "prototypes.npz is old: run python scripts/write_prototypes.py"
    assert len(known.names) == len(list(meaning.prototypes()))
    assert np.allclose(np.linalg.norm(known.vectors, axis=1), 1, atol=1e-2)


def test_vectors_of_other_sentences_are_not_used(tmp_path: Path) -> None:
    old = tmp_path / "old.npz"
    np.savez(old, names=np.array(["act:hug"]), vectors=np.ones((1, 384), np.float16), digest=np.array("other"))
    assert meaning.meanings(old) is None
    assert meaning.meanings(tmp_path / "none.npz") is None
