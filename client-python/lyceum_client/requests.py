"""Converts method calls on resources to requests."""

from __future__ import annotations

import json
import re
import uuid
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, TypedDict, Union, cast
from urllib.parse import quote, urlencode

from .answers import Answer, List, NotModified, Page
from .retry import RetryPolicy
from .sender import Operation, Sendable, Sender

if TYPE_CHECKING:
    from typing_extensions import Unpack


class CallOptions(TypedDict, total=False):
    """The options of every request."""

    timeout: float
    """Timeout of each attempt in seconds; overrides the client's."""
    retry: RetryPolicy
    """The limits of retries; overrides the client's."""
    request_id: str
    """`X-Request-Id` of all attempts, 1 to 128 characters of `[A-Za-z0-9._-]`; a new UUID by default."""


class Requests:
    """What the generated resources call."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def read(
        self,
        operation: Operation,
        ids: Sequence[str],
        query: Mapping[str, Any],
        if_none_match: Optional[str] = None,
        **options: Unpack[CallOptions],
    ) -> Union[Answer[Any], NotModified]:
        headers = {} if if_none_match is None else {"if-none-match": if_none_match}
        return self._sender.send(Sendable(operation, _target(operation, ids, query), headers), **options)

    def list(
        self, operation: Operation, ids: Sequence[str], query: Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> List[Any]:
        def read(cursor: Optional[str]) -> Page[Any]:
            target = _target(operation, ids, {**query, "cursor": cursor})
            answer = self._sender.send(Sendable(operation, target, {}), **options)
            if not isinstance(answer, Answer) or answer.pagination is None:
                raise TypeError(f"{operation.path} is not a list")
            pagination = answer.pagination
            return Page(answer.data, pagination["has_more"], pagination["next_cursor"], answer.request_id)

        return List(read, query.get("cursor"))

    def write(
        self,
        operation: Operation,
        ids: Sequence[str],
        body: Optional[Mapping[str, Any]],
        if_match: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **options: Unpack[CallOptions],
    ) -> Answer[Any]:
        headers = {
            "content-type": None if body is None else "application/json",
            "idempotency-key": (idempotency_key or str(uuid.uuid4())) if operation.is_keyed else None,
            "if-match": if_match,
        }
        given = {name: value for name, value in headers.items() if value is not None}
        json_text = None if body is None else json.dumps(body).encode()
        answer = self._sender.send(Sendable(operation, _target(operation, ids, {}), given, json_text), **options)
        return cast("Answer[Any]", answer)


def _target(operation: Operation, ids: Sequence[str], query: Mapping[str, Any]) -> str:
    """Path and query, without parameters that are None."""
    # An empty, `.` or `..` segment would change the path to another operation's.
    if any(each in ("", ".", "..") for each in ids):
        raise ValueError(f"{operation.path} needs ids, not {list(ids)}")
    rest = iter(ids)
    path = re.sub(r"\{\w+\}", lambda _: quote(next(rest), safe=""), operation.path)
    given = urlencode({name: _text(value) for name, value in query.items() if value is not None})
    return f"{path}?{given}" if given else path


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, (str, int)) else ",".join(value)
