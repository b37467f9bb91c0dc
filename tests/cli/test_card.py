"""`pawsona card import | export`."""

import json
from pathlib import Path

from tests.app.cards import samples
from tests.cli.conftest import Cli

from pawsona.app.cards import read_card


def test_a_card_comes_in_and_goes_out_again(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "sera.png"
    file.write_bytes(samples.png(samples.text_chunk(b"ccv3", samples.packed(samples.v3()))))
    [adopted] = cli("card", "import", str(file), "--person", "Lin", "--json").lines
    assert (adopted["name"], adopted["species"]) == ("Sera", "dog")
    assert "She looks up." in cli("chat", "--pet", "Sera").out
    assert json.loads(cli("card", "export", "Sera").out) == samples.v3()
    out = tmp_path / "out.png"
    assert str(out) in cli("card", "export", adopted["id"], "--png", str(out)).out
    assert out.stat().st_mode & 0o777 == 0o600
    assert read_card(out.read_bytes()).document.root == samples.v3()
    again = cli("card", "export", "Sera", "--png", str(out))
    assert again.code == 2
    assert "is there already" in again.one_sentence()


def test_a_pet_may_be_called_otherwise(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "sera.json"
    file.write_bytes(samples.encoded(samples.v1()))
    assert "小白 has moved in" in cli("card", "import", str(file), "--name", "小白", "--language", "zh").out
    assert json.loads(cli("card", "export", "小白").out) == samples.v1(name="小白")


def test_a_card_says_nothing_else_of_a_person_who_lives_here(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "sera.json"
    file.write_bytes(samples.encoded(samples.v1()))
    cli("adopt", "Mikan", "--person", "Sam")
    done = cli("card", "import", str(file), "--person", "Lin", "--language", "zh")
    assert done.code == 1
    assert "--person, --language can be said with the first pet only" in done.one_sentence()


def test_what_is_no_card_is_one_sentence_and_nothing_is_stored(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(b"\xff\xd8\xff")
    for words, says in (
        ((str(file),), "no character card"),
        ((str(tmp_path / "nowhere.png"),), "can't be read"),
        ((str(tmp_path),), "can't be read"),
        ((str(file), "--language", "fr"), "no language"),
    ):
        done = cli("card", "import", *words)
        assert done.code == 1
        assert says in done.one_sentence()
    assert cli("export", "--json").lines == [{"persons": []}]
    assert "no pet" in cli("card", "export", "nobody").one_sentence()
