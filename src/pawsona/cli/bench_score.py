"""`pawsona bench score`: what is a file of answers worth? No model is asked."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, run, say_json


def score(
    suite: Annotated[str, typer.Argument(help="petbench, h2htalk or another of `pawsona bench list`.")],
    predictions: Annotated[Path, typer.Option(help='A file of {"id", "prediction"}, one object a line.')],
    references: Annotated[
        Path | None, typer.Option(help='A file of {"id", "reference"}; without it the release in --data.')
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The suite's own release, as its authors published it.")] = None,
    system: Annotated[str, typer.Option(help="What the answering system is called; else the file's name.")] = "",
    embedder: Annotated[
        str | None,
        typer.Option(
            help="Measure similarity with this model: the suite's own, another (a stand-in), hashing, minilm."
        ),
    ] = None,
    embedder_url: Annotated[str | None, typer.Option(help="The server on which it answers, up to /v1.")] = None,
    given: Annotated[
        Path | None, typer.Option(help="Scores made elsewhere, as in scores.jsonl: a judge's, BERTScore.")
    ] = None,
    about: Annotated[
        list[str] | None,
        typer.Option(help="Of the model: size=7, kind=instruct, family=NAME; again for each."),
    ] = None,
    profile: Annotated[str, typer.Option(help="Another total than the paper's: h2htalk has repo_composite.")] = "",
    partial: Annotated[bool, typer.Option("--partial", help="Score what is there, though some is missing.")] = False,
    beside: Annotated[bool, typer.Option(help="Also score what no system answered.")] = True,
    json: Annotated[bool, typer.Option("--json", help="Print every item's scores as JSON.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="A folder for the result, which reports and comparisons read.")
    ] = None,
) -> None:
    """Score answers beside references: BLEU, ROUGE, similarity, and what the suite makes of them."""
    from pawsona.bench import score as scoring
    from pawsona.bench import scored
    from pawsona.bench.core.result import about_of

    with explained():
        asked = scoring.Asked(
            suite=suite, predictions=predictions, references=references, data=data, system=system,
            embedder=embedder, embedder_url=embedder_url, given=given,
            about=about_of(about or []), profile=profile, partial=partial, compare=beside,
        )  # fmt: skip
    outcome = run(scoring.score(asked))
    if out is not None:
        with explained():
            outcome.write(out)
    if json:
        say_json(scored.figures(outcome))
        return
    for table in scored.tables(outcome):
        table.show()


def compare(
    folders: Annotated[list[Path], typer.Argument(help="Folders that --out was given, one a system.")],
    against: Annotated[str | None, typer.Option(help="Compare all with this system, not each with each.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Put results beside each other: ranks with intervals, paired differences, p corrected by Holm."""
    from pawsona.bench import standings

    with explained():
        found = standings.of_folders(folders)
        if json:
            say_json([standings.figures(one, against) for one in found])
            return
        for one in found:
            standings.leaderboard(one).show()
            differences = standings.differences(one, against)
            if differences.rows:
                differences.show()


def report(
    folders: Annotated[list[Path], typer.Argument(help="Folders that --out was given, one a system.")],
    out: Annotated[Path, typer.Option(help="A folder for the pages.")],
) -> None:
    """Write results as a folder of pages: tables, charts, analyses, costs and signatures; nothing from another host."""
    from pawsona.bench import standings
    from pawsona.bench.report import site

    with explained():
        typer.echo(site.write(standings.of_folders(folders), out))
