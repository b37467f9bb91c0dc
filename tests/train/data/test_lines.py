"""Files of entries: what is broken is named with its line and counted, and never ends the reading."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pawsona.cli.main import app
from pawsona.errors import InputError
from pawsona.train.data import lines
from pawsona.train.data.entry import Entry, entry_of
from pawsona.train.data.lines import check, read, write


def row(**change: Any) -> dict[str, Any]:
    talk = [{"role": "user", "content": "I slept badly."}, {"role": "assistant", "content": "That was a long night."}]
    return {"id": "one", "messages": talk, "language": "en", "skill": "chat.support", **change}


def talk(*turns: tuple[str, Any]) -> list[dict[str, Any]]:
    return [{"role": role, "content": content} for role, content in turns]


def file(folder: Path, *lines: Any) -> Path:
    path = folder / "data.jsonl"
    path.write_text("\n".join(one if isinstance(one, str) else json.dumps(one) for one in lines) + "\n", "utf-8")
    return path


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ('{"id": "half', "json", "no JSON"),
        ("[1, 2]", "json", "no JSON object"),
        ("[" * 50_000, "json", "no JSON"),
        (row(messages=[]), "messages", "no list of messages"),
        (row(messages=[3]), "roles", "message 1"),
        (row(messages=talk(("human", "Hi"), ("assistant", "Hello"))), "roles", "'human'"),
        (row(messages=talk(("user", "Hi"), ("user", "Hi?"), ("assistant", "Yes"))), "roles", "message 2"),
        (row(messages=talk(("system", "S"), ("assistant", "Yes"))), "roles", "message 2"),
        (row(messages=talk(("user", "Hi"), ("system", "S"), ("assistant", "Yes"))), "roles", "message 2"),
        (row(messages=talk(("user", "Hi"))), "roles", "nothing to learn"),
        (row(messages=talk(("system", "Hi"))), "roles", "alone"),
        (row(messages=talk(("user", "Hi"), ("assistant", " \n"))), "empty", "of assistant, is empty"),
        (row(messages=talk(("user", "Hi"), ("assistant", None))), "messages", "no text"),
        (row(messages=talk(("user", "word " * 9000), ("assistant", "Yes"))), "long", "2048"),
        (row(language="fr"), "fields", "'fr'"),
        (row(kind="odd"), "fields", "'odd'"),
    ],
)
def test_a_broken_line_is_named_and_the_rest_is_read(tmp_path: Path, line: Any, code: str, words: str) -> None:
    found = check(file(tmp_path, row(), line, "", row(id="two")))
    assert [one.id for one in found.entries] == ["one", "two"]
    [fault] = found.faults
    assert (fault.code, found.by_code) == (code, {code: 1})
    assert str(fault).startswith("data.jsonl, line 2: ")
    assert words in str(fault)


def test_bytes_that_are_no_text_and_a_mark_at_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(row()).encode() + b'\n{"id": "\xff"}\n')
    found = check(path)
    assert (len(found.entries), found.by_code) == (1, {"json": 1})
    assert found.faults[0].words == "it is not UTF-8 text"


def test_a_line_that_no_talk_is_as_long_as_is_not_even_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST", 1000)
    [fault] = check(file(tmp_path, row(), row(id="two", category="x" * 1000))).faults
    assert (fault.line, fault.code) == (2, "json") and "no entry is as long" in fault.words


def test_an_id_that_comes_twice(tmp_path: Path) -> None:
    found = check(file(tmp_path, row(), row()))
    assert (len(found.entries), found.by_code) == (1, {"double": 1})


def test_what_is_written_is_what_was_read(tmp_path: Path) -> None:
    entries = [entry_of(row(id=str(n), category="sleep", provenance={"generator": "g"})) for n in range(3)]
    write(tmp_path / "new" / "out.jsonl", entries)
    assert list(read(tmp_path / "new" / "out.jsonl")) == entries


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="one JSON object a line"):
        list(read(tmp_path / "none.jsonl"))


def test_the_command_counts_and_its_exit_code_says_whether_all_is_well(tmp_path: Path) -> None:
    good = CliRunner().invoke(app, ["train", "data", "check", str(file(tmp_path, row())), "--json"])
    assert good.exit_code == 0
    [told] = json.loads(good.stdout).values()
    assert (told["entries"], told["broken"]) == (1, {})
    bad = CliRunner().invoke(app, ["train", "data", "check", str(file(tmp_path, row(), "{"))])
    assert bad.exit_code == 1
    assert "data.jsonl, line 2" in bad.stderr
    empty = CliRunner().invoke(app, ["train", "data", "check", str(file(tmp_path))])
    assert empty.exit_code == 1


def test_a_minimal_line_of_anybodys_is_an_entry() -> None:
    found = entry_of({"messages": talk(("user", "嗨"), ("assistant", "嗨！")), "language": "zh"})
    assert isinstance(found, Entry)
    assert found.answer == "嗨！"
