"""Every minute asks what lacks a vector of the present embedder; what only surrounds never has one, and is left out."""

from alembic import op

from pawsona.storage import online

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    online.index("entries_to_embed", "entries", ["embedder"], where="kind <> 'context'")
    op.drop_index("entries_by_embedder", "entries", if_exists=True)  # so it may be begun more than once
