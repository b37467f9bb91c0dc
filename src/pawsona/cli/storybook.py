"""`pawsona mind storybook lint | preview | stats`: for those who write its content."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, cast

import typer

from pawsona.cli.entry import refuse, say_json

if TYPE_CHECKING:
    from pawsona.domain.day import Day

app = typer.Typer(help="The storybook's content: check it, read it, count it.", no_args_is_help=True)

_Language = Annotated[str, typer.Option(help="en or zh.")]
_Species = Annotated[str, typer.Option(help="cat, dog, bird, rabbit, dragon or capybara.")]
_Personality = Annotated[str, typer.Option(help="One of the eight, such as sunny or gruff.")]


@app.command()
def lint() -> None:
    """Check every content file; each finding names file and line."""
    from pawsona.minds.storybook.proof import findings

    found = findings()
    for finding in found:
        typer.echo(finding)
    typer.echo(f"{len(found)} findings")
    if found:
        raise typer.Exit(1)


@app.command()
def preview(
    language: _Language = "en",
    species: _Species = "cat",
    personality: _Personality = "sunny",
    days: Annotated[int, typer.Option(min=1, max=3660, help="How many days.")] = 3,
    start: Annotated[datetime, typer.Option(formats=["%Y-%m-%d"], help="The first day.")] = datetime(2026, 3, 30),
    seed: Annotated[int, typer.Option(help="Another seed is another life.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print the days as JSON.")] = False,
) -> None:
    """Read some days of a life, as a new pet would live them."""
    from pawsona.domain.language import LANGUAGES, Language
    from pawsona.domain.pet import PERSONALITIES, SPECIES, Personality, Species
    from pawsona.minds.storybook.life import Life

    for value, known in ((language, LANGUAGES), (species, SPECIES), (personality, PERSONALITIES)):
        if value not in known:
            raise refuse(f"{value!r} is none of {', '.join(known)}.")
    life = Life(
        language=cast(Language, language),
        species=cast(Species, species),
        personality=cast(Personality, personality),
        seed=seed,
        start=start.date(),
    )
    lived = life.days(days)
    if json:
        say_json([_plain(day) for day in lived])
        return
    for day in lived:
        typer.echo(f"\n{day.on:%A %d %B %Y}, {day.season}, {day.weather}\n{day.outline}")
        for item in day.items:
            typer.echo(f"  {item.at:%H:%M}  {item.label}\n         {item.detail}")


def _plain(day: "Day") -> dict[str, object]:
    items = [{"at": f"{i.at:%H:%M}", "kind": i.kind, "label": i.label, "detail": i.detail} for i in day.items]
    return {"on": day.on, "season": day.season, "weather": day.weather, "outline": day.outline, "items": items}


@app.command()
def stats(
    days: Annotated[int, typer.Option(min=0, max=3660, help="Live so many days as well and count.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Count the content of both languages; with --days, what runs dry in a life of each species."""
    from pawsona.domain.language import LANGUAGES
    from pawsona.minds.storybook.figures import counts, endurance

    figures = {language: counts(language) for language in LANGUAGES}
    lasts = {language: endurance(language, days) for language in LANGUAGES} if days else {}
    if json:
        say_json({"counts": figures, "lives": lasts})
        return
    for name in figures["en"]:
        typer.echo(f"{name:<28}" + "".join(f"{figures[language][name]:>8,} {language}" for language in figures))
    for language, rows in lasts.items():
        for species, row in rows.items():
            told = ", ".join(f"{value} {key}" for key, value in row.items())
            typer.echo(f"{language} {species:<9} {days} days: {told}")
