"""`pawsona train sft`: supervised fine-tuning, by the paper's settings or others."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from pawsona.cli.entry import explained, say_json


def sft(
    data: Annotated[Path, typer.Option(help="A file of entries in the chat format (`pawsona train data check`).")],
    model: Annotated[Path, typer.Option(help="A model's folder on this machine: config, safetensors, tokenizer.")],
    out: Annotated[Path, typer.Option(help="A folder for the run; it stays there.")],
    profile: Annotated[str, typer.Option(help="paper (in full), lora, tiny, or a recipe: a YAML file.")] = "paper",
    epochs: Annotated[int | None, typer.Option(min=1, help="Instead of the profile's.")] = None,
    batch: Annotated[int | None, typer.Option(min=1, help="Likewise.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Likewise.")] = None,
    packing: Annotated[bool | None, typer.Option(help="Likewise: several talks in a row, each by itself.")] = None,
    gpus: Annotated[
        int | None, typer.Option(min=1, help="Show a dry run for so many GPUs; a run has as many as it was started on.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what the run would be.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in the folder.")] = False,
    leave_out_broken: Annotated[
        bool, typer.Option("--leave-out-broken", help="Learn from the other lines, where some are broken.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Tune a model on talks, with loss on the companion's words only. Nothing is sent anywhere (extra `train`).

    On several GPUs: accelerate launch --config_file FILE -m pawsona train sft ...; see docs/train.md.
    """
    from pawsona.train.profile import changed
    from pawsona.train.profile import profile as named
    from pawsona.train.trainer import first
    from pawsona.train.tuning import Asked, planned, tuned

    with explained():
        more: dict[str, Any] = {"epochs": epochs, "batch": batch, "seed": seed, "packing": packing}
        one = changed(named(profile), {key: value for key, value in more.items() if value is not None})
        asked = Asked(data=data, model=model, out=out, profile=one, leave_out_broken=leave_out_broken, resume=resume)
        if dry_run:
            plan = planned(asked, gpus)
            if not first():
                return
            if json:
                say_json(plan.figures())
                return
            for table in plan.tables():
                table.show()
            return
        with _bar() as progress:
            card = tuned(asked, progress)
    if not first():
        return
    if json:
        say_json(asdict(card))
    else:
        typer.echo(
            f"{card.outcome['steps']} steps, loss {card.outcome['first_loss']:.3f} to {card.outcome['last_loss']:.3f}."
        )
        typer.echo(f"The run is in {out}: run.md tells of it.")
        typer.echo(f"Next: pawsona train ship {out} --model {model} --licence LICENCE --out FOLDER")


@contextmanager
def _bar() -> Iterator[Callable[[int, int, float], None]]:
    """A bar on standard error with the last loss, where a person is looking; one for all processes."""
    from rich.console import Console
    from rich.progress import Progress

    from pawsona.train.trainer import first

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not (console.is_terminal and first())) as shown:
        task = shown.add_task("tuning", total=None)
        yield lambda step, steps, loss: shown.update(task, completed=step, total=steps, description=f"loss {loss:.3f}")
