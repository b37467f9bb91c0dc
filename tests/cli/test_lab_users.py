"""`pawsona lab users`: counts in four forms, and nothing that anybody said."""

import re
from pathlib import Path

from tests.cli.conftest import Cli

SAID = "My sister is called Xanthippe."


def test_one_life_is_counted_for_people_scripts_and_spreadsheets(cli: Cli, tmp_path: Path) -> None:
    table, page = tmp_path / "users.csv", tmp_path / "users.html"
    cli("chat", "--json", said=f"{SAID}\nI love tea.\n")
    [found] = cli("lab", "users", "--json", "--csv", str(table), "--html", str(page)).lines
    assert found["persons"]["all"]["persons"] == 1 and found["turns"]["2–4"]["persons"] == 1
    lines = table.read_text("utf-8").splitlines()
    assert lines[0] == "table,row,column,value" and "turns,2–4,persons,1" in lines
    html = page.read_text("utf-8")
    assert "<svg" in html and "<script" not in html and "style-src 'sha256-" in html and "style=" not in html
    assert not re.search(r'(?:src|href)="(?!#)', html)  # it asks nobody for anything
    told = cli("lab", "users")
    assert "Turns and memory entries" in told.out and "One person lives here" in told.out
    everything = told.out + html + table.read_text("utf-8") + repr(found)
    assert "Xanthippe" not in everything and "tea" not in everything


def test_an_empty_home_and_a_file_that_can_not_be_written(cli: Cli, tmp_path: Path) -> None:
    assert "Nobody has adopted" in cli("lab", "users").out
    assert "还没有人领养" in cli("lab", "users", "--language", "zh").out
    refused = cli("lab", "users", "--csv", str(tmp_path / "no" / "users.csv"))
    assert refused.code == 1 and "name another file" in refused.one_sentence()
