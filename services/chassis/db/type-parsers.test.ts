import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toInstantText } from '../instant.ts';
import { type Probe, startProbe } from '../testing/probe/start-probe.ts';
import type { Database } from './database.ts';
import { statement } from './statement.ts';

const INSTANTS = statement(
  'test_instants',
  'SELECT t AS instant FROM unnest($1::timestamptz(3)[]) WITH ORDINALITY AS i(t, n) ORDER BY n',
);
const FULL = statement(
  'test_full',
  'SELECT t AS instant FROM unnest($1::timestamptz[]) WITH ORDINALITY AS i(t, n) ORDER BY n',
);
const OTHERS = statement(
  'test_others',
  `SELECT 9007199254740991::bigint AS big, count(*) AS counted, 7::int AS small, 1.5::float8 AS real, true AS bool, NULL::timestamptz AS nothing,
   '{a,NULL}'::text[] AS texts, '\\x00ff'::bytea AS bytes FROM generate_series(1, 3)`,
);

let probe: Probe;
let database: Database;
beforeAll(async () => {
  probe = await startProbe();
  database = probe.database();
});
afterAll(() => probe.stop());

async function read(instants: readonly string[], by = INSTANTS): Promise<string[]> {
  return (await database.rows<{ instant: string }>(by, [instants])).map(({ instant }) => instant);
}

it('instants of all years come back as they were written', async () => {
  const edges = [0, 1, 10, 100, 999, 1000, Date.parse('2000-02-29T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
  const any = fc.sample(fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') }), 1_000);
  const instants = [...edges, ...any].map(toInstantText);
  expect(await read(instants)).toEqual(instants);
});

it.each([
  ['1970-01-01 00:00:00+00', '1970-01-01T00:00:00.000Z'],
  ['9999-12-31 23:59:59.999+00', '9999-12-31T23:59:59.999Z'],
  ['2026-07-01 12:00:00.5+00', '2026-07-01T12:00:00.500Z'],
  ['2026-07-01 12:00:00.05+00', '2026-07-01T12:00:00.050Z'],
  ['2026-07-01 12:00:00.123456+00', '2026-07-01T12:00:00.123Z'],
  ['2026-07-01 12:00:00.999999+00', '2026-07-01T12:00:00.999Z'],
  ['2026-07-01 12:00:00+05:30', '2026-07-01T06:30:00.000Z'],
])('%s of the server is %s', async (stored, text) => {
  expect(await read([stored], FULL)).toEqual([text]);
});

it('a server and a role of another time zone and date style change nothing', async () => {
  await probe.sql(
    `ALTER ROLE CURRENT_USER IN DATABASE ${new URL(probe.databaseUrl).pathname.slice(1)} SET timezone TO 'Asia/Kolkata'`,
  );
  await probe.sql(
    `ALTER ROLE CURRENT_USER IN DATABASE ${new URL(probe.databaseUrl).pathname.slice(1)} SET datestyle TO 'German'`,
  );
  const rows = await probe.database().rows<{ instant: string }>(INSTANTS, [['2026-01-31T12:00:00.000Z']]);
  expect(rows).toEqual([{ instant: '2026-01-31T12:00:00.000Z' }]);
});

it('64-bit integers are numbers, all else is as the driver has it', async () => {
  expect(await database.rows(OTHERS, [])).toEqual([
    {
      big: Number.MAX_SAFE_INTEGER,
      counted: 3,
      small: 7,
      real: 1.5,
      bool: true,
      nothing: null,
      texts: ['a', null],
      bytes: Buffer.from([0, 255]),
    },
  ]);
});
