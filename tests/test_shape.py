"""The house keeps its shape: small files, small functions, rooms that introduce themselves."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = [path for of in ("src", "tests", "benchmarks", "scripts") for path in sorted((ROOT / of).rglob("*.py"))]
STATIC = sorted(p for p in (ROOT / "src/pawsona/server/static").rglob("*") if p.suffix in {".js", ".css", ".html"})


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def long_functions(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno >= 60:
            yield f"{name(path)}: {node.name}"


def test_a_file_has_at_most_300_lines() -> None:
    assert len(SOURCES) > 500 and len(STATIC) > 50
    lines = {name(path): len(path.read_text("utf-8").splitlines()) for path in SOURCES + STATIC}
    assert {path: count for path, count in lines.items() if count > 300} == {}


def test_a_function_has_at_most_60_lines() -> None:
    assert [found for path in SOURCES for found in long_functions(path)] == []


def test_a_room_says_what_it_is() -> None:
    rooms = [path for path in SOURCES if path.name == "__init__.py" and "src" in path.parts]
    assert [name(path) for path in rooms if not ast.get_docstring(parsed(path))] == []


def test_no_module_asks_at_import_for_what_windows_lacks() -> None:
    """A person at home may have it; what only servers do may look for it when it is done."""
    lacking = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios"}
    found = []
    for path in (path for path in SOURCES if "src" in path.parts):
        for node in parsed(path).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                modules = {alias.name for alias in node.names} if isinstance(node, ast.Import) else {node.module}
                found += [f"{name(path)}: {module}" for module in modules & lacking]
    assert found == []
