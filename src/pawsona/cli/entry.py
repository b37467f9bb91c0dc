"""How every command runs: async code to its end, our errors as one sentence, exit codes that scripts can use.

Exit code 1: the input can't be used. 2: the machine, its configuration or a content file must change.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import typer

from pawsona.errors import ContentError, PawsonaError, SetupError

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T], through: Callable[[Coroutine[Any, Any, T]], T] = asyncio.run) -> T:
    """Run to the end; an error of ours becomes its sentence and an exit code."""
    with explained():
        return through(work)


@contextmanager
def explained() -> Iterator[None]:
    """What `run` does about errors, for work that is not asynchronous."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it would log documents with what is in them
    try:
        yield
    except PawsonaError as error:
        typer.echo(f"pawsona: {error}", err=True)
        raise typer.Exit(2 if isinstance(error, SetupError | ContentError) else 1) from None
    except KeyboardInterrupt:
        typer.echo(err=True)
        raise typer.Exit(130) from None
    except OSError:  # whoever read our output has gone, or the disk is full: `main` knows what to do
        raise
    except Exception as error:  # noqa: BLE001 - the entry point: a traceback could show what a person said
        raise _blunder(error) from None


def refuse(sentence: str) -> typer.Exit:
    """Say why the input can't be used; the exit to raise."""
    typer.echo(f"pawsona: {sentence}", err=True)
    return typer.Exit(1)


def _blunder(error: Exception) -> typer.Exit:
    from pawsona.app.blunder import place

    typer.echo(
        f"pawsona: Something went wrong that should not ({place(error)}). Nothing that was stored is lost.", err=True
    )
    return typer.Exit(2)


def say_json(data: object) -> None:
    """One JSON document on one line."""
    typer.echo(json.dumps(data, ensure_ascii=False, default=str))
