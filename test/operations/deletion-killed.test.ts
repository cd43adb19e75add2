import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Draws } from '../support/draws.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import type { Program } from '../support/process/program.ts';
import { portOf, SERVICES, spawnService } from '../support/process/service-process.ts';
import { TestScope } from '../support/test-scope.ts';
import { until } from '../support/until.ts';

/** The deletion of a service that is a process of its own, as in production. Nothing listens where it would call. */
const SERVICE = 'webhooks';
const ROWS = 30_000;
const KILLS = 4;
const scope = new TestScope();
const draws = Draws.of('killed deletions');
let databases: TestDatabases;
let url: string;
beforeAll(async () => {
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [SERVICE]);
  scope.onClear(() => databases.drop());
  url = databases.url(SERVICE);
});
afterAll(() => scope.clear());

async function start(): Promise<Program> {
  const ports = new Map(SERVICES.filter((name) => name !== SERVICE).map((name) => [name, 1]));
  const program = scope.run(spawnService({ service: SERVICE, databaseUrl: url }, ports));
  await portOf(program);
  return program;
}

async function kill(program: Program): Promise<void> {
  program.kill('SIGKILL');
  expect(await program.exited).toEqual({ code: null, signal: 'SIGKILL' });
}

it('goes on after each SIGKILL, and its counts are those of the rows that went', async () => {
  const [id, other] = [randomUUID(), randomUUID()];
  for (const each of [id, other]) await query(url, PLANT, [each, each === id ? ROWS : 10]);
  let program = await start();
  await query(url, BEGIN, [id]);
  const ledger = async () =>
    (await query<{ keys: number; deletedAt: string | null }>(url, LEDGER, [id]))[0] ?? { keys: 0, deletedAt: null };
  for (let kills = 1; kills <= KILLS; kills++) {
    const { keys: before } = await ledger();
    const after = before + draws.between(1, ROWS / (KILLS + 1));
    await until('some rows to go', async () => (await ledger()).keys >= after);
    await kill(program);
    const { keys, deletedAt } = await ledger();
    expect([keys < ROWS, deletedAt]).toEqual([true, null]);
    expect(await query(url, KEYS, [id])).toHaveLength(ROWS - keys);
    program = await start();
  }
  await until('the end', async () => (await ledger()).deletedAt, 60_000);
  expect((await ledger()).keys).toBe(ROWS);
  expect(await query(url, KEYS, [id])).toEqual([]);
  expect(await query(url, KEYS, [other])).toHaveLength(10);
}, 120_000);

const PLANT = `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
  SELECT $1, 'holder', n::text, '', '', '', now(), now() + interval '1 day' FROM generate_series(1, $2::int) n`;
const BEGIN = `INSERT INTO standstills (institution_id, state, is_settled, closed_at, deleting_since, deleted_rows)
  VALUES ($1, 'deleting', true, now(), now(), '{}')`;
const LEDGER = `SELECT coalesce((deleted_rows ->> 'idempotency_keys')::int, 0) AS keys, deleted_at AS "deletedAt"
  FROM standstills WHERE institution_id = $1`;
const KEYS = 'SELECT FROM idempotency_keys WHERE institution_id = $1';
