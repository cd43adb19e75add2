"""What a request returns."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import Message
from typing import TYPE_CHECKING, Callable, Generic, Iterator, Optional, Sequence, TypeVar

if TYPE_CHECKING:
    from .gen.models import AppointmentMeta, Pagination

T = TypeVar("T")


@dataclass(frozen=True)
class Answer(Generic[T]):
    """The response to a request."""

    status: int
    data: T
    """None after a delete."""
    etag: Optional[str]
    """The ETag of this representation, for `if_match` and `if_none_match`; None if the response has none."""
    meta: Optional[AppointmentMeta]
    """For a replay, the `meta` of the first response; None if the response has none. `overlaps` only if an appointment was created or changed."""
    request_id: str
    is_replayed: bool
    """Whether this is the stored response of an earlier request with the same idempotency key."""
    headers: Message
    pagination: Optional[Pagination] = None


@dataclass(frozen=True)
class NotModified:
    """The resource has not changed since you read it."""

    etag: Optional[str]
    request_id: str
    headers: Message
    status: int = 304
    data: None = None


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list."""

    items: Sequence[T]
    has_more: bool
    """False on the last page."""
    next_cursor: Optional[str]
    """The `cursor` that continues the list after this page, valid for 24 hours; None on the last page, except in a feed."""
    request_id: str


@dataclass(frozen=True)
class ReadPage(Page[T]):
    """A page as it was read. A walk hands out its `next_updated_since` only once it has ended."""

    next_updated_since: Optional[str]
    """None for a list without the filter `updated_since`."""


class List(Generic[T]):
    """A list of the API: iterating over it yields its items, through all pages. No request is sent before you iterate."""

    def __init__(self, read: Callable[[Optional[str]], ReadPage[T]], cursor: Optional[str]) -> None:
        self._read = read
        self._cursor = cursor

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.items

    def pages(self) -> Iterator[Page[T]]:
        """To resume later, store the `next_cursor` of the last page that you processed, and pass it as `cursor`."""
        cursor = self._cursor
        while True:
            page = self._read(cursor)
            yield page
            if not page.has_more or page.next_cursor is None:
                return self._ended(page)
            cursor = page.next_cursor

    def _ended(self, last: ReadPage[T]) -> None:
        """Called after the last page."""


class Changes(List[T]):
    """The records of a list that have changed at `updated_since` or later; all of them without it. Take every one: some may come again."""

    next_updated_since: Optional[str] = None
    """
    The `updated_since` for your next walk, made by the server: whatever is not in this walk comes in that one. None until this one has ended.
    Store it then, together with what you took.
    """

    def _ended(self, last: ReadPage[T]) -> None:
        self.next_updated_since = last.next_updated_since
