"""A language model in the settings: what is wrong with it is told before anybody talks, and nothing is claimed."""

from pathlib import Path

import pytest
from tests.cli.conftest import Cli

NAMED = 'base_url = "http://127.0.0.1:9/v1"\nmodel = "a-model"\n'


def test_a_folder_of_prompts_that_is_not_there_is_told_before_the_talk(cli: Cli, home: Path) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text(NAMED + 'prompts = "/nowhere"\n')
    done = cli("chat", said="Hello\n")
    assert done.code == 2
    assert "is no folder of prompts" in done.one_sentence()
    assert done.out == ""


@pytest.mark.parametrize("words", [("storybook",), ("http://127.0.0.1:8/v1", "another", "--yes")])
def test_a_choice_that_the_settings_overrule_says_so(cli: Cli, home: Path, words: tuple[str, ...]) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text(NAMED)
    done = cli("mind", "use", *words)
    assert done.code == 0
    assert done.out.startswith("Your settings name another mind, which goes on speaking")
