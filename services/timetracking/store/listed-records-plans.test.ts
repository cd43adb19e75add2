import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { blocksTouched, explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { timetracking } from '../service.ts';
import type { ClosedMonth } from './closed-months.ts';
import { type Listed, listRecords, listRecordsOfMembers } from './listed-records.ts';
import { listMemberLogs } from './member-logs.ts';
import { listMembersWithin } from './members-with-records.ts';
import { sumUp } from './month-figures.ts';
import { countRecords } from './record-counts.ts';

/** Shifts of eight hours, of a hundred members, and a few long and open ones. */
const ROWS = 50_000;
const PER_DAY = 100;
const institutionId = randomUUID();
const actor: TenantActor = {
  kind: 'administrator',
  institutionId,
  userId: NOWHERE,
  name: 'Ada',
  sessionId: NOWHERE,
  roles: ['owner'],
};
const BEFORE = { sort: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', limit: 51 };
const MONTH = { from: '2025-03-01T00:00:00.000Z', to: '2025-04-01T00:00:00.000Z', now: '2026-10-05T08:00:00.000Z' };
const MARCH = { id: NOWHERE, startsAt: MONTH.from, endsAt: MONTH.to } as ClosedMonth;
const IDLE = { from: '2020-03-01T00:00:00.000Z', to: '2020-04-01T00:00:00.000Z', now: MONTH.now };

let service: TestService;
let userId: string;
beforeAll(async () => {
  service = await startTestService(timetracking, { service: 'own' });
  await service.sql(
    `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, auto_closed,
       revision, created_at, updated_at)
     SELECT CASE WHEN n <= ${ROWS} THEN $1 ELSE md5('i' || n % 99)::uuid END, gen_random_uuid(), md5('u' || n % ${PER_DAY} || n / ${ROWS})::uuid, at,
       CASE WHEN n > ${ROWS} - 50 AND n <= ${ROWS} THEN NULL ELSE at + interval '8 hours' END, at, '[]', '[]', 'api', n % 5000 = 0,
       gen_random_uuid(), at, at
     FROM generate_series(1, ${2 * ROWS}) AS n, LATERAL (SELECT '2025-01-01T06:00Z'::timestamptz + (n % ${ROWS}) / ${PER_DAY} * interval '1 day' AS at) AS t
     WHERE n <> ${ROWS}`,
    [institutionId],
  );
  await service.sql('VACUUM ANALYZE time_records');
  const [row] = await service.sql<{ id: string }>(
    'SELECT user_id AS id FROM time_records WHERE institution_id = $1 LIMIT 1',
    [institutionId],
  );
  userId = row?.id ?? '';
});
afterAll(() => service.stop());

const list =
  (listed: Listed, of: string | null = null, range = MONTH) =>
  (db: Reader) =>
    listRecords(db, actor, BEFORE, { ...range, listed, userIds: of === null ? null : [of] });

const logs = (db: Reader, { range = MONTH, sort = '-infinity', among = null, updatedSince = null }: Partial<LogsOf>) =>
  listMemberLogs(db, actor, { ...BEFORE, sort, id: NOWHERE }, { ...range, among, updatedSince });
interface LogsOf extends Pick<Parameters<typeof listMemberLogs>[3], 'among' | 'updatedSince'> {
  readonly range: typeof MONTH;
  readonly sort: string;
}

it('walks to each record of a group, however few there are among those of everybody', async () => {
  const year = { ...MONTH, from: '2025-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' };
  const own = await service.sql<{ id: string }>(
    'SELECT id FROM time_records WHERE institution_id = $1 AND user_id = $2 ORDER BY start_time',
    [institutionId, userId],
  );
  const ids = own.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(400);
  for (const updatedSince of [null, year.from]) {
    const found = [];
    let after = { ...BEFORE, sort: '-infinity', id: NOWHERE };
    for (;;) {
      const asked = { ...year, among: [userId], updatedSince };
      const { records, hasMore, end } = await listMemberLogs(service.runtime.db, actor, after, asked);
      found.push(...records.map(({ id }) => id));
      const last = records.at(-1);
      if (!hasMore || !(end || last)) break;
      after = { ...after, ...(end ?? { sort: toInstantText(last?.start ?? 0), id: last?.id ?? '' }) };
    }
    expect(found).toEqual(ids);
  }
});

it.each<[string, number, (db: Reader) => Promise<unknown>]>([
  ['a page of a month', 160, list('all')],
  ['a page of a month without any', 210, list('all', null, IDLE)],
  ['a page of open sessions', 160, list('open')],
  ['a page of logs that were closed automatically', 60, list('auto_closed')],
  ['a page of one member', 60, (db) => list('all', userId)(db)],
  ['open sessions of one member', 60, (db) => list('open', userId)(db)],
  [
    'the open sessions of fifty members',
    60,
    (db) => listRecordsOfMembers(db, actor, [userId], { ...BEFORE, sort: '-infinity' }, { ...MONTH, listed: 'open' }),
  ],
  ['the figures of a month', 3_400, (db) => sumUp(db, actor, { ...MARCH, userGroupId: null }, 'infinity')],
  ['the members of a month', 220, (db) => listMembersWithin(db, actor, MONTH, { after: null, atMost: 50 })],
  [
    'the members of a month of whom a record changed',
    330,
    (db) => listMembersWithin(db, actor, MONTH, { after: null, atMost: 50, updatedSince: MONTH.from }),
  ],
  [
    'the members of a month with changes, of whom nothing changed',
    450,
    (db) => listMembersWithin(db, actor, MONTH, { after: null, atMost: 50, updatedSince: MONTH.now }),
  ],
  [
    'the members of a group in a month',
    220,
    (db) => listMembersWithin(db, actor, MONTH, { after: null, atMost: 50, among: [userId] }),
  ],
  ['a page of the logs of all in a month', 260, (db) => logs(db, {})],
  ['a page far into the month', 60, (db) => logs(db, { sort: '2025-03-20T06:00:00.000Z' })],
  ['a page of a month without any logs', 60, (db) => logs(db, { range: IDLE })],
  ['a page of changed logs', 60, (db) => logs(db, { updatedSince: MONTH.from })],
  [
    'changed logs, of which none are of the month',
    5_010,
    (db) => logs(db, { updatedSince: '2025-06-01T00:00:00.000Z' }),
  ],
  ['the logs of a group whose members have none', 5_010, (db) => logs(db, { among: [NOWHERE] })],
  ['what the overview counts', 160, (db) => countRecords(db, actor, { ...MONTH, before: MONTH.to })],
])('of very many records, few are read for %s', async (_, most, read) => {
  const plan = await explain(service, read);
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(most);
  expect(blocksTouched(plan), plan).toBeLessThanOrEqual(most * 2);
  expect(plan).not.toMatch(/Seq Scan/);
});
