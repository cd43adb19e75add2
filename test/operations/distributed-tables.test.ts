import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { services } from '../../installation/services.ts';
import { present } from '../../platform/core/present.ts';
import { withClient } from '../../platform/data/connections.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { Janitor } from '../../platform/process/janitor.ts';
import { newRecords } from '../support/records-of-a-tenant.ts';
import { changeSettings, newEmail } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { Timetable } from '../support/test-timetable.ts';
import { distribute } from './distribute.ts';
import { constraintsOf, placementOf, tablesOf, uniqueIndexesOf } from './distribution.ts';

const names = services.map(({ name }) => name);
let system: TestSystem;
/** The keys and constraints of each database, before and after. */
const before = new Map<string, string[]>();
const after = new Map<string, string[]>();

/**
 * The platform on tables that docs/citus distributes, by PostgreSQL's own means: its keys, constraints and statements stand the loss of the
 * table as a whole. Any test of the platform runs on such tables with TEST_TABLES=distributed.
 */
beforeAll(async () => {
  system = await TestSystem.start();
  for (const name of names) {
    before.set(name, await inDatabase(name, keysOf));
    if (!(await inDatabase(name, partedTables)).includes('idempotency_keys'))
      await distribute(system.databases.url(name), name);
    after.set(name, await inDatabase(name, keysOf));
  }
});
afterAll(() => system?.stop());

describe('the schema', () => {
  test.each(names)('of %s is parted by institution, every table that can be', async (name) => {
    const tables = await inDatabase(name, tablesOf);
    const distributed = tables.filter((table) => placementOf(table) === 'distributed');
    expect(await inDatabase(name, partedTables)).toEqual(distributed);
  });

  test('has kept its keys and constraints, but for the one reference that has no place', () => {
    const lost = names.flatMap((name) => before.get(name)?.filter((key) => !after.get(name)?.includes(key)) ?? []);
    for (const key of lost) expect(key).toMatch(/^integrations_created_by /);
    for (const name of names) expect(before.get(name)).toEqual(expect.arrayContaining(after.get(name) ?? []));
  });
});

describe('the platform', () => {
  test('gives each of many institutions its own records', async () => {
    const hours = ['05:00', '07:00'];
    for (const school of await Promise.all(Array.from({ length: 4 }, () => system.newInstitution()))) {
      const { userId, roomId } = await newRecords(school, { hours, isArchived: false });
      const { client } = school;
      expect((await client.walk('/users')).map(({ id }) => id)).toEqual([userId]);
      expect((await client.walk('/rooms')).map(({ id }) => id)).toEqual([roomId]);
      expect(await client.walk('/appointments')).toHaveLength(hours.length);
      for (const path of ['/courses', '/locations', '/curricula', '/continuing-education'])
        expect(await client.walk(path), path).toHaveLength(1);
    }
  });

  test('refuses what a constraint of a shard refuses, in the words of the whole table', async () => {
    const { client } = await system.newInstitution();
    const email = newEmail();
    const created = await atOnce(10, () => client.post('/users', { email, name: 'Ada' }));
    expect(created.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of created) if (status !== 201) expect([status, body.code]).toEqual([409, 'conflict']);

    const mine = await Timetable.in(system);
    await changeSettings(mine.institution, { rejectRoomConflicts: true });
    const rooms = [{ roomId: mine.id('rooms/hall') }];
    const booked = await atOnce(10, () => mine.post({ rooms }));
    expect(booked.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test('answers a key once, and again the same', async () => {
    const { client } = await system.newInstitution();
    const [body, key] = [{ email: newEmail(), name: 'Ada' }, randomUUID()];
    const first = await client.post('/users', body, { key });
    const again = await client.post('/users', body, { key });
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', first.text]);
  });

  test('removes what has expired, and nothing that stands at the same place of another shard', async () => {
    const db = present(system.lyceum.system.services[0], 'directory').runtime.db;
    const left = await inDatabase('directory', async (client) => {
      await client.query('TRUNCATE idempotency_keys');
      for (let n = 0; n < 40; n++) {
        await client.query(
          `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
           VALUES (gen_random_uuid(), 'h', $1, 'f', '', 'r', now(), $2)`,
          n % 2 === 0 ? ['expired', '2026-10-04T00:00:00Z'] : ['lives', '2026-10-06T00:00:00Z'],
        );
      }
      await new Janitor({ db, clock: system.clock, log: silentLogger }).tidy();
      return (await client.query('SELECT key, count(*)::int AS count FROM idempotency_keys GROUP BY key')).rows;
    });
    expect(left).toEqual([{ key: 'lives', count: 20 }]);
  });
});

function atOnce<T>(count: number, request: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, request));
}

async function keysOf(client: pg.Client): Promise<string[]> {
  const constraints = await constraintsOf(client);
  const indexes = await uniqueIndexesOf(client);
  return [...constraints, ...indexes]
    .map(({ name, definition }) => `${name} ${definition.replace(' ON ONLY ', ' ON ')}`)
    .sort();
}

async function partedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'p' AND relnamespace = 'public'::regnamespace ORDER BY relname COLLATE "C"`,
  );
  return rows.map(({ name }) => name);
}

function inDatabase<T>(service: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient({ connectionString: system.databases.url(service) }, work);
}
