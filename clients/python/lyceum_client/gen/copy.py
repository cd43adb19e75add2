"""Made by `npm run client:generate` from clients/cli/sync."""

from __future__ import annotations

from typing import NamedTuple, Tuple


class Kind(NamedTuple):
    """Records of one kind: a table of the copy."""

    name: str
    resource: str
    """Of the events about them."""
    properties: Tuple[str, ...]
    """What has a column of its own beside the whole record."""
    embeds: bool
    """Whether records show names and more of others, which change with these and not by an event of their own."""
    at_once: int
    """How many records to read again at once."""


VERSION = "4.3.0"

FORMAT = 1
OWN = """
  CREATE TABLE IF NOT EXISTS _sync (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS _lists (name TEXT PRIMARY KEY, walk INTEGER NOT NULL, cursor TEXT, is_done INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS _stale (list TEXT, id TEXT, user_id TEXT, PRIMARY KEY (list, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS _embedded (of TEXT, list TEXT, id TEXT, PRIMARY KEY (of, list, id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS _embedded_in ON _embedded (list, id);
  CREATE TABLE IF NOT EXISTS log_days (
    log_id TEXT, day TEXT, user_id TEXT NOT NULL, worked_ms INTEGER NOT NULL, pause_ms INTEGER NOT NULL,
    auto_closed INTEGER NOT NULL, PRIMARY KEY (log_id, day)
  ) WITHOUT ROWID"""
INDEXES = """
  CREATE INDEX IF NOT EXISTS logs_by_user ON logs (user_id, start_time);
  CREATE INDEX IF NOT EXISTS log_days_by_day ON log_days (day, user_id);
  CREATE INDEX IF NOT EXISTS appointments_by_time ON appointments (date_time)"""
VIEWS = """
  DROP VIEW IF EXISTS user_group_members;
  CREATE VIEW user_group_members AS
    SELECT user_groups.id AS user_group_id, member.value AS user_id
    FROM user_groups, json_each(user_groups.json, '$.memberIds') AS member;
  DROP VIEW IF EXISTS hours_by_day;
  CREATE VIEW hours_by_day AS
    SELECT day, user_id, name, email, SUM(worked_ms) / 60000 AS worked_minutes, SUM(pause_ms) / 60000 AS pause_minutes,
      COUNT(*) AS logs, SUM(auto_closed) AS auto_closed
    FROM log_days LEFT JOIN users ON users.id = user_id GROUP BY day, user_id"""

KINDS = (
    Kind("users", "user", ("email", "name", "firstName", "lastName", "code", "isArchived", "erasedAt", "updatedAt",), False, 100),
    Kind("user_groups", "user_group", ("name", "memberCount", "updatedAt",), False, 10),
    Kind("courses", "course", ("layerId", "code", "name", "isArchived", "updatedAt",), False, 100),
    Kind("rooms", "room", ("name", "locationId", "capacity", "isArchived", "updatedAt",), False, 100),
    Kind("locations", "location", ("name", "address",), False, 100),
    Kind("curricula", "curriculum", ("name", "code", "isArchived", "updatedAt",), False, 100),
    Kind("programs", "study_program", ("name", "code", "isArchived",), True, 100),
    Kind("appointments", "appointment", ("title", "dateTime", "duration", "isOnline", "roomId", "location",), True, 100),
    Kind("logs", "time_tracking_log", ("userId", "startTime", "endTime", "workedMinutes", "pauseMinutes", "autoClosed", "correctedAt", "source", "note", "updatedAt",), False, 10),
)
