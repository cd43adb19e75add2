import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explain, mostRowsMet } from '../../../dev/testing/explain.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import type { IntegrationActor } from '../../../platform/core/actor.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import { timetracking } from '../service.ts';
import { findConflicts, listLogs } from './time-records.ts';

const LOGS = 20_000;
const LIMIT = 51;
const institutionId = randomUUID();
const userId = randomUUID();
const actor: IntegrationActor = { kind: 'integration', institutionId, integrationId: randomUUID(), createdBy: null };
/** Logs follow each other by the hour, half an hour each. */
const hour = (n: number) => new Date(Date.UTC(2024, 0, 1) + n * 3_600_000).toISOString();
const after = { sort: '-infinity', id: randomUUID(), limit: LIMIT };

let service: TestService;
beforeAll(async () => {
  service = await startTestService(timetracking);
  await service.sql(
    `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, auto_closed,
       revision, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, at, at + interval '30 minutes', at, '[]', '[]', 'api', false, gen_random_uuid(), at, at
     FROM generate_series(1, ${LOGS}) AS n, LATERAL (SELECT '2024-01-01T00:00Z'::timestamptz + n * interval '1 hour' AS at) AS t`,
    [institutionId, userId],
  );
  await service.sql('ANALYZE time_records');
});
afterAll(() => service.stop());

const list = (from: string, to: string) => (db: Reader) => listLogs(db, actor, userId, after, { from, to });
const conflict = (start: string, end: string | null) => (db: Reader) =>
  findConflicts(db, actor, [{ userId, start: Date.parse(start), end: end && Date.parse(end) } as never]);

it.each<[string, (db: Reader) => Promise<unknown>]>([
  ['all logs', list('-infinity', 'infinity')],
  ['the last logs', list(hour(LOGS - 10), 'infinity')],
  ['logs that end after an instant within one', list(hour(LOGS - 30.75), 'infinity')],
  ['a week in the middle', list(hour(LOGS / 2), hour(LOGS / 2 + 168))],
  ['logs behind the last', list(hour(LOGS + 10), 'infinity')],
  ['an overlap', conflict(hour(LOGS / 2), hour(LOGS / 2 + 1))],
  ['an overlap with an open end', conflict(hour(LOGS / 2 + 0.6), null)],
])('%s of a member who has very many cost few reads', async (_, read) => {
  const plan = await explain(service, read);
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(LIMIT);
  expect(plan).not.toMatch(/Seq Scan/);
});
