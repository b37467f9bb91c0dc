"""`pawsona train`: what turns an open model into a safe companion."""

import typer

from pawsona.cli import train_data, train_measure, train_recipe, train_sft, train_ship

app = typer.Typer(help="Teach an open model to be a safe companion: data, tuning, measuring.", no_args_is_help=True)
app.add_typer(train_data.app, name="data")
app.command()(train_sft.sft)
app.command()(train_measure.measure)
app.command()(train_ship.ship)
app.command()(train_recipe.recipe)
