"""The client of the Lyceum API: see README.md."""

from .answers import Answer, Changes, List, NotModified, Page
from .client import Lyceum
from .errors import ConnectionError, ForbiddenError, LyceumError, ProblemError, UnexpectedAnswerError
from .gen import models
from .requests import CallOptions
from .retry import RetryPolicy
from .webhooks import WebhookSecretError, WebhookVerificationError, verify_webhook

__all__ = [
    "Answer",
    "CallOptions",
    "Changes",
    "ConnectionError",
    "ForbiddenError",
    "List",
    "Lyceum",
    "LyceumError",
    "NotModified",
    "Page",
    "ProblemError",
    "RetryPolicy",
    "UnexpectedAnswerError",
    "WebhookSecretError",
    "WebhookVerificationError",
    "models",
    "verify_webhook",
]
