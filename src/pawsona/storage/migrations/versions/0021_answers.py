"""Whether a message has its reply is asked for whenever one is sent again, of all that its pet ever said.

PostgreSQL finds it by this index. SQLite does, too, once `sqlite.compact` has counted rows; it takes the key without.
"""

from pawsona.storage import online

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    online.index("messages_by_answer", "messages", ["person_id", "pet_id", "answers"])
