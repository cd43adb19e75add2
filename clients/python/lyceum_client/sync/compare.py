"""Compares a list of the API with the copy, whole records."""

from __future__ import annotations

import json
import time
from typing import Callable, Iterator, NamedTuple, Optional, Tuple, cast

from ..gen.copy import Kind
from .copy import Copy
from .records import Record, Records, Stale

# Eight seconds in all.
_ROUNDS = 5
_FIRST_PAUSE_SECONDS = 0.25


class Difference(NamedTuple):
    """A record of which the copy has something else than the API."""

    id: str
    user_id: Optional[str]
    why: str


class Comparison:
    """
    What a list of the API has, and what differs. It is kept in a table of this connection, so that all of a large list
    may differ.
    """

    def __init__(self, kind: Kind, records: Records, copy: Copy) -> None:
        self._kind, self._records, self._copy = kind, records, copy

    def run(self, again: Callable[[], None]) -> Tuple[int, int]:
        """
        What differs is compared again after `again`, which lets the copy take what has happened, because others may write
        meanwhile, and lists show a change before the feed does. Returns how many records the API has, and how many differ.
        """
        for sql in (
            "CREATE TEMP TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY)",
            "CREATE TEMP TABLE IF NOT EXISTS differing (id TEXT PRIMARY KEY, user_id TEXT, why TEXT)",
            "DELETE FROM seen",
            "DELETE FROM differing",
        ):
            self._copy.run(sql)
        for page in self._records.walk(self._kind):
            for record in page.items:
                self._copy.run("INSERT OR IGNORE INTO seen VALUES (?)", record["id"])
                self._judge(record["id"], record)
        for (id,) in self._copy.run(f"SELECT id FROM {self._kind.name} WHERE id NOT IN (SELECT id FROM seen)"):
            self._judge(id, None)
        for number in range(_ROUNDS):
            if next(self.differences(), None) is None:
                break
            time.sleep(_FIRST_PAUSE_SECONDS * 2**number)
            again()
            self._judge_again()
        counts = self._copy.run("SELECT (SELECT COUNT(*) FROM seen), (SELECT COUNT(*) FROM differing)")
        return cast("Tuple[int, int]", counts.fetchone())

    def differences(self, after: str = "", limit: int = -1) -> Iterator[Difference]:
        """Those whose ids come after one, in the order of the ids."""
        sql = "SELECT * FROM differing WHERE id > ? ORDER BY id LIMIT ?"
        return (Difference(*row) for row in self._copy.run(sql, after, limit))

    def _judge_again(self) -> None:
        last = ""
        while True:
            some = [Stale(id, user_id) for id, user_id, _ in self.differences(last, self._kind.at_once)]
            if not some:
                return
            last = some[-1].id
            found = {record["id"]: record for record in self._records.read(self._kind, some)}
            for id, _ in some:
                self._judge(id, found.get(id))

    def _judge(self, id: str, record: Optional[Record]) -> None:
        text = self._copy.json(self._kind, id)
        copied = None if text is None else json.loads(text)
        # As text, because to Python true equals 1.
        if json.dumps(copied, sort_keys=True) == json.dumps(record, sort_keys=True):
            self._copy.run("DELETE FROM differing WHERE id = ?", id)
            return
        why = "not in the copy" if copied is None else "only in the copy" if record is None else "other in the copy"
        user_id = (record or copied or {}).get("userId")
        self._copy.run("REPLACE INTO differing VALUES (?, ?, ?)", id, user_id, why)
