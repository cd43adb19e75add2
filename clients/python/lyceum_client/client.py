"""The client."""

from __future__ import annotations

import time
from typing import Callable, Optional, TypeVar
from urllib.request import OpenerDirector

from .answers import Answer
from .errors import ProblemError
from .gen.resources import Resources
from .requests import Requests
from .retry import RetryPolicy
from .sender import Sender

T = TypeVar("T")
W = TypeVar("W")


class Lyceum(Resources):
    """The API, with a method for each operation, grouped by resource. It may be used by several threads."""

    def __init__(
        self,
        *,
        base_url: str,
        client_id: str,
        client_secret: str,
        timeout: float = 30.0,
        retry: RetryPolicy = RetryPolicy(),
        opener: Optional[OpenerDirector] = None,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """
        base_url: the URL of the gateway, with or without `/api/v4`.
        timeout: how long an attempt waits for the server, in seconds.
        opener: replaces urllib's, for certificates or a proxy of your own; it must not follow redirects.
        sleep: replaces the wait before a retry, in tests.
        """
        super().__init__(Requests(Sender(base_url, client_id, client_secret, timeout, retry, opener, sleep)))

    def change(self, read: Callable[[], Answer[T]], write: Callable[[T, str], W], attempts: int = 5) -> W:
        """
        Reads a resource and writes a change based on it. Starts over if another client has changed the resource in the meantime (412).

        write: receives the resource and its ETag, for `if_match`; returns None if there is nothing to write.
        attempts: maximum number of attempts.
        """
        while True:
            attempts -= 1
            current = read()
            if current.etag is None:
                raise TypeError("the resource to change has no ETag")
            try:
                return write(current.data, current.etag)
            except ProblemError as error:
                if error.status != 412 or attempts <= 0:
                    raise
