import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { until } from '../../test/support/until.ts';
import { silentLogger } from '../observability/log.ts';
import { migrate } from './migrate.ts';

const urlOf = (database: string) => inject('databaseServer').replace(/\{database\}|%7Bdatabase%7D/, database);

let database: string;
let folder: string;
let clients: pg.Client[];
beforeEach(async () => {
  database = `migrate_${randomBytes(6).toString('hex')}`;
  folder = await mkdtemp(join(tmpdir(), 'lyceum-migrate-'));
  clients = [];
  await (await connect('postgres')).query(`CREATE DATABASE ${database}`);
  await write(
    '0001_a.sql',
    'CREATE TABLE a (id int PRIMARY KEY, b int); INSERT INTO a SELECT n, n FROM generate_series(1, 1000) AS n;',
  );
  await migrateNow();
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  const server = await openClient({ connectionString: urlOf('postgres') });
  await server.query(`DROP DATABASE ${database} WITH (FORCE)`);
  await server.end();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, name), `-- Up Migration\n${sql}\n`);
const migrateNow = () =>
  migrate({ databaseUrl: urlOf(database), migrations: pathToFileURL(`${folder}/`), log: silentLogger });
async function connect(name = database): Promise<pg.Client> {
  const client = await openClient({ connectionString: urlOf(name) });
  clients.push(client);
  return client;
}
const indexes = async () =>
  (
    await (
      await connect()
    ).query(
      `SELECT indexrelid::regclass::text AS name, indisvalid FROM pg_index WHERE indrelid = 'a'::regclass ORDER BY 1`,
    )
  ).rows;
const BOTH = [
  { name: 'a_b', indisvalid: true },
  { name: 'a_pkey', indisvalid: true },
];

/** A client with an open transaction that has written to the table. */
async function openWriter(): Promise<pg.Client> {
  const busy = await connect();
  await busy.query('BEGIN');
  await busy.query('INSERT INTO a VALUES (-1, -1)');
  return busy;
}

/** Writes to the table; fails if it has to wait behind the migration. */
async function writeImmediately(): Promise<void> {
  const writer = await connect();
  await writer.query(`SET lock_timeout = '20ms'`);
  await writer.query('INSERT INTO a VALUES (-2, -2)');
}

const waits = async (query: string) => {
  const { rows } = await (clients[1] ?? (await connect())).query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
    [query],
  );
  return rows.length > 0;
};

it('an index on a table in use is created while others write', async () => {
  await write('0002_index.sql', 'CREATE INDEX IF NOT EXISTS a_b ON a (b);');
  await connect();
  const busy = await openWriter();
  const migrated = migrateNow();
  await until('the index waits for older transactions', () => waits('CREATE INDEX CONCURRENTLY%'));
  await writeImmediately();
  // The transaction lasts longer than a migration waits for a table.
  await busy.query('SELECT pg_sleep(0.4)');
  await busy.query('COMMIT');
  await migrated;
  expect(await indexes()).toEqual(BOTH);
});

it('an index that a migration left invalid is created again', async () => {
  await (await connect()).query('INSERT INTO a VALUES (1001, 1)');
  await expect((await connect()).query('CREATE UNIQUE INDEX CONCURRENTLY a_b ON a (b)')).rejects.toThrow('unique');
  await write('0002_index.sql', 'CREATE INDEX IF NOT EXISTS a_b ON a (b);');
  await migrateNow();
  expect(await indexes()).toEqual(BOTH);
});

it('an index on a column that the migration adds is created by the migration itself', async () => {
  await write('0002_column.sql', 'ALTER TABLE a ADD COLUMN c int;\nCREATE INDEX IF NOT EXISTS a_b ON a (c);');
  await Promise.all([migrateNow(), migrateNow()]);
  expect(await indexes()).toEqual(BOTH);
});

it('a migration that waits for a table in use gives up its lock and tries again', async () => {
  await write('0002_column.sql', 'ALTER TABLE a ADD COLUMN c int;');
  const [observer] = [await connect()];
  const busy = await openWriter();
  let ended = false;
  const migrated = migrateNow().finally(() => (ended = true));
  await until('the migration waits', () => waits('%ALTER TABLE a ADD COLUMN c int%'));
  const writer = await connect();
  await writer.query(`SET lock_timeout = '5s'`);
  await writer.query('INSERT INTO a VALUES (-3, -3)');
  expect(ended).toBe(false);
  await busy.query('COMMIT');
  await migrated;
  expect((await observer?.query('SELECT c FROM a WHERE id = -3'))?.rows).toEqual([{ c: null }]);
});
