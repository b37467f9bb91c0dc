"""What must be fresh before a release: help lines, and the changelog's version.

Not part of `make test`: a test that fails because time has passed says nothing about a change.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

from pawsona import __version__
from pawsona.care.packs import known_packs
from pawsona.care.resources import doubt, resources

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Print what is stale; exit code 1 if anything is."""
    today = datetime.now(UTC).date()  # noqa: TID251 - the release is checked today
    known = resources()
    problems = [
        f"help line {line.name!r} ({line.region}): {doubt(line, today)}; verify it anew on its operator's own site"
        for line in known.stale(today)
    ]
    if f"## {__version__}" not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        problems.append(f"CHANGELOG.md has no section for {__version__}: rename Unreleased")
    print(f"note: emergency numbers ({', '.join(known.emergency_numbers)}) are common knowledge: look at each")  # noqa: T201
    for pack in known_packs().values():
        for point in pack.uncertain:
            print(f"note: pack {pack.id}, {point.about}: look for a confirmation")  # noqa: T201
    for problem in problems:
        print(problem)  # noqa: T201
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
