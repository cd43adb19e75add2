import { pino } from 'pino';
import { expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/core/instant.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { WriteAllowance } from './write-allowance.ts';

const NOON = Date.parse('2026-01-31T12:00:00Z');
const HALF_A_DAY_MS = 12 * HOUR_MS;
const ALL = 25_600;

it('a single gateway counts up to the limit, by client and day', () => {
  const lines: object[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const writes = new WriteAllowance({ bytesPerDay: ALL, log });
  writes.spend('i/a', ALL - 1, NOON);
  expect(writes.refuse('i/a', NOON)).toBeUndefined();
  writes.spend('i/a', 1, NOON);
  expect([writes.refuse('i/a', NOON), writes.refuse('i/a', NOON + HALF_A_DAY_MS - 1)]).toEqual([12 * 3600, 1]);
  expect([writes.refuse('i/b', NOON), writes.refuse('i/a', NOON + HALF_A_DAY_MS)]).toEqual([undefined, undefined]);
  expect([writes.bytesWritten, writes.refusals]).toEqual([ALL, 2]);
  expect(lines).toMatchObject([{ institutionId: 'i', integrationId: 'a', bytes: ALL }]);
});

it('without a limit no client is rejected', () => {
  const writes = new WriteAllowance({ bytesPerDay: 0, log: silentLogger });
  writes.spend('i/a', Number.MAX_SAFE_INTEGER, NOON);
  expect(writes.refuse('i/a', NOON)).toBeUndefined();
});
