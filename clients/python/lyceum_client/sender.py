"""Sends requests, with retries."""

from __future__ import annotations

import base64
import http.client
import json
import random
import re
import socket
import time
import urllib.error
import urllib.request
import uuid
from email.message import Message
from typing import Any, Callable, Mapping, NamedTuple, Optional, Union

from .answers import Answer, NotModified
from .errors import ConnectionError, ForbiddenError, LyceumError, ProblemError, RequestMetadata, UnexpectedAnswerError
from .retry import RetryPolicy, Spent, next_wait


class Operation(NamedTuple):
    """An operation of the API; `path` is a template such as `/users/{id}`."""

    operation_id: str
    method: str
    path: str


class Sendable(NamedTuple):
    """A request that can be sent any number of times: a read, or a write with a key."""

    operation: Operation
    target: str
    """The path below `/api/v4`, with the query."""
    headers: Mapping[str, str]
    body: Optional[bytes] = None


class _Reply(NamedTuple):
    status: int
    headers: Message
    text: str

    def retry_after(self) -> Optional[float]:
        """In seconds; None unless it is a whole number of seconds."""
        value = self.headers.get("retry-after", "")
        return float(value) if re.fullmatch(r"[0-9]{1,6}", value) else None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any) -> None:
        """The API never redirects: the credentials must not follow."""


class Sender:
    """Sends requests until there is a final response or no attempt is left."""

    def __init__(
        self,
        base_url: str,
        client_id: str,
        client_secret: str,
        timeout: float,
        retry: RetryPolicy,
        opener: Optional[urllib.request.OpenerDirector],
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._url = base_url.rstrip("/").removesuffix("/api/v4") + "/api/v4"
        self._authorization = "Basic " + base64.b64encode(f"{client_id}:{client_secret}".encode()).decode()
        self._timeout = timeout
        self._retry = retry
        self._opener = opener or urllib.request.build_opener(_NoRedirects)
        self._sleep = sleep

    def send(
        self,
        sendable: Sendable,
        *,
        timeout: Optional[float] = None,
        retry: Optional[RetryPolicy] = None,
        request_id: Optional[str] = None,
    ) -> Union[Answer[Any], NotModified]:
        """Raises a LyceumError."""
        metadata = RequestMetadata(sendable.operation.operation_id, request_id or str(uuid.uuid4()), 0)
        spent = Spent()
        while True:
            metadata = metadata._replace(attempts=metadata.attempts + 1)
            outcome = self._attempt(sendable, metadata, self._timeout if timeout is None else timeout)
            status, retry_after = (outcome.status, outcome.retry_after()) if isinstance(outcome, _Reply) else (None, None)
            following = next_wait(status, retry_after, spent, retry or self._retry, random.random())
            if following is None:
                answer = _read_reply(outcome, metadata) if isinstance(outcome, _Reply) else outcome
                if isinstance(answer, LyceumError):
                    raise answer
                return answer
            wait, spent = following
            self._sleep(wait)

    def _attempt(self, sendable: Sendable, metadata: RequestMetadata, timeout: float) -> Union[_Reply, ConnectionError]:
        headers = {**sendable.headers, "x-request-id": metadata.request_id, "authorization": self._authorization}
        request = urllib.request.Request(
            self._url + sendable.target, data=sendable.body, headers=headers, method=sendable.operation.method
        )
        try:
            try:
                response = self._opener.open(request, timeout=timeout)
            except urllib.error.HTTPError as error:
                response = error
            with response:
                return _Reply(response.status, response.headers, response.read().decode("utf-8", "replace"))
        except (OSError, http.client.HTTPException) as error:
            cause = error.reason if isinstance(error, urllib.error.URLError) else error
            reason = f"none within {timeout:g} s" if isinstance(cause, socket.timeout) else str(cause)
            failure = ConnectionError(reason, metadata)
            failure.__cause__ = error
            return failure


def _read_reply(reply: _Reply, sent: RequestMetadata) -> Union[Answer[Any], NotModified, LyceumError]:
    status, headers, text = reply
    metadata = sent._replace(request_id=headers.get("x-request-id", sent.request_id))
    etag = headers.get("etag")
    if status == 304:
        return NotModified(etag, metadata.request_id, headers)
    content_type = headers.get("content-type", "")
    body: Any = _parse_object(text) if re.search(r"\bjson\b", content_type) else {}
    if status >= 400 and isinstance(body.get("code"), str):
        error = ForbiddenError if body["status"] == 403 else ProblemError
        return error(body, metadata, reply.retry_after())
    if status not in (200, 201, 202, 204):
        return UnexpectedAnswerError(status, metadata)
    if status == 204:
        body = {"data": None}
    elif content_type.startswith("text/calendar"):
        body = {"data": text}
    elif "data" not in body:
        return UnexpectedAnswerError(status, metadata)
    return Answer(
        status=status,
        data=body["data"],
        etag=etag,
        meta=body.get("meta"),
        request_id=metadata.request_id,
        is_replayed=headers.get("idempotency-replayed") == "true",
        headers=headers,
        pagination=body.get("pagination"),
    )


def _parse_object(text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
