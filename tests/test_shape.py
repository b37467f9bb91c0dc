"""The house keeps its shape: small files, small functions, rooms that introduce themselves."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py")) + sorted((ROOT / "tests").rglob("*.py"))
STATIC = sorted(p for p in (ROOT / "src/pawsona/server/static").rglob("*") if p.suffix in {".js", ".css", ".html"})


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SOURCES + STATIC, ids=name)
def test_a_file_has_at_most_300_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 300


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_a_function_has_at_most_60_lines(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, f"{node.name} is too long"


@pytest.mark.parametrize("path", [p for p in SOURCES if p.name == "__init__.py" and "src" in p.parts], ids=name)
def test_a_room_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text("utf-8")))
