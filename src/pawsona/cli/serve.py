"""`pawsona serve`: the web app and the API."""

import typer

from pawsona.cli.entry import run


def serve(
    host: str | None = typer.Option(None, help="Address to listen on; loopback by default."),
    port: int | None = typer.Option(None, help="Port to listen on; 8717 by default."),
    proxied: str | None = typer.Option(None, help="The web address that a proxy on this machine shows."),
    workers: int | None = typer.Option(None, help="Processes that serve; 1 by default."),
    open_page: bool = typer.Option(False, "--open", help="Open the page in a browser."),
) -> None:
    """Serve the web app and the API on this machine."""
    from pawsona.app.loop import run_long
    from pawsona.server.start import start

    work = start(host, port, proxied, workers, open_page=open_page, say=lambda line: typer.echo(line))
    run(work, through=run_long)
