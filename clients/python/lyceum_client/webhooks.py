"""Verification of webhooks (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Any, Mapping, Optional, cast

if TYPE_CHECKING:
    from .gen.models import WebhookEvent

_TOLERANCE_SECONDS = 300
# Anybody can sign with a key that is empty or short: it is what is left of a variable that is not set.
_KEY_BYTES_AT_LEAST = 24
_SECONDS = re.compile("[0-9]{1,15}")


class WebhookVerificationError(ValueError):
    """The request is not from Lyceum, or too old: respond with 400."""


class WebhookSecretError(WebhookVerificationError):
    """The secret of your receiver is none of an endpoint: nothing can be verified until its configuration is right."""


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str, *, now: Optional[float] = None) -> WebhookEvent:
    """
    The event in a request to your webhook endpoint. Handle each `id` once.

    body: the exact bytes of the request, before anything parses them.
    secret: the secret of the endpoint, which begins with `whsec_`.
    now: the time in seconds since 1970; the machine's clock by default.
    Raises a WebhookVerificationError, whatever the request holds; a WebhookSecretError, which is one, for a secret that is none.
    """
    key = _key_of(secret)
    given = {name.lower(): value for name, value in headers.items()}
    event_id, sent = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not _SECONDS.fullmatch(sent) or abs((time.time() if now is None else now) - int(sent)) > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("the timestamp is missing, or not of the last five minutes")
    if not event_id.isascii():
        raise WebhookVerificationError("the id is none of an event")
    digest = hmac.digest(key, f"{event_id}.{sent}.".encode() + body, "sha256")
    expected = b"v1," + base64.b64encode(digest)
    # Several while the secret is being changed.
    signatures = given.get("webhook-signature", "").encode(errors="replace").split()
    if not any(hmac.compare_digest(expected, each) for each in signatures):
        raise WebhookVerificationError("no signature matches")
    event: Any = json.loads(body)
    return cast("WebhookEvent", event)


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret, validate=True)
    except ValueError:
        key = b""
    if len(key) < _KEY_BYTES_AT_LEAST:
        raise WebhookSecretError("the secret is not whsec_ and the base64 of at least 24 bytes")
    return key
