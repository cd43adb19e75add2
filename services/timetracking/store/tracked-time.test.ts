import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { DAY_MS, toInstantText } from '../../../platform/core/instant.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { instant } from '../../../test/support/timetracking/records.ts';
import { timetracking } from '../service.ts';
import { listTrackedTime } from './tracked-time.ts';

const MINUTE_MS = 60_000;
const ONE_PAUSE = '[{"start":"2026-01-01T08:10:00.000Z","end":"2026-01-01T08:20:00.000Z"}]';

let service: TestService;
let actor: TenantActor;
let userId: string;
beforeAll(async () => {
  service = await startTestService(timetracking);
});
afterAll(() => service.stop());
beforeEach(() => {
  actor = { kind: 'operator', institutionId: systemIds.newId() };
  userId = systemIds.newId();
});

/** Inserts records that begin a step apart, with pauses; the end of one without a length is open. */
async function insert(start: string, { count = 1, length = 1, step = 0, pauses = '[]', of = userId } = {}) {
  await service.sql(
    `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, auto_closed,
       revision, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, at, CASE WHEN $4 > 0 THEN at + $4 * interval '1 minute' END, at, $6, '[]', 'api', false,
       gen_random_uuid(), at, at
     FROM generate_series(0, $3 - 1) AS n, LATERAL (SELECT $7::timestamptz + n * $5 * interval '1 minute' AS at) AS t`,
    [actor.institutionId, of, count, length, step, pauses, start],
  );
}

const pagesOf = (start: string, end: string) =>
  Array.fromAsync(listTrackedTime(service.runtime.db, actor, userId, { start: instant(start), end: instant(end) }));
const read = async (start: string, end: string) => (await pagesOf(start, end)).flat();
const startsOf = async (start: string, end: string) =>
  (await read(start, end)).map((each) => toInstantText(each.start));

describe('tracked time', () => {
  it('is of the logs that overlap the interval, by start, and of no other member', async () => {
    await insert('2026-10-05T08:00:00Z', { count: 6, step: 60, length: 60 });
    await insert('2026-10-05T08:00:00Z', { length: 600, of: systemIds.newId() });
    expect(await startsOf('2026-10-05T10:00:00Z', '2026-10-05T12:00:00Z')).toEqual([
      '2026-10-05T10:00:00.000Z',
      '2026-10-05T11:00:00.000Z',
    ]);
    expect(await startsOf('2026-10-05T10:59:59.999Z', '2026-10-05T11:00:00.001Z')).toHaveLength(2);
    expect(await startsOf('2026-10-05T14:00:00Z', '2026-10-06T00:00:00Z')).toEqual([]);
    actor = { kind: 'operator', institutionId: systemIds.newId() };
    expect(await startsOf('2026-10-05T10:00:00Z', '2026-10-05T12:00:00Z')).toEqual([]);
  });

  it('has when each log was', async () => {
    const pauses = '[{"start":"2026-10-05T08:10:00.000Z","end":"2026-10-05T08:20:00.000Z"}]';
    await insert('2026-10-05T08:00:00Z', { length: 30, pauses });
    expect(await read('2026-10-05T00:00:00Z', '2026-10-06T00:00:00Z')).toEqual([
      {
        id: expect.any(String),
        start: instant('2026-10-05T08:00:00Z'),
        end: instant('2026-10-05T08:30:00Z'),
        pauses: [{ start: instant('2026-10-05T08:10:00Z'), end: instant('2026-10-05T08:20:00Z') }],
        autoClosed: false,
        correctedAt: null,
      },
    ]);
  });

  it.each([
    ['before the interval', '2026-10-01T08:00:00.000Z'],
    ['within', '2026-10-05T12:00:00.000Z'],
    ['at its end', '2026-10-06T00:00:00.000Z'],
    ['after it', '2026-10-20T08:00:00.000Z'],
  ])('has the open session that began %s, last and once', async (_, start) => {
    await insert('2026-09-01T08:00:00Z');
    await insert(start, { length: 0 });
    const records = await read('2026-10-05T00:00:00Z', '2026-10-06T00:00:00Z');
    expect(records.map((each) => [toInstantText(each.start), each.end])).toEqual([[start, null]]);
  });

  it('is complete when it does not fit into one page', async () => {
    const first = '2026-01-01T00:00:00Z';
    const pauses = JSON.stringify(Array.from({ length: 200 }, () => ({ start: first, end: first })));
    await insert(first, { count: 300, step: 2 });
    await insert('2026-01-02T00:00:00Z', { count: 200, step: 2, pauses });
    await insert('2026-01-03T00:00:00Z', { count: 11_000, step: 2 });
    await insert('2026-12-01T00:00:00Z', { length: 0 });
    const pages = await pagesOf(first, '2026-06-01T00:00:00Z');
    expect(pages.length).toBeGreaterThan(3);
    const starts = pages.flat().map((each) => each.start);
    const series = (at: string, count: number) =>
      Array.from({ length: count }, (_, n) => instant(at) + 2 * n * MINUTE_MS);
    expect(starts).toEqual([
      ...series(first, 300),
      ...series('2026-01-02T00:00:00Z', 200),
      ...series('2026-01-03T00:00:00Z', 11_000),
      instant('2026-12-01T00:00:00Z'),
    ]);
  });

  it('is of one page for a year of many logs', async () => {
    await insert('2026-01-01T08:00:00Z', { count: 365 * 8, step: 180, length: 60, pauses: ONE_PAUSE });
    const pages = await pagesOf('2026-01-01T00:00:00Z', toInstantText(instant('2026-01-01T00:00:00Z') + 366 * DAY_MS));
    expect(pages.map((page) => page.length)).toEqual([365 * 8]);
  });
});
