"""A language model in the settings: what is wrong with it is told before anybody talks, and nothing is claimed."""

from pathlib import Path

import pytest
from tests.cli.conftest import Cli
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

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


def test_doctor_lists_what_a_server_has_where_the_model_is_unknown(
    cli: Cli, home: Path, model_server: ModelServer
) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text(f'base_url = "{model_server.base_url}"\nmodel = "none-such"\n')
    assert "It has pet-model." in cli("doctor").out
