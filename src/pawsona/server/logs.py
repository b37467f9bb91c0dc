"""The log as JSON lines, for machines that read it: when, how grave, where from, and the sentence. Never content.

What the code logs carries ids and counts. A traceback could carry what a person said, so only its type and place are
written; so are those of libraries.
"""

import json
import logging
import os
import sys
from datetime import UTC, datetime

from pawsona.app.blunder import place


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "process": os.getpid(),
            "says": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = place(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def write_json_lines() -> None:
    """Let everything that is logged in this process go to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("pawsona").setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
