"""Keeps a copy up to date."""

from __future__ import annotations

import json
from typing import Callable, Optional, Set
from urllib.parse import parse_qs, urlsplit

from ..client import Lyceum
from ..errors import ForbiddenError, ProblemError
from ..gen.copy import KINDS, VERSION, Kind
from ..gen.models import Event, Integration
from . import Failure
from .copy import Copy, ListState
from .local_days import LocalDays
from .records import Record, Records

_RELEASE = VERSION.rpartition(".")[0]


class Sync:
    """
    The place in the feed first, then all lists, then what events name. Wherever it ends, the next one goes on from there.

    What is to be read again is stored with the place in the feed, and let go of with the records. So the copy is never
    behind its place, and a record that cannot be read now is read later.
    """

    def __init__(self, lyceum: Lyceum, copy: Copy, note: Callable[[str], None], progress: Callable[[str], None]) -> None:
        self._lyceum, self._copy, self._note, self._progress = lyceum, copy, note, progress
        self._records = Records(lyceum)
        self._refused: Set[str] = set()
        """Lists that the integration may not read now."""

    def begin(self) -> None:
        """Connects a new copy with the institution, or finds that it is this one's. Raises a Failure if it is not."""
        integration = self._lyceum.integration.get().data
        institution = integration["institution"]["id"]
        if self._copy.setting("institution") not in (None, institution):
            raise Failure("This copy is of another institution. Take another file.")
        with self._copy.transaction():
            self._copy.set("institution", institution)
            self._keep_time_zone(integration)
            # Records of another release may lack properties.
            if self._copy.setting("release") != _RELEASE:
                for kind in KINDS:
                    self._copy.walk_again(kind)
            self._copy.set("release", _RELEASE)
        if self._copy.setting("feed") is None:
            self._begin_anew()

    def catch_up(self) -> None:
        """Takes all that has happened."""
        while True:
            for kind in KINDS:
                self._walk(kind)
            for kind in KINDS:
                self._read_stale(kind)
            if not self._take_events():
                return self._copy.forget()

    def _begin_anew(self) -> None:
        """Takes the end of the feed as the place to go on from, and all lists from their beginning."""
        page = next(self._lyceum.events.list(position="latest", limit=1).pages())
        with self._copy.transaction():
            self._copy.set("feed", page.next_cursor or "")
            for kind in KINDS:
                self._copy.walk_again(kind)

    def _walk(self, kind: Kind) -> None:
        if self._copy.list(kind).is_done or kind.name in self._refused:
            return
        count = 0
        try:
            for page in self._records.walk(kind, self._copy.list(kind).cursor):
                with self._copy.transaction():
                    walk = self._copy.list(kind).walk
                    self._copy.keep(kind, page.items, walk)
                    self._copy.set_list(kind, ListState(walk, page.next_cursor, int(not page.has_more)))
                count += len(page.items)
                self._progress(f"{kind.name}: {count}")
            self._note(f"{kind.name}: {count}")
        except ForbiddenError as error:
            self._refused.add(kind.name)
            self._note(f"{kind.name} are not copied: {error.detail}")
        except ProblemError as error:
            if error.code != "invalid_cursor" or self._copy.list(kind).cursor is None:
                raise
            with self._copy.transaction():
                self._copy.walk_again(kind)
            self._walk(kind)

    def _read_stale(self, kind: Kind) -> None:
        while True:
            stale = self._copy.stale(kind)
            if not stale:
                return
            try:
                read, is_refused = self._records.read(kind, stale), False
            except ForbiddenError:
                read, is_refused = [], True
            found = {record["id"]: record for record in read}
            with self._copy.transaction():
                for id, _ in stale:
                    record = found.get(id)
                    if kind.name == "rooms":
                        self._stale_location(self._copy.json(kind, id), record)
                    if record:
                        self._copy.keep(kind, [record], self._copy.list(kind).walk)
                    elif not is_refused:
                        self._copy.remove(kind, id)
                    self._copy.run("DELETE FROM _stale WHERE list = ? AND id = ?", kind.name, id)
                # What may not be read now is all read again once it may.
                if is_refused:
                    self._copy.walk_again(kind)
            self._progress(f"{kind.name}: {len(stale)} read again")

    def _stale_location(self, before: Optional[str], after: Optional[Record]) -> None:
        """A location shows how many rooms it has, which is no change of its own."""
        for room in (json.loads(before or "{}"), after or {}):
            if room.get("locationId"):
                self._copy.add_stale("locations", room["locationId"])

    def _take_events(self) -> bool:
        """Takes a page of the feed. Returns whether it had anything."""
        try:
            page = next(self._lyceum.events.list(cursor=self._copy.setting("feed"), limit=100).pages())
        except ProblemError as error:
            if error.code != "invalid_cursor":
                raise
            self._note("The feed does not go back as far as this copy: all lists are read again.")
            self._begin_anew()
            return True
        is_set = any(event["type"] == "settings.updated" for event in page.items)
        integration = self._lyceum.integration.get().data if is_set else None
        with self._copy.transaction():
            for event in page.items:
                self._take(event)
            if integration:
                self._keep_time_zone(integration)
            self._copy.set("feed", page.next_cursor or "")
        if is_set:
            self._refused.clear()
        return len(page.items) > 0

    def _take(self, event: Event) -> None:
        resource = event["resource"]
        url = urlsplit(resource["path"] or "")
        segments = url.path.split("/")
        # A version of a program is shown by its program.
        is_version = segments[3:4] == ["continuing-education"] and segments[5:6] == ["versions"]
        type, id = ("study_program", segments[4]) if is_version else (resource["type"], resource["id"])
        for kind in KINDS:
            if kind.resource == type:
                self._copy.add_stale(kind.name, id, parse_qs(url.query).get("userId", [None])[0])

    def _keep_time_zone(self, integration: Integration) -> None:
        time_zone = integration["institution"]["timeZone"]
        if self._copy.setting("timeZone") == time_zone:
            return
        LocalDays(time_zone)  # fails now, not at the first log
        self._copy.set("timeZone", time_zone)
        for kind in KINDS:
            if kind.name == "logs":
                self._copy.walk_again(kind)
