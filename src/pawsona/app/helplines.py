"""`pawsona care resources`: help lines with what is known of them, as plain data."""

from typing import Any

from pawsona.app.adoption import region_of
from pawsona.app.opening import care_of
from pawsona.app.time import SystemClock
from pawsona.care.resources import Resource, doubt
from pawsona.config.settings import load


async def help_lines(region: str | None) -> dict[str, Any]:
    """The lines of a country, or every line that is known; expired ones are marked.

    Raises:
        InputError: there is no such country.
    """
    settings = load()
    known, today = care_of(settings).resources, SystemClock().now().date()
    language = settings.spoken
    where = region_of(region)

    def shown(line: Resource) -> dict[str, Any]:
        return {
            "region": line.region,
            "kind": line.kind,
            "name": line.name,
            "how": line.how[language],
            "verified_on": line.verified_on.isoformat(),
            "expires_on": None if line.kind == "directory" else line.expires_on.isoformat(),
            "sources": list(line.sources),
            "doubt": "" if line.kind == "directory" else doubt(line, today),
        }

    lines = known.find(where, today) if where else (*known.lines, known.directory)
    return {
        "region": where,
        "emergency": known.emergency(where, language),
        "lines": [shown(line) for line in lines],
    }
