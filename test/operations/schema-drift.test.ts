import { randomBytes } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import type { Drift } from '../../libraries/typed-sql/index.ts';
import { schemaDrift } from '../../platform/data/schema-drift.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';

const migrationsOf = new Map(services.map(({ name, migrations }) => [name, migrations]));

/** The schema drift of a service's migrated database after manual changes. */
async function driftAfter(service: string, ...changes: readonly string[]): Promise<Drift[]> {
  const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [service]);
  try {
    await withClient({ connectionString: databases.url(service) }, async (client) => {
      for (const change of changes) await client.query(change);
    });
    return await schemaDrift(databases.url(service), migrationsOf.get(service));
  } finally {
    await databases.drop();
  }
}

describe('a manual change is found, and its table is named', () => {
  /** One change of each kind. */
  const CHANGES: readonly (readonly [service: string, table: string, change: string])[] = [
    ['directory', 'users', 'ALTER TABLE users ADD COLUMN nickname text'],
    ['directory', 'users', 'ALTER TABLE users DROP COLUMN image'],
    ['directory', 'users', 'ALTER TABLE users RENAME COLUMN image TO picture'],
    ['directory', 'users', 'ALTER TABLE users ALTER COLUMN name TYPE varchar(100)'],
    ['directory', 'users', 'ALTER TABLE users ALTER COLUMN first_name SET NOT NULL'],
    ['directory', 'users', "ALTER TABLE users ALTER COLUMN name SET DEFAULT ''"],
    ['directory', 'institutions', 'ALTER TABLE institutions ALTER COLUMN revision DROP DEFAULT'],
    ['directory', 'institutions', 'ALTER TABLE institutions ALTER COLUMN default_lesson_unit_minutes TYPE real'],
    ['directory', 'users', 'ALTER TABLE users ALTER COLUMN created_at TYPE timestamptz(6)'],
    ['directory', 'users', 'ALTER TABLE users DROP CONSTRAINT users_email'],
    ['directory', 'users', 'ALTER TABLE users DROP CONSTRAINT users_code_with_key'],
    ['directory', 'users', 'DROP INDEX users_ref'],
    ['directory', 'users', 'CREATE INDEX users_by_nickname ON users (institution_id, name)'],
    ['directory', 'users', 'DROP INDEX users_ref; CREATE UNIQUE INDEX users_ref ON users (institution_id, ref)'],
    [
      'directory',
      'users',
      'DROP INDEX users_by_creation; CREATE INDEX users_by_creation ON users (institution_id, created_at, id)',
    ],
    ['directory', 'user_group_members', 'ALTER TABLE user_group_members DROP CONSTRAINT user_group_members_pkey'],
    ['directory', 'user_group_members', 'ALTER TABLE user_group_members DROP CONSTRAINT user_group_members_user'],
    ['directory', 'visits', 'CREATE TABLE visits (institution_id uuid PRIMARY KEY)'],
    ['directory', 'user_group_members', 'DROP TABLE user_group_members'],
    ['directory', 'outbox', 'ALTER TABLE outbox DROP COLUMN traceparent'],
    ['timetracking', 'time_records', 'ALTER TABLE time_records DROP CONSTRAINT time_records_no_overlap'],
    ['curricula', 'curriculum_items', 'ALTER TABLE curriculum_items DROP CONSTRAINT curriculum_items_parent'],
    ['directory', 'users', 'ALTER TABLE users ALTER COLUMN email_key TYPE text COLLATE "POSIX"'],
    ['directory', 'users', 'ALTER TABLE users ALTER COLUMN created_at TYPE timestamp(3)'],
    [
      'directory',
      'users',
      'ALTER TABLE users DROP CONSTRAINT users_email; CREATE UNIQUE INDEX users_email ON users (institution_id, email_key)',
    ],
    [
      'directory',
      'users',
      'ALTER TABLE users DROP CONSTRAINT users_email, ADD CONSTRAINT users_email UNIQUE NULLS NOT DISTINCT (institution_id, email_key)',
    ],
    [
      'directory',
      'courses',
      'DROP INDEX courses_by_code; CREATE INDEX courses_by_code ON courses (institution_id, code_key text_pattern_ops, created_at, id) WHERE code_key IS NOT NULL',
    ],
    [
      'directory',
      'courses',
      'DROP INDEX courses_by_code; CREATE INDEX courses_by_code ON courses (institution_id, lower(code_key), created_at, id) WHERE code_key IS NOT NULL',
    ],
    [
      'directory',
      'users',
      'ALTER TABLE users DROP CONSTRAINT users_code_with_key, ADD CONSTRAINT users_code_with_key CHECK ((code IS NULL) = (code_key IS NULL)) NOT VALID',
    ],
    [
      'curricula',
      'curriculum_items',
      'ALTER TABLE curriculum_items ALTER CONSTRAINT curriculum_items_parent NOT DEFERRABLE',
    ],
    ['directory', 'outbox', 'ALTER INDEX outbox_by_occurrence SET (fillfactor = 70)'],
    ['directory', 'audit_log', 'DROP TRIGGER audit_log_append_only ON audit_log'],
  ];

  it.each(CHANGES)('%s: %s: %s', async (service, table, change) => {
    const drift = await driftAfter(service, change);
    expect(drift.map((each) => each.table)).toContain(table);
    expect(drift.every(({ difference }) => difference !== '')).toBe(true);
  });
});
