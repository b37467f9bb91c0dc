"""Which pet and which server is meant: told apart where a name is not enough, and asked for only where it is needed."""

import json

from tests.cli.conftest import Cli


def test_two_pets_of_one_name_are_told_apart_by_id(cli: Cli) -> None:
    cli("adopt", "Bo", "--species", "cat")
    second = cli("adopt", "Bo", "--species", "dragon", "--json").lines[0]["id"]
    done = cli("chat", "--pet", "Bo", said="hi\n")
    assert done.code == 1
    assert "2 pets are called 'Bo'" in (sentence := done.one_sentence())
    assert f"{second} (" in sentence and "dragon" in sentence
    assert cli("chat", "--pet", second, said="hi\n").code == 0


def test_the_card_of_the_only_pet_needs_no_name(cli: Cli) -> None:
    assert "Adopt one" in cli("card", "export").one_sentence()
    cli("adopt", "Bo")
    assert json.loads(cli("card", "export").out)["data"]["name"] == "Bo"
    cli("adopt", "Mo")
    done = cli("card", "export")
    assert done.code == 1
    assert "'Bo', 'Mo'" in done.one_sentence()
    assert json.loads(cli("card", "export", "Mo").out)["data"]["name"] == "Mo"


def test_what_is_no_server_is_said_before_anybody_is_asked(cli: Cli) -> None:
    done = cli("mind", "use", "foo", said="y\n")
    assert done.code == 1
    assert "From now on" not in done.out + done.err
    assert "foo" in done.one_sentence()
    asked = cli("mind", "use", "http://127.0.0.1:9/v1", "some-model", said="n\n")
    assert "goes to http://127.0.0.1:9/v1, out of this program" in asked.err
