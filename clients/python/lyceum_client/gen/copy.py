"""Made by `npm run client:generate` from clients/cli/sync."""

from __future__ import annotations

from typing import NamedTuple, Tuple


class Kind(NamedTuple):
    """Records of one kind: a table of the copy."""

    name: str
    resource: str
    """Of the events about them."""
    embeds: bool
    """Whether records show names and more of others, which change with these and not by an event of their own."""
    at_once: int
    """How many records to read again at once."""
    fill: str
    """Sets the columns of a record."""


VERSION = "4.3.0"
FORMAT = 2

KINDS: Tuple[Kind, ...] = (
    Kind("users", "user", False, 100, """UPDATE users SET email = json_extract(json, '$.email'),name = json_extract(json, '$.name'),first_name = json_extract(json, '$.firstName'),last_name = json_extract(json, '$.lastName'),code = json_extract(json, '$.code'),is_archived = json_extract(json, '$.isArchived'),erased_at = json_extract(json, '$.erasedAt'),updated_at = json_extract(json, '$.updatedAt') WHERE id = ?"""),
    Kind("user_groups", "user_group", False, 10, """UPDATE user_groups SET name = json_extract(json, '$.name'),member_count = json_extract(json, '$.memberCount'),updated_at = json_extract(json, '$.updatedAt') WHERE id = ?"""),
    Kind("courses", "course", False, 100, """UPDATE courses SET layer_id = json_extract(json, '$.layerId'),code = json_extract(json, '$.code'),name = json_extract(json, '$.name'),is_archived = json_extract(json, '$.isArchived'),updated_at = json_extract(json, '$.updatedAt') WHERE id = ?"""),
    Kind("rooms", "room", False, 100, """UPDATE rooms SET name = json_extract(json, '$.name'),location_id = json_extract(json, '$.locationId'),capacity = json_extract(json, '$.capacity'),is_archived = json_extract(json, '$.isArchived'),updated_at = json_extract(json, '$.updatedAt') WHERE id = ?"""),
    Kind("locations", "location", False, 100, """UPDATE locations SET name = json_extract(json, '$.name'),address = json_extract(json, '$.address') WHERE id = ?"""),
    Kind("curricula", "curriculum", False, 100, """UPDATE curricula SET name = json_extract(json, '$.name'),code = json_extract(json, '$.code'),is_archived = json_extract(json, '$.isArchived'),updated_at = json_extract(json, '$.updatedAt') WHERE id = ?"""),
    Kind("programs", "study_program", True, 100, """UPDATE programs SET name = json_extract(json, '$.name'),code = json_extract(json, '$.code'),is_archived = json_extract(json, '$.isArchived') WHERE id = ?"""),
    Kind("appointments", "appointment", True, 100, """UPDATE appointments SET title = json_extract(json, '$.title'),date_time = json_extract(json, '$.dateTime'),duration = json_extract(json, '$.duration'),is_online = json_extract(json, '$.isOnline'),room_id = json_extract(json, '$.roomId'),location = json_extract(json, '$.location') WHERE id = ?"""),
    Kind("logs", "time_tracking_log", False, 10, """UPDATE logs SET user_id = json_extract(json, '$.userId'),start_time = json_extract(json, '$.startTime'),end_time = json_extract(json, '$.endTime'),worked_minutes = json_extract(json, '$.workedMinutes'),pause_minutes = json_extract(json, '$.pauseMinutes'),auto_closed = json_extract(json, '$.autoClosed'),corrected_at = json_extract(json, '$.correctedAt'),source = json_extract(json, '$.source'),note = json_extract(json, '$.note'),updated_at = json_extract(json, '$.updatedAt') WHERE id = ?"""),
)

STATEMENTS: Tuple[Tuple[str, ...], ...] = (
    ("""CREATE TABLE IF NOT EXISTS _sync (name TEXT PRIMARY KEY, value TEXT NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS _lists (
    name TEXT PRIMARY KEY, walk INTEGER NOT NULL, cursor TEXT, is_done INTEGER NOT NULL
  )""",),
    ("""CREATE TABLE IF NOT EXISTS _stale (list TEXT, id TEXT, user_id TEXT, PRIMARY KEY (list, id)) WITHOUT ROWID""",),
    ("""CREATE TABLE IF NOT EXISTS _embedded (of TEXT, list TEXT, id TEXT, PRIMARY KEY (of, list, id)) WITHOUT ROWID""",),
    ("""CREATE INDEX IF NOT EXISTS _embedded_in ON _embedded (list, id)""",),
    ("""CREATE TABLE IF NOT EXISTS log_days (
    log_id TEXT, day TEXT, user_id TEXT NOT NULL, worked_ms INTEGER NOT NULL, pause_ms INTEGER NOT NULL,
    auto_closed INTEGER NOT NULL, PRIMARY KEY (log_id, day)
  ) WITHOUT ROWID""",),
    ("""PRAGMA user_version = 2""",),
    ("""CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS user_groups (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS courses (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS rooms (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS locations (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS curricula (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS programs (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS appointments (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS logs (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""ALTER TABLE users ADD COLUMN email TEXT""",),
    ("""ALTER TABLE users ADD COLUMN name TEXT""",),
    ("""ALTER TABLE users ADD COLUMN first_name TEXT""",),
    ("""ALTER TABLE users ADD COLUMN last_name TEXT""",),
    ("""ALTER TABLE users ADD COLUMN code TEXT""",),
    ("""ALTER TABLE users ADD COLUMN is_archived INTEGER""",),
    ("""ALTER TABLE users ADD COLUMN erased_at TEXT""",),
    ("""ALTER TABLE users ADD COLUMN updated_at TEXT""",),
    ("""ALTER TABLE user_groups ADD COLUMN name TEXT""",),
    ("""ALTER TABLE user_groups ADD COLUMN member_count INTEGER""",),
    ("""ALTER TABLE user_groups ADD COLUMN updated_at TEXT""",),
    ("""ALTER TABLE courses ADD COLUMN layer_id TEXT""",),
    ("""ALTER TABLE courses ADD COLUMN code TEXT""",),
    ("""ALTER TABLE courses ADD COLUMN name TEXT""",),
    ("""ALTER TABLE courses ADD COLUMN is_archived INTEGER""",),
    ("""ALTER TABLE courses ADD COLUMN updated_at TEXT""",),
    ("""ALTER TABLE rooms ADD COLUMN name TEXT""",),
    ("""ALTER TABLE rooms ADD COLUMN location_id TEXT""",),
    ("""ALTER TABLE rooms ADD COLUMN capacity INTEGER""",),
    ("""ALTER TABLE rooms ADD COLUMN is_archived INTEGER""",),
    ("""ALTER TABLE rooms ADD COLUMN updated_at TEXT""",),
    ("""ALTER TABLE locations ADD COLUMN name TEXT""",),
    ("""ALTER TABLE locations ADD COLUMN address TEXT""",),
    ("""ALTER TABLE curricula ADD COLUMN name TEXT""",),
    ("""ALTER TABLE curricula ADD COLUMN code TEXT""",),
    ("""ALTER TABLE curricula ADD COLUMN is_archived INTEGER""",),
    ("""ALTER TABLE curricula ADD COLUMN updated_at TEXT""",),
    ("""ALTER TABLE programs ADD COLUMN name TEXT""",),
    ("""ALTER TABLE programs ADD COLUMN code TEXT""",),
    ("""ALTER TABLE programs ADD COLUMN is_archived INTEGER""",),
    ("""ALTER TABLE appointments ADD COLUMN title TEXT""",),
    ("""ALTER TABLE appointments ADD COLUMN date_time TEXT""",),
    ("""ALTER TABLE appointments ADD COLUMN duration INTEGER""",),
    ("""ALTER TABLE appointments ADD COLUMN is_online INTEGER""",),
    ("""ALTER TABLE appointments ADD COLUMN room_id TEXT""",),
    ("""ALTER TABLE appointments ADD COLUMN location TEXT""",),
    ("""ALTER TABLE logs ADD COLUMN user_id TEXT""",),
    ("""ALTER TABLE logs ADD COLUMN start_time TEXT""",),
    ("""ALTER TABLE logs ADD COLUMN end_time TEXT""",),
    ("""ALTER TABLE logs ADD COLUMN worked_minutes INTEGER""",),
    ("""ALTER TABLE logs ADD COLUMN pause_minutes INTEGER""",),
    ("""ALTER TABLE logs ADD COLUMN auto_closed INTEGER""",),
    ("""ALTER TABLE logs ADD COLUMN corrected_at TEXT""",),
    ("""ALTER TABLE logs ADD COLUMN source TEXT""",),
    ("""ALTER TABLE logs ADD COLUMN note TEXT""",),
    ("""ALTER TABLE logs ADD COLUMN updated_at TEXT""",),
    ("""CREATE INDEX IF NOT EXISTS logs_by_user ON logs (user_id, start_time)""",),
    ("""CREATE INDEX IF NOT EXISTS log_days_by_day ON log_days (day, user_id)""",),
    ("""CREATE INDEX IF NOT EXISTS appointments_by_time ON appointments (date_time)""",),
    ("""DROP VIEW IF EXISTS user_group_members""",),
    ("""CREATE VIEW user_group_members AS SELECT user_groups.id AS user_group_id, CAST(member.value AS TEXT) AS user_id FROM user_groups, json_each(user_groups.json, '$.memberIds') AS member""",),
    ("""DROP VIEW IF EXISTS hours_by_day""",),
    ("""CREATE VIEW hours_by_day AS SELECT day, user_id, name, email, CAST(SUM(worked_ms) / 60000 AS INTEGER) AS worked_minutes,
      CAST(SUM(pause_ms) / 60000 AS INTEGER) AS pause_minutes, CAST(COUNT(*) AS INTEGER) AS logs,
      CAST(SUM(auto_closed) AS INTEGER) AS auto_closed
    FROM log_days LEFT JOIN users ON users.id = user_id GROUP BY day, user_id, name, email""",),
    ("""INSERT INTO _sync (name, value) VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value = excluded.value""", """schema""", """0feb14560d57fb6dc2efd12533ec07a1b11dc1875c802e080f2cf2b5caec7722""",),
)
"""Make an empty file a copy, each with its values. A column may be there already."""
