"""What must be fresh before a release: help lines, and the changelog's version.

Not part of `make test`: a test that fails because time has passed says nothing about a change.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

from pawsona import __version__
from pawsona.care.resources import stale

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Print what is stale; exit code 1 if anything is."""
    today = datetime.now(UTC).date()  # noqa: TID251 - the release is checked today
    problems = [
        f"help line {line.name!r} ({line.region}): verify it anew, it expired {line.expires_on}"
        for line in stale(today)
    ]
    if f"## {__version__}" not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        problems.append(f"CHANGELOG.md has no section for {__version__}: rename Unreleased")
    for problem in problems:
        print(problem)  # noqa: T201
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
