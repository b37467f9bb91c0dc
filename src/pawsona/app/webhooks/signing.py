"""How a letter is written and signed: the headers and the signature of Standard Webhooks (standardwebhooks.com)."""

import hashlib
import hmac
import json
import secrets
from base64 import b64decode, b64encode
from datetime import datetime, timedelta

from pawsona.domain.webhook import Letter, Webhook

PREFIX = "whsec_"
OVERLAP = timedelta(hours=24)
"""How long the key before signs as well, so that the other side has time to take the new one."""
_BYTES = 32


def new_secret() -> str:
    """256 bits by chance, as the other side stores them."""
    return PREFIX + b64encode(secrets.token_bytes(_BYTES)).decode()


def body_of(letter: Letter) -> bytes:
    """The same bytes at every attempt."""
    said = {"type": letter.event, "timestamp": letter.at.isoformat(), "data": dict(letter.data)}
    return json.dumps(said, separators=(",", ":"), sort_keys=True).encode()


def headers_of(webhook: Webhook, letter: Letter, body: bytes, now: datetime) -> dict[str, str]:
    """Id, moment of this attempt, and a signature of both and the body by each key that is good."""
    moment = str(int(now.timestamp()))
    keys = [webhook.secret]
    if webhook.former and webhook.former_until is not None and now < webhook.former_until:
        keys.append(webhook.former)
    signed = f"{letter.id}.{moment}.".encode() + body
    return {
        "webhook-id": letter.id,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(f"v1,{_signature(key, signed)}" for key in keys),
    }


def _signature(key: str, signed: bytes) -> str:
    return b64encode(hmac.new(b64decode(key.removeprefix(PREFIX)), signed, hashlib.sha256).digest()).decode()
