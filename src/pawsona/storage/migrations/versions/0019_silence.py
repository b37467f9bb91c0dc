"""Sessions that are open and silent are asked for once a minute, everybody's at once."""

from pawsona.storage import online

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    online.index("sessions_by_end", "sessions", ["closed_at", "last_at"])
