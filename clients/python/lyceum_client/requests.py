"""Converts method calls on resources to requests."""

from __future__ import annotations

import json
import re
import uuid
from itertools import chain
from typing import Any, Callable, Dict, Iterable, Iterator, Mapping, Optional, Sequence, TypedDict, Union, cast
from urllib.parse import quote, urlencode

from .answers import Answer, Changes, List, NotModified, ReadPage
from .arguments import argument_of, body_value, check_names, parameter_text
from .retry import RetryPolicy
from .sender import Operation, Sendable, Sender


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
        headers: Mapping[str, Optional[str]],
        options: CallOptions,
    ) -> Union[Answer[Any], NotModified]:
        _check(operation, [*query, *headers], options)
        return self._sender.send(Sendable(operation, _target(operation, ids, query), _headers(headers)), **options)

    def list(self, operation: Operation, ids: Sequence[str], query: Mapping[str, Any], options: CallOptions) -> List[Any]:
        return List(self._pages_of(operation, ids, query, options), query.get("cursor"))

    def changes(
        self, operation: Operation, ids: Sequence[str], query: Mapping[str, Any], options: CallOptions
    ) -> Changes[Any]:
        read = self._pages_of(operation, ids, query, options)

        def read_changes(cursor: Optional[str]) -> ReadPage[Any]:
            page = read(cursor)
            # Without it, the walk would end as one that nothing can follow.
            if page.next_updated_since is None:
                raise TypeError(f"{operation.path} has no meta.nextUpdatedSince: the installation is older than this client")
            return page

        return Changes(read_changes, query.get("cursor"))

    def by_ids(
        self,
        operation: Operation,
        ids: Sequence[str],
        wanted: Iterable[str],
        query: Mapping[str, Any],
        options: CallOptions,
    ) -> Iterator[Any]:
        """The records with these ids that exist, each once; a hundred a request."""
        if isinstance(wanted, str):
            raise TypeError(f"{operation.operation_id} takes ids, not one text: [{wanted!r}]")
        # A fault of another argument is raised here, not where the first record is taken.
        self._pages_of(operation, ids, query, options)
        distinct = list(dict.fromkeys(wanted))
        chunks = (distinct[first : first + _IDS_AT_ONCE] for first in range(0, len(distinct), _IDS_AT_ONCE))
        return chain.from_iterable(self.list(operation, ids, {**query, "ids": chunk}, options) for chunk in chunks)

    def _pages_of(
        self, operation: Operation, ids: Sequence[str], query: Mapping[str, Any], options: CallOptions
    ) -> Callable[[Optional[str]], ReadPage[Any]]:
        _check(operation, query, options)
        # Made once, so that a fault of an argument is raised where the list is made.
        _target(operation, ids, query)

        def read(cursor: Optional[str]) -> ReadPage[Any]:
            target = _target(operation, ids, {**query, "cursor": cursor})
            answer = self._sender.send(Sendable(operation, target, {}), **options)
            if not isinstance(answer, Answer) or answer.pagination is None:
                raise TypeError(f"{operation.path} is not a list")
            pagination = answer.pagination
            meta: Mapping[str, Any] = answer.meta or {}
            following = meta.get("nextUpdatedSince")
            return ReadPage(answer.data, pagination["has_more"], pagination["next_cursor"], answer.request_id, following)

        return read

    def write(
        self,
        operation: Operation,
        ids: Sequence[str],
        body: Optional[Mapping[str, Any]],
        headers: Mapping[str, Optional[str]],
        options: CallOptions,
        dry_run: Optional[bool] = None,
    ) -> Answer[Any]:
        """:param dry_run: None if the operation cannot be tried"""
        _check(operation, headers if dry_run is None else [*headers, "dry_run"], options)
        given = _headers({**headers, "content-type": None if body is None else "application/json"})
        given.setdefault("idempotency-key", str(uuid.uuid4()))
        json_text = None if body is None else json.dumps(body, default=body_value).encode()
        target = ("/dry-run" if dry_run else "") + _target(operation, ids, {})
        answer = self._sender.send(Sendable(operation, target, given, json_text), **options)
        return cast("Answer[Any]", answer)


_IDS_AT_ONCE = 100


def _check(operation: Operation, parameters: Iterable[str], options: Mapping[str, Any]) -> None:
    check_names(operation.operation_id, options, [*CallOptions.__annotations__, *map(argument_of, parameters)])


def _headers(given: Mapping[str, Optional[str]]) -> Dict[str, str]:
    return {name.replace("_", "-"): value for name, value in given.items() if value is not None}


def _target(operation: Operation, ids: Sequence[str], query: Mapping[str, Any]) -> str:
    """Path and query, without parameters that are None."""
    # An empty, `.` or `..` segment would change the path to another operation's.
    if any(each in ("", ".", "..") for each in ids):
        raise ValueError(f"{operation.path} needs ids, not {list(ids)}")
    rest = iter(ids)
    path = re.sub(r"\{\w+\}", lambda _: quote(next(rest), safe=""), operation.path)
    given = urlencode({name: parameter_text(name, value) for name, value in query.items() if value is not None})
    return f"{path}?{given}" if given else path
