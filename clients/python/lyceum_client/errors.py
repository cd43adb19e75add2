"""Why a request failed."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, NamedTuple, Optional

if TYPE_CHECKING:
    from .gen.models import Problem


class RequestMetadata(NamedTuple):
    """The properties of every error of a request."""

    operation_id: str
    request_id: str
    """For logs and support: the id in the response, or the one that was sent."""
    attempts: int


class LyceumError(Exception):
    """Raised for every failed request."""

    def __init__(self, message: str, metadata: RequestMetadata) -> None:
        super().__init__(f"{metadata.operation_id}: {message}")
        self.operation_id, self.request_id, self.attempts = metadata


class ProblemError(LyceumError):
    """The API returned a problem: branch on `code`."""

    def __init__(self, problem: Problem, metadata: RequestMetadata, retry_after: Optional[float]) -> None:
        super().__init__(f"{problem['status']} {problem['code']}: {problem['detail']}", metadata)
        self.status = problem["status"]
        self.code = problem["code"]
        self.detail = problem["detail"]
        self.errors = problem.get("errors", [])
        """Each fault of the request with its pointer; empty if there are none."""
        self.retry_after = retry_after
        """`Retry-After` of the response, in seconds; None without one."""
        self.problem = problem
        """The whole problem, including extension members such as `conflictingLog`."""


class ForbiddenError(ProblemError):
    """
    `403 forbidden`: the integration may only read, or not use the area, or the institution has switched the feature off.
    `detail` says which.
    """

    def __init__(self, problem: Problem, metadata: RequestMetadata, retry_after: Optional[float]) -> None:
        super().__init__(problem, metadata, retry_after)
        self.area = problem.get("area")
        """The area that the integration has no access to; None if it lacks something else."""


class ConnectionError(LyceumError, builtins.ConnectionError):
    """There was no response, or none in time; `__cause__` has the reason. It is unknown whether the request took effect."""

    def __init__(self, reason: str, metadata: RequestMetadata) -> None:
        super().__init__(f"no answer ({reason})", metadata)
        self.reason = reason


class UnexpectedAnswerError(LyceumError):
    """The response is not from Lyceum: a page of a proxy, or a redirect, for example."""

    def __init__(self, status: int, metadata: RequestMetadata) -> None:
        super().__init__(f"the answer with status {status} is not one of the Lyceum API", metadata)
        self.status = status
