"""`pawsona train`: what turns an open model into a safe companion."""

import typer

from pawsona.cli import train_data

app = typer.Typer(help="Teach an open model to be a safe companion: data first.", no_args_is_help=True)
app.add_typer(train_data.app, name="data")
