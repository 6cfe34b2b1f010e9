"""Verification of webhooks (Standard Webhooks, version 1)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from collections.abc import Mapping

#: A webhook that is older or newer than this is refused, so that a recorded one cannot be sent again.
TOLERANCE_SECONDS = 300


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes, *, now: float | None = None) -> None:
    """Raises ValueError unless the body was signed with the secret (`whsec_…`) within the last five minutes."""
    given = {key.lower(): value for key, value in headers.items()}
    try:
        webhook_id, sent_at, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = abs((time.time() if now is None else now) - int(sent_at))
    except (KeyError, ValueError) as cause:
        raise ValueError("The webhook headers are missing or invalid. Refuse the request.") from cause
    if age > TOLERANCE_SECONDS:
        raise ValueError("The webhook is too old. Check the clock of this computer.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{webhook_id}.{sent_at}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    versions = (signature.partition(",") for signature in signatures.split(" "))
    if not any(version == "v1" and hmac.compare_digest(value, expected) for version, _, value in versions):
        raise ValueError("The signature of the webhook is wrong. Check the secret of the endpoint.")
