import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import type { IntegrationActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { HOUR_MS } from '../../../platform/core/instant.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { blocksTouched, explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { timetracking } from '../service.ts';
import { expectLast, findConflicts, findLast, listLogs } from './time-records.ts';
import { listTrackedTime } from './tracked-time.ts';

const LOGS = 20_000;
const LIMIT = 51;
const institutionId = randomUUID();
const userId = randomUUID();
const actor: IntegrationActor = {
  kind: 'integration',
  institutionId,
  integrationId: randomUUID(),
  createdBy: null,
  grant: FULL,
};
/** Logs of half an hour, one starting each hour. */
const hour = (n: number) => new Date(Date.UTC(2024, 0, 1) + n * HOUR_MS).toISOString();
const after = { sort: '-infinity', id: randomUUID(), limit: LIMIT };

let service: TestService;
/** The revision of the last log. */
const latest = randomUUID();
beforeAll(async () => {
  service = await startTestService(timetracking, { service: 'own' });
  await service.sql(
    `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, auto_closed,
       revision, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, at, at + interval '30 minutes', at, '[]', '[]', 'api', false, gen_random_uuid(), at, at
     FROM generate_series(1, ${LOGS}) AS n, LATERAL (SELECT '2024-01-01T00:00Z'::timestamptz + n * interval '1 hour' AS at) AS t`,
    [institutionId, userId],
  );
  await service.sql('UPDATE time_records SET revision = $1 WHERE start_time = $2', [latest, hour(LOGS)]);
  // Many institutions with members of their own, so that a generic plan expects one or two records per member.
  await service.sql(
    `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, auto_closed,
       revision, created_at, updated_at)
     SELECT md5('i' || n % 200)::uuid, gen_random_uuid(), md5('u' || n % 2000)::uuid, at, at + interval '30 minutes', at, '[]', '[]', 'api', false,
       gen_random_uuid(), at, at
     FROM generate_series(1, ${LOGS}) AS n, LATERAL (SELECT '2024-01-01T00:00Z'::timestamptz + n * interval '1 hour' AS at) AS t`,
  );
  await service.sql('VACUUM ANALYZE time_records');
});
afterAll(() => service.stop());

const list = (from: string, to: string) => (db: Reader) => listLogs(db, actor, userId, after, { from, to });
const hours = (from: string, to: string) => async (db: Reader) =>
  Array.fromAsync(listTrackedTime(db, actor, userId, { start: Date.parse(from), end: Date.parse(to) }));
const conflict = (start: string, end: string | null) => (db: Reader) =>
  findConflicts(db, actor, [{ userId, start: Date.parse(start), end: end && Date.parse(end) } as never]);

it.each<[string, (db: Reader) => Promise<unknown>]>([
  ['all logs', list('-infinity', 'infinity')],
  ['the last logs', list(hour(LOGS - 10), 'infinity')],
  ['logs that end after an instant within one', list(hour(LOGS - 30.75), 'infinity')],
  ['a week in the middle', list(hour(LOGS / 2), hour(LOGS / 2 + 168))],
  ['logs after the last', list(hour(LOGS + 10), 'infinity')],
  ['a day of hours', hours(hour(LOGS / 2), hour(LOGS / 2 + 24))],
  ['hours after the last log', hours(hour(LOGS + 10), hour(LOGS + 2000))],
  [
    'whether a member’s last record is unchanged',
    async (db) => expectLast(db as Tx, actor, userId, { last: { revision: latest } as TimeRecord, at: Date.now() }),
  ],
  ['the last record', (db) => findLast(db, actor, userId)],
  ['an overlap', conflict(hour(LOGS / 2), hour(LOGS / 2 + 1))],
  ['an overlap with an open end', conflict(hour(LOGS / 2 + 0.6), null)],
])('%s of a member with very many records takes few reads', async (_, read) => {
  const plan = await explain(service, read);
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(LIMIT);
  expect(blocksTouched(plan), plan).toBeLessThanOrEqual(80);
  expect(plan).not.toMatch(/Seq Scan/);
});
