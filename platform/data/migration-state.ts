import { readdir } from 'node:fs/promises';
import type { Reader } from '../../libraries/pg-batch/index.ts';
import { boolean, sqlStatement, text } from '../../libraries/typed-sql/index.ts';
import { PLATFORM_MIGRATIONS } from './migrate.ts';

/** How many of the migrations that this build of a service needs are applied to its database. */
export interface MigrationState {
  readonly applied: number;
  readonly expected: number;
}

const NAMES = { parameters: {}, result: { name: text() } };
const PLATFORM_DONE = sqlStatement(null, 'migrations_platform', {
  ...NAMES,
  text: () => 'SELECT name::text FROM platform_migrations',
});
const OWN_DONE = sqlStatement(null, 'migrations_own', { ...NAMES, text: () => 'SELECT name::text FROM migrations' });

const TABLES = sqlStatement(null, 'migrations_tables', {
  parameters: {},
  result: { platform: boolean(), own: boolean() },
  text: () =>
    `SELECT to_regclass('platform_migrations') IS NOT NULL AS platform, to_regclass('migrations') IS NOT NULL AS own`,
});

/** The migrations of the platform and the service together. The database may be empty, or have more. */
export async function migrationState(db: Reader, migrations: URL | undefined): Promise<MigrationState> {
  const [tables] = await db.rows(TABLES, {});
  const [platform, own] = await Promise.all([
    stateOf(db, tables?.platform ? PLATFORM_DONE : null, PLATFORM_MIGRATIONS),
    migrations ? stateOf(db, tables?.own ? OWN_DONE : null, migrations) : NONE,
  ]);
  return { applied: platform.applied + own.applied, expected: platform.expected + own.expected };
}

const NONE: MigrationState = { applied: 0, expected: 0 };

/** @param statement null if no migration was ever applied */
async function stateOf(db: Reader, statement: typeof OWN_DONE | null, folder: URL): Promise<MigrationState> {
  const [files, rows] = await Promise.all([readdir(folder), statement ? db.rows(statement, {}) : []]);
  const done = new Set(rows.map(({ name }) => `${name}.sql`));
  const needed = files.filter((file) => file.endsWith('.sql'));
  return { applied: needed.filter((file) => done.has(file)).length, expected: needed.length };
}
