"""What has run out is found without reading all that a person is remembered by; every recall asks for it."""

from pawsona.storage import online

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    online.index("memories_by_expiry", "memories", ["person_id", "pet_id", "expires_on"])
