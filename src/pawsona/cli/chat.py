"""`pawsona chat`: talk in the terminal, or from a script line by line."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import TYPE_CHECKING

import typer

from pawsona.cli.entry import run, say_json

if TYPE_CHECKING:
    from pawsona.app import Companion


def chat(
    pet: str | None = typer.Option(None, help="Which pet, by name, where there are several."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object per turn."),
) -> None:
    """Talk with your pet; an empty home adopts one first. Reads lines from standard input if it is no terminal."""
    if not run(_chat(pet, json)):
        raise typer.Exit(1)


async def _chat(pet: str | None, as_json: bool) -> bool:
    """Returns whether every line could be answered."""
    from pawsona.app import Companion
    from pawsona.care.ready import BARE

    async with await Companion.open(pet=pet) as companion:
        terminal = sys.stdin.isatty()
        if not companion.home.care.attachment:
            typer.echo(f"CARE: {BARE}", err=True)
        if not as_json:
            greeting = await companion.greet()
            typer.echo(f"{greeting.hello}\n{companion.pet.name}: {greeting.say}")
        well = True
        for line in _lines(terminal):
            if terminal and not line.strip():
                continue
            try:
                with ending(companion) if terminal else nullcontext():
                    well &= await (_turn_json if as_json else _turn)(companion, line)
            except asyncio.CancelledError:  # Ctrl+C: nobody reads what would still come
                companion.end()
                raise
        return well


@contextmanager
def ending(companion: "Companion") -> Iterator[None]:
    """Ctrl+C ends the reply and not the talk; pressed once more, it ends both."""
    loop, before = asyncio.get_running_loop(), signal.getsignal(signal.SIGINT)

    def pressed(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        loop.call_soon_threadsafe(companion.end)

    signal.signal(signal.SIGINT, pressed)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _lines(terminal: bool) -> Iterator[str]:
    """Lines until the end of input. Nothing else happens meanwhile, so waiting here is no harm."""
    while True:
        line = _line("> " if terminal else "")
        if not line:
            if terminal:
                typer.echo()
            return
        yield line.removesuffix("\n")


def _line(prompt: str) -> str:
    """One line, or nothing at the end. Ctrl+C ends the waiting, which asyncio's own handler would not.

    The prompt comes after the handler: who sees it can already leave.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        typer.echo(prompt, nl=False)
        return sys.stdin.readline()
    finally:
        signal.signal(signal.SIGINT, before)


async def _turn(companion: "Companion", line: str) -> bool:
    from pawsona.dialogue.events import Crisis, Notice, Sentence
    from pawsona.errors import InputError, StoppedError

    try:
        begun = False
        async for event in companion.talk(line):
            if isinstance(event, Notice):
                typer.echo(f"[{event.text}]")
            elif isinstance(event, Sentence):
                typer.echo(event.text if begun else f"{companion.pet.name}: {event.text}", nl=False)
                begun = True
            elif isinstance(event, Crisis):
                typer.echo(event.reply.text)
        if begun:
            typer.echo()
    except InputError as error:
        typer.echo(f"pawsona: {error}", err=True)
        return False
    except StoppedError as error:
        typer.echo(f"pawsona: {error}", err=True)
    return True


async def _turn_json(companion: "Companion", line: str) -> bool:
    from pawsona.errors import InputError, StoppedError

    try:
        turn = await companion.say(line)
    except (InputError, StoppedError) as error:
        say_json({"error": str(error)})
        return isinstance(error, StoppedError)
    say_json(
        {
            "reply": turn.reply,
            "strategy": turn.strategy,
            "affect": {"state": turn.affect.state, "intensity": turn.affect.intensity},
            "care": {"tier": turn.tier.name},
            "memories": list(turn.message.memories),
            "mind": turn.message.mind,
            **({"notices": list(turn.notices)} if turn.notices else {}),
            **({} if turn.whole else {"broken_off": True}),
        }
    )
    return True
