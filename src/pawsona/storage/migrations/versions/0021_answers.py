"""Whether a message has its reply is asked for whenever one is sent again, of all that its pet ever said.

PostgreSQL finds it by this index. SQLite keeps no statistics here, and goes on reading one pet's messages, in a thread.
"""

from pawsona.storage import online

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    online.index("messages_by_answer", "messages", ["person_id", "pet_id", "answers"])
