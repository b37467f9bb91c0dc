"""A login is one account's within a tenant, and may be another's in another."""

from alembic import op

from pawsona.storage import online

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    online.index("accounts_by_tenant", "accounts", ["tenant", "login"], unique=True)
    op.drop_index("accounts_by_login", "accounts", if_exists=True)  # so it may be begun more than once
