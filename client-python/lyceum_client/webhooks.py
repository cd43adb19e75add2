"""Verification of webhooks (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import hmac
import json
import time
from typing import TYPE_CHECKING, Any, Mapping, Optional, cast

if TYPE_CHECKING:
    from .gen.models import Event

_TOLERANCE_SECONDS = 300


class WebhookVerificationError(ValueError):
    """The request is not from Lyceum, or too old: respond with 400."""


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str, *, now: Optional[float] = None) -> Event:
    """
    The event in a request to your webhook endpoint. Handle each `id` once.

    body: the exact bytes of the request, before anything parses them.
    secret: the secret of the endpoint, which begins with `whsec_`.
    now: the time in seconds since 1970; the machine's clock by default.
    Raises a WebhookVerificationError.
    """
    given = {name.lower(): value for name, value in headers.items()}
    event_id, sent = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs((time.time() if now is None else now) - int(sent)) > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("the timestamp is missing, or not of the last five minutes")
    key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    digest = hmac.digest(key, f"{event_id}.{sent}.".encode() + body, "sha256")
    expected = b"v1," + base64.b64encode(digest)
    # Two while the secret is being changed.
    if not any(hmac.compare_digest(expected, each.encode()) for each in given.get("webhook-signature", "").split()):
        raise WebhookVerificationError("no signature matches")
    event: Any = json.loads(body)
    return cast("Event", event)
