"""The commands, put together; without one, `pawsona` serves."""

import io
import os
import sys

import typer

from pawsona.cli import (
    account,
    adopt,
    bench,
    card,
    care,
    chat,
    cost,
    doctor,
    erase,
    export,
    forgetting,
    lab,
    migrate,
    mind,
    night,
    pair,
    serve,
    train,
    webhook,
)
from pawsona.version import __version__

app = typer.Typer(
    name="pawsona",
    help="An emotional companion that lives: it talks with you, remembers you, and has days of its own.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"pawsona {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Without a command: serve the web app on this machine."""
    if context.invoked_subcommand is None:
        serve.serve(host=None, port=None, proxied=None, workers=None, open_page=sys.stdout.isatty())


for command in (
    serve.serve, pair.pair, chat.chat, adopt.adopt, night.night, doctor.doctor, cost.cost,
    forgetting.forgetting, export.export, erase.erase, migrate.migrate, migrate.backup, migrate.restore,
):  # fmt: skip
    app.command()(command)
app.add_typer(mind.app, name="mind")
app.add_typer(account.app, name="account")
app.add_typer(card.app, name="card")
app.add_typer(care.app, name="care")
app.add_typer(bench.app, name="bench")
app.add_typer(lab.app, name="lab")
app.add_typer(train.app, name="train")
app.add_typer(webhook.app, name="webhook")


def main() -> None:
    """The entry point. What a terminal can't write or a script sends broken becomes `?`, not a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app()
    except OSError as error:  # most likely the output: a full disk under `> file`
        reason = (error.strerror or type(error).__name__).lower()
        typer.echo(
            f"pawsona: The machine refused ({reason}): mend that and try again; what was stored is kept.", err=True
        )
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or Python would try to write the rest at exit
        sys.exit(2)
