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


VERSION = "4.3.0"
FORMAT = 1

KINDS: Tuple[Kind, ...] = (
    Kind("users", "user", False, 100),
    Kind("user_groups", "user_group", False, 10),
    Kind("courses", "course", False, 100),
    Kind("rooms", "room", False, 100),
    Kind("locations", "location", False, 100),
    Kind("curricula", "curriculum", False, 100),
    Kind("programs", "study_program", True, 100),
    Kind("appointments", "appointment", True, 100),
    Kind("logs", "time_tracking_log", False, 10),
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
    ("""PRAGMA user_version = 1""",),
    ("""CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS user_groups (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS courses (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS rooms (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS locations (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS curricula (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS programs (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS appointments (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""CREATE TABLE IF NOT EXISTS logs (id TEXT PRIMARY KEY, json TEXT NOT NULL, _walk INTEGER NOT NULL)""",),
    ("""ALTER TABLE users ADD COLUMN email AS (json_extract(json, '$.email')) VIRTUAL""",),
    ("""ALTER TABLE users ADD COLUMN name AS (json_extract(json, '$.name')) VIRTUAL""",),
    ("""ALTER TABLE users ADD COLUMN first_name AS (json_extract(json, '$.firstName')) VIRTUAL""",),
    ("""ALTER TABLE users ADD COLUMN last_name AS (json_extract(json, '$.lastName')) VIRTUAL""",),
    ("""ALTER TABLE users ADD COLUMN code AS (json_extract(json, '$.code')) VIRTUAL""",),
    ("""ALTER TABLE users ADD COLUMN is_archived AS (json_extract(json, '$.isArchived')) VIRTUAL""",),
    ("""ALTER TABLE users ADD COLUMN erased_at AS (json_extract(json, '$.erasedAt')) VIRTUAL""",),
    ("""ALTER TABLE users ADD COLUMN updated_at AS (json_extract(json, '$.updatedAt')) VIRTUAL""",),
    ("""ALTER TABLE user_groups ADD COLUMN name AS (json_extract(json, '$.name')) VIRTUAL""",),
    ("""ALTER TABLE user_groups ADD COLUMN member_count AS (json_extract(json, '$.memberCount')) VIRTUAL""",),
    ("""ALTER TABLE user_groups ADD COLUMN updated_at AS (json_extract(json, '$.updatedAt')) VIRTUAL""",),
    ("""ALTER TABLE courses ADD COLUMN layer_id AS (json_extract(json, '$.layerId')) VIRTUAL""",),
    ("""ALTER TABLE courses ADD COLUMN code AS (json_extract(json, '$.code')) VIRTUAL""",),
    ("""ALTER TABLE courses ADD COLUMN name AS (json_extract(json, '$.name')) VIRTUAL""",),
    ("""ALTER TABLE courses ADD COLUMN is_archived AS (json_extract(json, '$.isArchived')) VIRTUAL""",),
    ("""ALTER TABLE courses ADD COLUMN updated_at AS (json_extract(json, '$.updatedAt')) VIRTUAL""",),
    ("""ALTER TABLE rooms ADD COLUMN name AS (json_extract(json, '$.name')) VIRTUAL""",),
    ("""ALTER TABLE rooms ADD COLUMN location_id AS (json_extract(json, '$.locationId')) VIRTUAL""",),
    ("""ALTER TABLE rooms ADD COLUMN capacity AS (json_extract(json, '$.capacity')) VIRTUAL""",),
    ("""ALTER TABLE rooms ADD COLUMN is_archived AS (json_extract(json, '$.isArchived')) VIRTUAL""",),
    ("""ALTER TABLE rooms ADD COLUMN updated_at AS (json_extract(json, '$.updatedAt')) VIRTUAL""",),
    ("""ALTER TABLE locations ADD COLUMN name AS (json_extract(json, '$.name')) VIRTUAL""",),
    ("""ALTER TABLE locations ADD COLUMN address AS (json_extract(json, '$.address')) VIRTUAL""",),
    ("""ALTER TABLE curricula ADD COLUMN name AS (json_extract(json, '$.name')) VIRTUAL""",),
    ("""ALTER TABLE curricula ADD COLUMN code AS (json_extract(json, '$.code')) VIRTUAL""",),
    ("""ALTER TABLE curricula ADD COLUMN is_archived AS (json_extract(json, '$.isArchived')) VIRTUAL""",),
    ("""ALTER TABLE curricula ADD COLUMN updated_at AS (json_extract(json, '$.updatedAt')) VIRTUAL""",),
    ("""ALTER TABLE programs ADD COLUMN name AS (json_extract(json, '$.name')) VIRTUAL""",),
    ("""ALTER TABLE programs ADD COLUMN code AS (json_extract(json, '$.code')) VIRTUAL""",),
    ("""ALTER TABLE programs ADD COLUMN is_archived AS (json_extract(json, '$.isArchived')) VIRTUAL""",),
    ("""ALTER TABLE appointments ADD COLUMN title AS (json_extract(json, '$.title')) VIRTUAL""",),
    ("""ALTER TABLE appointments ADD COLUMN date_time AS (json_extract(json, '$.dateTime')) VIRTUAL""",),
    ("""ALTER TABLE appointments ADD COLUMN duration AS (json_extract(json, '$.duration')) VIRTUAL""",),
    ("""ALTER TABLE appointments ADD COLUMN is_online AS (json_extract(json, '$.isOnline')) VIRTUAL""",),
    ("""ALTER TABLE appointments ADD COLUMN room_id AS (json_extract(json, '$.roomId')) VIRTUAL""",),
    ("""ALTER TABLE appointments ADD COLUMN location AS (json_extract(json, '$.location')) VIRTUAL""",),
    ("""ALTER TABLE logs ADD COLUMN user_id AS (json_extract(json, '$.userId')) VIRTUAL""",),
    ("""ALTER TABLE logs ADD COLUMN start_time AS (json_extract(json, '$.startTime')) VIRTUAL""",),
    ("""ALTER TABLE logs ADD COLUMN end_time AS (json_extract(json, '$.endTime')) VIRTUAL""",),
    ("""ALTER TABLE logs ADD COLUMN worked_minutes AS (json_extract(json, '$.workedMinutes')) VIRTUAL""",),
    ("""ALTER TABLE logs ADD COLUMN pause_minutes AS (json_extract(json, '$.pauseMinutes')) VIRTUAL""",),
    ("""ALTER TABLE logs ADD COLUMN auto_closed AS (json_extract(json, '$.autoClosed')) VIRTUAL""",),
    ("""ALTER TABLE logs ADD COLUMN corrected_at AS (json_extract(json, '$.correctedAt')) VIRTUAL""",),
    ("""ALTER TABLE logs ADD COLUMN source AS (json_extract(json, '$.source')) VIRTUAL""",),
    ("""ALTER TABLE logs ADD COLUMN note AS (json_extract(json, '$.note')) VIRTUAL""",),
    ("""ALTER TABLE logs ADD COLUMN updated_at AS (json_extract(json, '$.updatedAt')) VIRTUAL""",),
    ("""CREATE INDEX IF NOT EXISTS logs_by_user ON logs (user_id, start_time)""",),
    ("""CREATE INDEX IF NOT EXISTS log_days_by_day ON log_days (day, user_id)""",),
    ("""CREATE INDEX IF NOT EXISTS appointments_by_time ON appointments (date_time)""",),
    ("""DROP VIEW IF EXISTS user_group_members""",),
    ("""CREATE VIEW user_group_members AS SELECT user_groups.id AS user_group_id, member.value AS user_id FROM user_groups, json_each(user_groups.json, '$.memberIds') AS member""",),
    ("""DROP VIEW IF EXISTS hours_by_day""",),
    ("""CREATE VIEW hours_by_day AS SELECT day, user_id, name, email, SUM(worked_ms) / 60000 AS worked_minutes, SUM(pause_ms) / 60000 AS pause_minutes,
      COUNT(*) AS logs, SUM(auto_closed) AS auto_closed
    FROM log_days LEFT JOIN users ON users.id = user_id GROUP BY day, user_id, name, email""",),
    ("""INSERT INTO _sync (name, value) VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value = excluded.value""", """schema""", """6237858468bd04ae7b79d380fe6493e125d64a489e005412eef811164899b05f""",),
)
"""Make an empty file a copy, each with its values. A column may be there already."""
