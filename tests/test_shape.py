"""The house keeps its shape: small files, small functions, rooms that introduce themselves."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = [path for of in ("src", "tests", "benchmarks", "scripts") for path in sorted((ROOT / of).rglob("*.py"))]
STATIC = sorted(p for p in (ROOT / "src/pawsona/server/static").rglob("*") if p.suffix in {".js", ".css", ".html"})
BEGINS = re.compile(r"( *)(?:@|class |def |async def )")
LACKING = re.compile(r"^(?:import|from) (curses|fcntl|grp|posix|pty|pwd|resource|syslog|termios)\b", re.MULTILINE)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def long_functions(path: Path) -> Iterator[str]:
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)) if may_be_long(text) else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno >= 60:
            yield f"{name(path)}: {node.name}"


def may_be_long(text: str) -> bool:
    """Whether 60 lines go by between a function's first and what is defined next, beside it or around it.

    Only such files are parsed: parsing all takes seconds.
    """
    lines = text.splitlines()
    defined = [(number, len(found[1])) for number, line in enumerate(lines) if (found := BEGINS.match(line))]
    for place, (number, depth) in enumerate(defined):
        following = (other for other, of in defined[place + 1 :] if of <= depth)
        if next(following, len(lines)) - number > 60:
            return True
    return False


def test_a_file_has_at_most_300_lines() -> None:
    assert len(SOURCES) > 500 and len(STATIC) > 50
    lines = {name(path): len(path.read_text("utf-8").splitlines()) for path in SOURCES + STATIC}
    assert {path: count for path, count in lines.items() if count > 300} == {}


def test_a_function_has_at_most_60_lines() -> None:
    assert [found for path in SOURCES for found in long_functions(path)] == []


def test_a_room_says_what_it_is() -> None:
    rooms = [path for path in SOURCES if path.name == "__init__.py" and "src" in path.parts]
    assert len(rooms) > 10
    assert [name(path) for path in rooms if not ast.get_docstring(ast.parse(path.read_text("utf-8")))] == []


def test_no_module_asks_at_import_for_what_windows_lacks() -> None:
    """A person at home may have it; what only servers do may look for it when it is done."""
    sources = [path for path in SOURCES if "src" in path.parts]
    assert [f"{name(path)}: {found}" for path in sources for found in LACKING.findall(path.read_text("utf-8"))] == []
