"""Filled prompts look as they did when somebody last read them."""

from pathlib import Path

from tests.minds.llm.rendering import SNAPSHOTS, snapshots, table, with_table

RENEW = (
    "run `python -m scripts.write_prompt_snapshots` and read what changed; a released prompt needs a new version too"
)
PAGE = Path(__file__).parents[3] / "docs/prompts.md"


def test_every_prompt_looks_as_it_did() -> None:
    changed = [f"{path.parent.name}/{path.name}" for path, text in snapshots() if _old(path) != text]
    assert not changed, RENEW


def _old(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


def test_there_is_no_picture_of_a_prompt_that_is_gone() -> None:
    assert {path for path in SNAPSHOTS.rglob("*.md")} == {path for path, _ in snapshots()}


def test_the_page_has_the_table_of_variables() -> None:
    page = PAGE.read_text("utf-8")
    assert with_table(page, table()) == page, RENEW
