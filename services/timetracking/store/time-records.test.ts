import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemIds } from '../../../platform/core/ids.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { timetracking } from '../service.ts';

let service: TestService;
let institution: string;
let user: string;
beforeAll(async () => {
  service = await startTestService(timetracking);
});
afterAll(() => service.stop());
beforeEach(() => {
  institution = systemIds.newId();
  user = systemIds.newId();
});

/** Inserts a record, bypassing every rule. */
function insert(start: string, end: string | null, of = user): Promise<unknown> {
  return service.sql(
    `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, auto_closed,
       revision, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $4, '[]', '[]', 'api', false, $2, $4, $4)`,
    [institution, systemIds.newId(), of, start, end],
  );
}

const brokenBy = (constraint: string) => expect.objectContaining({ constraint });

describe('the table of time records rejects', () => {
  beforeEach(() => insert('2026-10-05T08:00:00Z', '2026-10-05T12:00:00Z'));

  it.each([
    ['the same interval', '2026-10-05T08:00:00Z', '2026-10-05T12:00:00Z'],
    ['one that covers it', '2026-10-05T07:00:00Z', '2026-10-05T13:00:00Z'],
    ['one that is within', '2026-10-05T09:00:00Z', '2026-10-05T10:00:00Z'],
    ['one that starts in its last millisecond', '2026-10-05T11:59:59.999Z', '2026-10-05T13:00:00Z'],
    ['an open one that starts before', '2026-10-05T07:00:00Z', null],
    ['an open one that starts within', '2026-10-05T11:59:59.999Z', null],
  ])('%s', async (_, start, end) => {
    await expect(insert(start, end)).rejects.toEqual(brokenBy('time_records_no_overlap'));
  });

  it('anything after the start of an open one', async () => {
    await insert('2026-10-05T12:00:00Z', null);
    await expect(insert('2026-10-20T12:00:00Z', '2026-10-20T13:00:00Z')).rejects.toEqual(
      brokenBy('time_records_no_overlap'),
    );
  });

  it('an empty interval, which overlaps nothing', async () => {
    const broken = brokenBy('time_records_not_empty');
    await expect(insert('2026-10-05T09:00:00Z', '2026-10-05T09:00:00Z')).rejects.toEqual(broken);
    await expect(insert('2026-10-06T09:00:00Z', '2026-10-06T09:00:00Z')).rejects.toEqual(broken);
  });

  it('neither a touching record nor one of another member', async () => {
    await insert('2026-10-05T12:00:00Z', '2026-10-05T13:00:00Z');
    await insert('2026-10-05T07:00:00Z', '2026-10-05T08:00:00Z');
    await insert('2026-10-05T08:00:00Z', null, systemIds.newId());
    const [counted] = await service.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM time_records WHERE institution_id = $1',
      [institution],
    );
    expect(counted).toEqual({ n: 4 });
  });

  it('all but one of many concurrent ones', async () => {
    const tries = Array.from({ length: 20 }, () => insert('2026-10-06T08:00:00Z', '2026-10-06T09:00:00Z'));
    const settled = await Promise.allSettled(tries);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
