"""The local days of a time zone, of 23 to 25 hours among them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Iterator, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from . import Failure

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class DayPart(NamedTuple):
    """A part of a time that lies in one local day."""

    day: str
    """`2026-10-05`."""
    length: int
    """In milliseconds."""


class LocalDays:
    """Splits times at the midnights of a time zone (IANA). Raises a Failure if this machine does not know it."""

    def __init__(self, time_zone: str) -> None:
        try:
            self._zone = ZoneInfo(time_zone)
        except ZoneInfoNotFoundError:
            raise Failure(f"This machine has no data of the time zone {time_zone}: pip install tzdata") from None

    def split(self, start: int, end: int) -> Iterator[DayPart]:
        """Both are epoch milliseconds; nothing if `start` is not before `end`."""
        while start < end:
            day = self._day_of(start)
            following = self._end_of(day, start, end)
            yield DayPart(day, following - start)
            start = following

    def _end_of(self, day: str, start: int, end: int) -> int:
        """The first instant after `start` that is no more of its day, or `end`."""
        if self._day_of(end - 1) == day:
            return end
        inside, outside = start, end - 1
        while outside - inside > 1:
            middle = (inside + outside) // 2
            if self._day_of(middle) == day:
                inside = middle
            else:
                outside = middle
        return outside

    def _day_of(self, instant: int) -> str:
        return (_EPOCH + timedelta(milliseconds=instant)).astimezone(self._zone).date().isoformat()


def epoch_ms(text: str) -> int:
    """An instant of the API in epoch milliseconds."""
    return (datetime.fromisoformat(text.replace("Z", "+00:00")) - _EPOCH) // timedelta(milliseconds=1)
