"""Keeps a copy up to date."""

from __future__ import annotations

import json
import re
from typing import Callable, Set
from urllib.parse import parse_qs, urlsplit

from ..client import Lyceum
from ..errors import ForbiddenError, ProblemError
from ..gen.copy import KINDS, VERSION, Kind
from ..gen.models import Event, Integration
from . import Failure
from .copy import Copy, ListState
from .local_days import LocalDays
from .records import Records

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
            raise Failure("This copy is of another institution. Take another place.")
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
        walk, cursor, is_done = self._copy.list(kind)
        if is_done or kind.name in self._refused:
            return
        count = 0
        try:
            for page in self._records.walk(kind, cursor):
                with self._copy.transaction():
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
        copy = self._copy
        for stale in iter(lambda: copy.stale(kind), []):
            try:
                read = self._records.read(kind, stale)
            except ForbiddenError:
                read = None
            with copy.transaction():
                if kind.name == "rooms":
                    # A location shows how many rooms it has, which is no change of its own.
                    rooms = [*(json.loads(copy.json(kind, id) or "{}") for id, _ in stale), *(read or ())]
                    for id in {room.get("locationId") for room in rooms} - {None}:
                        copy.add_stale("locations", id)
                copy.keep(kind, read or (), copy.list(kind).walk)
                if read is None:
                    # What may not be read now is all read again once it may.
                    copy.walk_again(kind)
                else:
                    for id in {id for id, _ in stale} - {record["id"] for record in read}:
                        copy.remove(kind, id)
                copy.drop_stale(kind, stale)
            self._progress(f"{kind.name}: {len(stale)} read again")

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
        url = urlsplit(resource.get("path") or "")
        # A version of a program is shown by its program.
        version = re.match("/api/v4/continuing-education/([^/]+)/versions/", url.path)
        type, id = ("study_program", version[1]) if version else (resource["type"], resource["id"])
        for kind in KINDS:
            if kind.resource == type:
                self._copy.add_stale(kind.name, id, *parse_qs(url.query).get("userId", ()))

    def _keep_time_zone(self, integration: Integration) -> None:
        time_zone = integration["institution"]["timeZone"]
        if self._copy.setting("timeZone") == time_zone:
            return
        # Fails now if this machine does not know it, not at the first log.
        LocalDays(time_zone)
        self._copy.set("timeZone", time_zone)
        for kind in KINDS:
            if kind.name == "logs":
                self._copy.walk_again(kind)
