"""Reads the records of each kind from the API."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, cast

from ..answers import Page
from ..client import Lyceum
from ..errors import ProblemError
from ..gen.copy import Kind

Record = Dict[str, Any]

_PAGE = 100
# There are no earlier ones.
_FIRST_DAY = "1970-01-01"
# The longest that a list of logs may be of.
_PERIOD = timedelta(days=366)


class Stale(NamedTuple):
    """A record to read again."""

    id: str
    user_id: Optional[str]
    """Of a log: whose it is."""


class Records:
    """All records of an institution, as the API shows them."""

    def __init__(self, lyceum: Lyceum) -> None:
        self._lyceum = lyceum

    def walk(self, kind: Kind, cursor: Optional[str] = None) -> Iterator[Page[Record]]:
        """All records of a kind, in pages; after `cursor`, the `next_cursor` of a page."""
        if kind.name == "logs":
            return self._walk_logs(cursor or _FIRST_DAY)
        pages = getattr(self._lyceum, kind.name).list(limit=kind.at_once, cursor=cursor).pages()
        if kind.name == "user_groups":
            return (replace(page, items=self._with_members(page.items)) for page in pages)
        return cast("Iterator[Page[Record]]", pages)

    def read(self, kind: Kind, stale: Sequence[Stale]) -> List[Record]:
        """Those of the records that exist."""
        if kind.name == "logs":
            with ThreadPoolExecutor(kind.at_once) as pool:
                return [record for record in pool.map(self._log, stale) if record]
        found = getattr(self._lyceum, kind.name).by_ids([each.id for each in stale])
        return self._with_members(list(found)) if kind.name == "user_groups" else list(found)

    def _with_members(self, groups: Sequence[Record]) -> List[Record]:
        """User groups are kept with the ids of their members."""

        def complete(group: Record) -> Record:
            members = self._lyceum.user_groups.members.list(group["id"], limit=_PAGE, fields=["id"])
            return {**group, "memberIds": sorted(member["id"] for member in members)}

        with ThreadPoolExecutor() as pool:
            return list(pool.map(complete, groups))

    def _walk_logs(self, cursor: str) -> Iterator[Page[Record]]:
        """The finished time records. One that lies in two of the periods comes twice."""
        start, _, place = cursor.partition(" ")
        # A period more than now, because the clock of this machine may be wrong.
        end = (datetime.now(timezone.utc) + _PERIOD).date().isoformat()
        while start < end:
            following = (datetime.fromisoformat(start) + _PERIOD).date().isoformat()
            found = self._lyceum.time_tracking.member_logs.list(from_=start, to=following, limit=_PAGE, cursor=place or None)
            for page in cast("Iterator[Page[Record]]", found.pages()):
                finished = [log for log in page.items if log["endTime"] is not None]
                rest = f"{start} {page.next_cursor}" if page.has_more else following
                yield Page(finished, True, rest, page.request_id)
            start, place = following, ""
        yield Page([], False, None, "")

    def _log(self, stale: Stale) -> Optional[Record]:
        if stale.user_id is None:
            return None
        try:
            return cast(Record, self._lyceum.time_tracking.logs.get(stale.id, user_id=stale.user_id).data)
        except ProblemError as error:
            if error.code != "resource_not_found":
                raise
            return None
