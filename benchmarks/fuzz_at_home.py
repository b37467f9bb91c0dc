"""What only a home without accounts has in its OpenAPI (phones that are let in), asked as `fuzz.py` asks all the rest.

Usage: PYTHONPATH=. python benchmarks/fuzz_at_home.py [--requests 300] [--seed 1]
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tests.server.process import server

from fuzz import Found, Fuzz, Somebody, report

DEVICES = "/api/v1/devices"


class Owner(Somebody):
    """Who sits at the machine: nobody asks who it is."""

    def move_in(self) -> None:
        """Adopt."""
        person = {"name": self.mark, "language": self.language, "time_zone": "UTC"}
        cat = {"name": "Mo", "species": "cat", "personality": "sunny", "person": person}
        self._done(self.ask("POST", "/api/v1/pets", json=cat))
        self.look()

    def look(self) -> None:
        """The phones that are let in."""
        self.ids = {"device": [one["id"] for one in self._done(self.ask("GET", DEVICES)).json()]}

    def come_in(self) -> None:
        """There is no door."""


def fuzzed_at_home(wanted: int, begun: int = 1) -> Found:
    """Against a server in a process of its own."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir(mode=0o700)
        (home / "pawsona.toml").write_text('language = "en"\nembedder = "hashing"\n')
        with server(home, Path(folder) / "log") as url:
            fuzz = Fuzz(url.rstrip("/"), begun, [Owner(url.rstrip("/"), "annquill", "en")])
            fuzz.operations = [one for one in fuzz.operations if DEVICES in one.label]
            return fuzz.run(wanted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    begun = monotonic()
    found = fuzzed_at_home(wanted.requests, wanted.seed)
    report(found, monotonic() - begun)
    sys.exit(bool(found.failures))


if __name__ == "__main__":
    main()
