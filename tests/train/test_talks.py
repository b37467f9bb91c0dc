"""What a run learns from, and what it is told where that is nothing."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.train.conftest import Tuned
from tests.train.tiny import entry

from pawsona.errors import InputError
from pawsona.train.profile import TINY
from pawsona.train.talks import read
from pawsona.train.tuning import Asked, planned


def test_a_file_whose_entries_are_all_for_something_else(tmp_path: Path) -> None:
    path = tmp_path / "talks.jsonl"
    path.write_text("\n".join(json.dumps(entry(at, "Hi", "Purr.", split="test")) for at in range(3)))
    with pytest.raises(InputError, match="nothing to learn from"):
        read(path, leave_out_broken=False)


@pytest.mark.train
@pytest.mark.filterwarnings("ignore")
def test_talks_of_which_none_fits_the_context(tuned: Tuned, tmp_path: Path) -> None:
    short = replace(TINY, context=8)
    with pytest.raises(InputError, match="fits into 8 tokens: .* with a longer context"):
        planned(Asked(data=tuned.talks, model=tuned.model, out=tmp_path / "out", profile=short))
