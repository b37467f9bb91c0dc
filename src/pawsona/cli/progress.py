"""How far a long command is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(total: int | None) -> Iterator[Callable[[str, int], None]]:
    """A bar on standard error, where a person is looking; told what is worked on, and how much more is done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("", total=total)
        yield lambda what, count: shown.update(task, description=what, advance=count)
