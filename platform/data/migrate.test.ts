import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { probe } from '../../test/support/probe/probe.ts';
import { silentLogger } from '../observability/log.ts';
import { migrate } from './migrate.ts';

const urlOf = (database: string) => inject('databaseServer').replace(/\{database\}|%7Bdatabase%7D/, database);

async function run<Row extends object>(database: string, text: string): Promise<Row[]> {
  const { rows } = await withClient({ connectionString: urlOf(database) }, (client) => client.query<Row>(text));
  return rows;
}

let database: string;
let folder: string;
beforeEach(async () => {
  database = `migrate_${randomBytes(6).toString('hex')}`;
  folder = await mkdtemp(join(tmpdir(), 'lyceum-migrate-'));
  await run('postgres', `CREATE DATABASE ${database}`);
});
afterEach(async () => {
  await run('postgres', `DROP DATABASE ${database} WITH (FORCE)`);
  await rm(folder, { recursive: true });
});

const migrateTo = (migrations: URL | undefined) =>
  migrate({ databaseUrl: urlOf(database), migrations, log: silentLogger });
const own = () => pathToFileURL(`${folder}/`);
const write = (name: string, sql: string) => writeFile(join(folder, name), `-- Up Migration\n${sql}\n`);
const tables = async () =>
  (
    await run<{ name: string }>(
      database,
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1",
    )
  ).map(({ name }) => name);
const PLATFORM = [
  'applied_erasures',
  'archive_chunks',
  'archive_parts',
  'audit_cuts',
  'audit_log',
  'dead_letters',
  'idempotency_keys',
  'imported_archives',
  'inbox',
  'outbox',
  'own_server',
  'placements',
  'platform_migrations',
  'standstills',
];

describe('migrating', () => {
  it('creates the platform’s tables and the service’s own', async () => {
    await migrateTo(undefined);
    expect(await tables()).toEqual(PLATFORM);
    await migrateTo(probe.migrations);
    expect(await tables()).toEqual([...PLATFORM, 'migrations', 'notes'].sort());
  });

  it('again does nothing, and concurrent migrations run once', async () => {
    await Promise.all([1, 2, 3].map(() => migrateTo(probe.migrations)));
    await run(database, "INSERT INTO notes VALUES (gen_random_uuid(), gen_random_uuid(), 'kept')");
    await migrateTo(probe.migrations);
    expect(await run(database, 'SELECT title FROM notes')).toEqual([{ title: 'kept' }]);
    expect(await run(database, 'SELECT name FROM migrations')).toEqual([{ name: '0001_probe' }]);
  });

  it('continues after the last applied migration', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int PRIMARY KEY);');
    await migrateTo(own());
    await write('0002_b.sql', 'ALTER TABLE a ADD COLUMN b int;');
    await migrateTo(own());
    expect(await run(database, 'INSERT INTO a VALUES (1, 2) RETURNING b')).toEqual([{ b: 2 }]);
  });

  it('that fails changes nothing and can be repeated', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int PRIMARY KEY);');
    await write('0002_b.sql', 'CREATE TABLE b (id nonsense);');
    await expect(migrateTo(own())).rejects.toThrow('nonsense');
    expect((await tables()).filter((name) => name === 'a')).toEqual([]);
    await write('0002_b.sql', 'CREATE TABLE b (id int PRIMARY KEY);');
    await migrateTo(own());
    expect(await tables()).toContain('b');
  });

  it('makes the planner assume one institution per table, also for tables that already have rows', async () => {
    await write(
      '0001_a.sql',
      'CREATE TABLE a (institution_id uuid NOT NULL, id int NOT NULL); CREATE TABLE b (id int);',
    );
    await migrateTo(own());
    await run(database, 'ALTER TABLE a ALTER COLUMN institution_id RESET (n_distinct)');
    await run(database, 'INSERT INTO a SELECT gen_random_uuid(), n FROM generate_series(1, 1000) AS n');
    await run(database, 'ANALYZE a');
    const distinct = () =>
      run(database, "SELECT n_distinct AS n FROM pg_stats WHERE tablename = 'a' AND attname = 'institution_id'");
    expect(await distinct()).toEqual([{ n: -1 }]);
    await migrateTo(own());
    expect(await distinct()).toEqual([{ n: 1 }]);
  });

  it('ends its session before it resolves', async () => {
    await migrateTo(probe.migrations);
    // Fails while any client is connected.
    await run('postgres', `DROP DATABASE ${database}`);
    await run('postgres', `CREATE DATABASE ${database}`);
  });

  it('fails if the server ends its session, and nothing else fails', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int PRIMARY KEY); SELECT pg_terminate_backend(pg_backend_pid());');
    await expect(migrateTo(own())).rejects.toThrow('Connection terminated');
    expect((await tables()).filter((name) => name === 'a')).toEqual([]);
  });

  it('fails if a migration was inserted before applied ones', async () => {
    await write('0002_b.sql', 'CREATE TABLE b (id int PRIMARY KEY);');
    await migrateTo(own());
    await write('0001_a.sql', 'CREATE TABLE a (id int PRIMARY KEY);');
    await expect(migrateTo(own())).rejects.toThrow('preceding');
  });
});
