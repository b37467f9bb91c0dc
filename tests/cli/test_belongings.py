"""adopt, doctor, export and erase."""

import errno
import json
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from pawsona.minds.local import named, shelf


def test_a_pet_is_adopted_as_asked(cli: Cli) -> None:
    done = cli(
        "adopt", "团团", "--species", "rabbit", "--personality", "gruff", "--person", "小林", "--language", "zh",
        "--time-zone", "Asia/Shanghai", "--region", "cn", "--json",
    )  # fmt: skip
    assert done.lines[0]["name"] == "团团"
    [person] = cli("export", "--json").lines[0]["persons"]
    assert person["persons"][0]["time_zone"] == "Asia/Shanghai"
    assert person["persons"][0]["region"] == "CN"
    assert person["pets"][0]["personality"] == "gruff"
    assert person["days"]


@pytest.mark.parametrize("name", ["🐈‍⬛🍊", "👩‍👩‍👧‍👦", "é" * 40])
def test_a_name_may_be_made_of_emoji(cli: Cli, name: str) -> None:
    assert name in cli("adopt", name).out
    assert f"{name}: " in cli("chat", said="Hello").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["\u200b\x07"], "name is empty"),
        (["x" * 41], "41 characters"),
        (["Mo", "--species", "goldfish"], "choose one of cat"),
        (["Mo", "--personality", "evil"], "sunny, gruff, quiet"),
        (["Mo", "--language", "fr"], "en, zh"),
        (["Mo", "--time-zone", "Mars/Olympus"], "'Mars/Olympus'"),
        (["Mo", "--time-zone", "../../etc/passwd"], "time zone"),
        (["Mo", "--region", "Germany"], "two letters"),
        (["Mo", "--person", "\u200b"], "name is empty"),
    ],
)
def test_an_adoption_that_cant_be_stores_nothing(cli: Cli, words: list[str], says: str) -> None:
    done = cli("adopt", *words)
    assert done.code == 1
    assert says in done.one_sentence()
    assert cli("export", "--json").lines == [{"persons": []}]


@pytest.mark.parametrize(
    "said",
    [
        ("--person", "Lin"),
        ("--language", "zh"),
        ("--time-zone", "Mars/Olympus"),
        ("--age", "adult"),
        ("--region", "CN"),
    ],
)
def test_a_further_pet_says_nothing_else_of_its_person(cli: Cli, said: tuple[str, str]) -> None:
    cli("adopt", "Mikan", "--person", "Sam", "--time-zone", "Europe/Berlin", "--age", "teen", "--region", "de")
    done = cli("adopt", "Mo", *said)
    assert done.code == 1
    assert f"{said[0]} can be said with the first pet only" in done.one_sentence()
    assert [pet["name"] for pet in cli("export", "--json").lines[0]["persons"][0]["pets"]] == ["Mikan"]
    assert cli("adopt", "Mo", "--person", "Sam", "--language", "en", "--age", "teen", "--region", "de").code == 0


def test_the_export_is_a_private_file_that_is_not_overwritten(cli: Cli, tmp_path: Path) -> None:
    cli("chat", "--json", said="My sister is called Mei.")
    out = tmp_path / "mine.json"
    assert cli("export", "--out", str(out)).code == 0
    assert out.stat().st_mode & 0o777 == 0o600
    assert "Mei" in out.read_text("utf-8")
    again = cli("export", "--out", str(out))
    assert again.code == 2
    assert "--out" in again.one_sentence()
    nowhere = cli("export", "--out", str(tmp_path / "no/such/folder.json"))
    assert nowhere.code == 2
    assert "--out" in nowhere.one_sentence()


def test_an_export_that_does_not_fit_on_the_disk_leaves_no_half_file(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pawsona.app.newfile.os.fdopen", full)
    done = cli("export", "--out", str(tmp_path / "mine.json"))
    assert done.code == 2
    assert "No space left" in done.one_sentence()
    assert not (tmp_path / "mine.json").exists()


def test_erasing_asks_first_and_leaves_nothing_in_the_files(cli: Cli, home: Path) -> None:
    cli("chat", "--json", said="My sister is called Mei.\n")
    cli("night", "--json")
    for answer in ("n\n", ""):
        assert cli("erase", said=answer).code == 1
    assert cli("export", "--json").lines[0]["persons"]
    assert cli("erase", said="y\n").out.endswith("Everything is erased.\n")
    assert cli("erase", "--yes", "--json").lines == [{"erased": 0}]
    assert cli("erase", "--yes").out == "There was nothing to erase.\n"
    for file in home.iterdir():
        assert b"Mei" not in file.read_bytes(), file.name
    assert cli("chat", said="Hello").code == 0


def test_erasing_can_write_the_export_first_and_erases_nothing_without_it(cli: Cli, tmp_path: Path) -> None:
    cli("chat", "--json", said="My sister is called Mei.")
    there, out = tmp_path / "there.json", tmp_path / "mine.json"
    there.write_text("mine")
    for bad in (there, tmp_path / "no/such/folder.json"):
        done = cli("erase", "--yes", "--export", str(bad))
        assert (done.code, "--export" in done.one_sentence()) == (2, True)
        assert cli("export", "--json").lines[0]["persons"]
    assert there.read_text() == "mine"
    assert "--export" in cli("erase", said="n\n").err
    assert cli("erase", "--yes", "--export", str(out), "--json").lines == [{"erased": 1, "export": str(out)}]
    assert out.stat().st_mode & 0o777 == 0o600
    [person] = json.loads(out.read_text("utf-8"))["persons"]
    assert "Mei" in json.dumps(person["messages"])
    assert cli("export", "--json").lines == [{"persons": []}]


@pytest.mark.long
def test_what_leaves_and_what_was_forgotten_is_shown_without_the_words_that_went(cli: Cli) -> None:
    assert "nothing" in cli("forgetting").out
    assert cli("export", "--json").lines == [{"persons": []}]  # to look adopts nobody
    cli("chat", "--json", said="I have a headache today.")
    cli("night", "--json")
    [leaving] = cli("forgetting", "--days", "40", "--json").lines[0]["leaving"]
    assert "headache" in leaving["text"] and leaving["expires_on"]
    assert "headache" in cli("forgetting", "--days", "40").out
    cli("night", "--days", "40", "--json")
    found = cli("forgetting", "--json").lines[0]
    assert found["leaving"] == []
    assert {(row["kind"], row["cause"]) for row in found["forgotten"]} >= {("memory", "expired"), ("turn", "expired")}
    assert "headache" not in json.dumps(found)
    assert "its time was up" in cli("forgetting").out


def test_the_doctor_finds_nothing_wrong_with_a_fresh_home(cli: Cli) -> None:
    done = cli("doctor")
    assert done.code == 0
    assert "LOOK" not in done.out
    findings = cli("doctor", "--json").lines[0]
    assert [f["what"] for f in findings] == ["version", "home", "database", "mind", "embedder", "port", "care"]


@pytest.mark.parametrize(
    ("variable", "value", "what"),
    [
        ("PAWSONA_HOST", "nowhere.invalid", "port"),
        ("PAWSONA_MIND", "llm", "mind"),
        ("PAWSONA_DATABASE_URL", "postgresql://localhost/pawsona", "database"),
        ("PAWSONA_HOME", "/proc/self/nowhere", "home"),
    ],
)
def test_the_doctor_names_what_is_wrong_and_still_looks_at_the_rest(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, what: str
) -> None:
    monkeypatch.setenv(variable, value)
    done = cli("doctor", "--json")
    assert done.code == 2
    findings = json.loads(done.out)
    assert what in {f["what"] for f in findings if not f["well"]}
    assert len(findings) == 7


def test_the_doctor_looks_for_the_programs_that_settings_name(cli: Cli, home: Path) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text(
        '[accounts]\nreset_hook = "nowhere --to lin"\n[care]\ncontact_hook = "python3 tell.py"\n', "utf-8"
    )
    hooks = [one for one in cli("doctor", "--json").lines[0] if one["what"] == "hook"]
    assert [one["well"] for one in hooks] == [False, True]
    assert "reset_hook calls 'nowhere', and there is no such program" in hooks[0]["says"]


@pytest.mark.parametrize("words", [("cost",), ("mind", "history"), ("mind", "follow"), ("mind", "compare")])
def test_who_only_looks_adopts_nobody(cli: Cli, words: tuple[str, ...]) -> None:
    done = cli(*words)
    assert done.code == 1 and "pawsona adopt" in done.one_sentence()
    assert {f["what"]: f["says"] for f in cli("doctor", "--json").lines[0]}["database"] == "0 person(s), 0 pet(s)"


def test_the_doctor_says_loudly_that_the_persona_is_off(cli: Cli, home: Path) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text('[care]\nattachment = "off-for-research"\n', "utf-8")
    done = cli("doctor", "--json")
    care = next(finding for finding in done.lines[0] if finding["what"] == "care")
    assert not care["well"] and "OFF, for research" in care["says"]


def test_the_doctor_knows_a_pulled_model_and_an_embedder_on_a_server(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWSONA_EMBEDDER", "endpoint")
    model = named(home, "qwen3-0.6b")
    file = shelf.folder(home) / model.file
    file.write_bytes(b"GGUF")
    shelf.keep(home, model, file, "0" * 64, None)
    server = 'base_url = "http://127.0.0.1:9/v1"'
    (home / "pawsona.toml").write_text(f'[models.embedding]\nmodel = "vectors"\n{server}\n')
    says = {f["what"]: f["says"] for f in cli("doctor", "--json").lines[0]}
    assert says["mind"].startswith("llm:qwen3-0.6b on this machine, because it was pulled into this home.")
    assert says["embedder"].startswith("endpoint:vectors at http://127.0.0.1:9/v1 gives no vector")
