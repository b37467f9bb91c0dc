"""`pawsona train ship`: a tuned model as files that servers load and pets speak through."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from pawsona.cli.entry import explained, say_json


def ship(
    run: Annotated[Path, typer.Argument(help="The folder of a finished run of `pawsona train sft`.")],
    out: Annotated[Path, typer.Option(help="A new folder.")],
    model: Annotated[Path, typer.Option(help="The folder of the model that was tuned.")],
    licence: Annotated[str, typer.Option(help="Of the tuned model: what the base's and the data's allow.")],
    name: Annotated[str, typer.Option(help="What the model is called.")] = "companion",
    width: Annotated[
        Literal["f32", "f16", "q8_0", "none"], typer.Option(help="Of the weights in the GGUF file.")
    ] = "q8_0",
    datasheet: Annotated[Path | None, typer.Option(help="The data's, for the model's card.")] = None,
    measured: Annotated[
        Path | None, typer.Option(help="A folder of `pawsona train measure`; a refused model stays.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print where it is as JSON.")] = False,
) -> None:
    """Merge adapters, write safetensors for vLLM and a GGUF file for llama.cpp, with a card that says what it is."""
    from pawsona.train.ship import Asked
    from pawsona.train.ship import ship as shipped

    with explained():
        file = shipped(
            Asked(run=run, out=out, base=model, name=name, licence=licence, width=None if width == "none" else width,
                  datasheet=datasheet,
                  measured=measured)
        )  # fmt: skip
    if json:
        say_json({"model": str(out / "model"), "gguf": str(file) if file else None})
        return
    typer.echo(f"For vLLM and transformers: {out / 'model'}")
    if file is not None:
        typer.echo(f"For a pet at home: pawsona mind add {file}")
