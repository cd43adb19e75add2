"""A copy in SQLite."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from contextlib import contextmanager
from typing import Dict, Iterable, Iterator, List, NamedTuple, Optional

from ..gen.copy import FORMAT, STATEMENTS, Kind
from . import Failure
from .local_days import LocalDays, epoch_ms
from .records import Record, Stale

_READERS_SECONDS = 5
_ID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class ListState(NamedTuple):
    """How far the walk through a list has come."""

    walk: int
    """The number of the walk; each row has that of the walk which saw it last."""
    cursor: Optional[str]
    is_done: int


class Copy:
    """
    Every change of a copy happens in a `transaction`, together with what says how far the copy has come: after a crash
    the two agree. Only its owner may read the file.
    """

    def __init__(self, path: str) -> None:
        """Raises a Failure if this Python's SQLite is too old."""
        try:
            sqlite3.connect(":memory:").execute("SELECT json_extract('{}', '$') FROM pragma_table_xinfo('a')")
        except sqlite3.OperationalError:
            raise Failure(
                f"A copy needs SQLite 3.26 or later with JSON. This Python has {sqlite3.sqlite_version}."
            ) from None
        for each in (path, f"{path}-lock"):
            os.close(os.open(each, os.O_WRONLY | os.O_CREAT, 0o600))
        self._database = sqlite3.connect(path, timeout=_READERS_SECONDS, isolation_level=None)
        # What is erased is overwritten. Others read while this process writes.
        for pragma in ("journal_mode = WAL", "secure_delete = ON"):
            self._database.execute(f"PRAGMA {pragma}")
        # A database of its own, because a lock on the copy's would keep readers out. It ends with the process, however.
        self._lock = sqlite3.connect(f"{path}-lock", timeout=0, isolation_level=None)
        self.is_kept = False
        """Whether another process keeps the copy: then this one only reads it."""
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            self.is_kept = True

    def close(self) -> None:
        self._database.close()
        self._lock.close()

    def prepare(self) -> None:
        """
        Makes the tables, and the columns that those of an earlier release lack. Raises a Failure for a copy of another
        format, and for tables that are none of a copy.
        """
        sql = "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_xinfo(m.name) AS c WHERE m.type = 'table'"
        present = {*self.run(sql)}
        if present and ("_sync", "name") not in present:
            raise Failure("There are tables of something else. Take another place.")
        format = self.run("PRAGMA user_version").fetchone()[0]
        if format > FORMAT:
            raise Failure("A later release has made this copy. Take that release, or another place.")
        if present and format < FORMAT:
            raise Failure("An earlier release has made this copy, in another form. Remove it: it is made anew.")
        with self.transaction():
            for statement, *values in STATEMENTS:
                added = re.match(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", statement)
                if not added or added.groups() not in present:
                    self.run(statement, *values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        finally:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")

    def run(self, sql: str, *values: object) -> sqlite3.Cursor:
        return self._database.execute(sql, values)

    def forget(self) -> None:
        """Leaves nothing of what was changed or deleted in the log of the database."""
        self.run("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def setting(self, name: str) -> Optional[str]:
        for (value,) in self.run("SELECT value FROM _sync WHERE name = ?", name):
            return str(value)
        return None

    def set(self, name: str, value: str) -> None:
        self.run("REPLACE INTO _sync VALUES (?, ?)", name, value)

    def list(self, kind: Kind) -> ListState:
        found = self.run("SELECT walk, cursor, is_done FROM _lists WHERE name = ?", kind.name).fetchone()
        return ListState(*found or (1, None, 0))

    def set_list(self, kind: Kind, state: ListState) -> None:
        """Notes how far a walk has come. At its end, what it has not seen is no more."""
        self.run("REPLACE INTO _lists VALUES (?, ?, ?, ?)", kind.name, *state)
        if state.is_done:
            self._remove(kind, f"SELECT id FROM {kind.name} WHERE _walk < ?", state.walk)

    def walk_again(self, kind: Kind) -> None:
        """Has a list walked through again, from its beginning."""
        self.set_list(kind, ListState(self.list(kind).walk + 1, None, 0))

    def json(self, kind: Kind, id: str) -> Optional[str]:
        for (text,) in self.run(f"SELECT json FROM {kind.name} WHERE id = ?", id):
            return str(text)
        return None

    def keep(self, kind: Kind, records: Iterable[Record], walk: int) -> None:
        """Keeps records as they are now."""
        institution, days = self.setting("institution"), LocalDays(self.setting("timeZone") or "UTC")
        for record in records:
            id, text = record["id"], json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            self.run(
                f"INSERT INTO {kind.name} (id, json, _walk) VALUES (?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET json = excluded.json, _walk = excluded._walk",
                *(id, text, walk),
            )
            self.run(kind.fill, id)
            if kind.name == "logs":
                self._keep_days(record, days)
            if kind.embeds:
                self.run("DELETE FROM _embedded WHERE list = ? AND id = ?", kind.name, id)
                for of in {*_ID.findall(text)} - {id, institution}:
                    self.run("INSERT INTO _embedded VALUES (?, ?, ?)", of, kind.name, id)

    def remove(self, kind: Kind, id: str) -> None:
        self._remove(kind, "SELECT ?", id)

    def _remove(self, kind: Kind, ids: str, value: object) -> None:
        if kind.name == "logs":
            self.run(f"DELETE FROM log_days WHERE log_id IN ({ids})", value)
        if kind.embeds:
            self.run(f"DELETE FROM _embedded WHERE list = '{kind.name}' AND id IN ({ids})", value)
        self.run(f"DELETE FROM {kind.name} WHERE id IN ({ids})", value)

    def add_stale(self, list: str, id: str, user_id: Optional[str] = None) -> None:
        """Has a record read again, and those that show something of it."""
        self.run("REPLACE INTO _stale VALUES (?, ?, ?)", list, id, user_id)
        self.run("INSERT OR IGNORE INTO _stale SELECT list, id, NULL FROM _embedded WHERE of = ?", id)

    def stale(self, kind: Kind) -> List[Stale]:
        """Some of the records to read again."""
        return [
            Stale(*row) for row in self.run("SELECT id, user_id FROM _stale WHERE list = ? LIMIT ?", kind.name, kind.at_once)
        ]

    def drop_stale(self, kind: Kind, stale: Iterable[Stale]) -> None:
        """Lets go of records to read again."""
        for id, _ in stale:
            self.run("DELETE FROM _stale WHERE list = ? AND id = ?", kind.name, id)

    def _keep_days(self, log: Record, days: LocalDays) -> None:
        kept: Dict[str, List[int]] = {}

        def add(time: Record, is_pause: bool) -> None:
            for day, length in days.split(epoch_ms(time["startTime"]), epoch_ms(time["endTime"] or time["startTime"])):
                worked, pause = kept.get(day, [0, 0])
                kept[day] = [worked - length, pause + length] if is_pause else [worked + length, pause]

        add(log, False)
        for each in log["pauses"]:
            add(each, True)
        self.run("DELETE FROM log_days WHERE log_id = ?", log["id"])
        for day, sums in kept.items():
            self.run(
                "INSERT INTO log_days VALUES (?, ?, ?, ?, ?, ?)", log["id"], day, log["userId"], *sums, log["autoClosed"]
            )
