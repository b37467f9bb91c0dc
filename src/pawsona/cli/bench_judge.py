"""`pawsona bench judge`: a model rates answers that are there, one run's or two beside each other."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, say_json
from pawsona.errors import InputError


def judge(
    run: Annotated[Path, typer.Argument(help="A folder of a run (`pawsona bench run --out`).")],
    judge: Annotated[str, typer.Option(help="The model that judges.")],
    judge_url: Annotated[str | None, typer.Option(help="Where it answers, up to /v1.")] = None,
    against: Annotated[
        Path | None, typer.Option(help="Another run: both are rated beside each other, in both orders.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="With --against: a folder for the comparison.")] = None,
    data: Annotated[Path | None, typer.Option(help="The suite's data, where Pawsona does not ship it.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="So many answers only.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Have answers judged: marks go into the run's scores; what is judged is not asked again."""
    from pawsona.bench.live import judging, report

    with explained():
        who = judging.Judge(model=judge, base_url=judge_url, limit=limit)
        if against is not None:
            if out is None:
                raise InputError(
                    "Name a folder for the comparison with --out: what is judged there is not asked again."
                )
            tables = [judging.compare(run, against, out, who, data)]
        else:
            tables = report.tables_of(judging.judge(run, who, data))
        if json:
            say_json({table.title: table.plain() for table in tables})
            return
        for table in tables:
            table.show()
