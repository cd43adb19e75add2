import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { blocksTouched, explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { webhooks } from '../service.ts';
import { listDue } from './due-deliveries.ts';

const EVENTS = 20_000;
const LIMIT = 20;
const institutionId = randomUUID();
const endpointId = randomUUID();

let service: TestService;
beforeAll(async () => {
  service = await startTestService(webhooks, { service: 'own' });
  await service.sql(
    `INSERT INTO endpoints (institution_id, id, url, types, is_enabled, revision, created_at, updated_at)
     VALUES ($1, $2, 'https://receiver.example', '{}', true, $2, now(), now())`,
    [institutionId, endpointId],
  );
  await service.sql(
    `INSERT INTO events (institution_id, sequence, recorded_at, id, type, resource_id, aggregate_id, occurred_at, changed, actor_type, request_id)
     SELECT $1, n, now() + n % 7 * interval '1 day', gen_random_uuid(), 't', gen_random_uuid(), 'a', now(), '{}', 'system', 'r'
     FROM generate_series(1, ${EVENTS}) AS n`,
    [institutionId],
  );
  await service.sql(
    `INSERT INTO deliveries (institution_id, endpoint_id, event_id, event_type, sequence, recorded_at, resource_id, status, attempt_count,
       attempts_made, next_attempt_at, created_at, updated_at)
     SELECT institution_id, $1, id, type, sequence, recorded_at, resource_id, 'pending', 0, 0, '2026-10-05T07:00:00Z', now(), now() FROM events`,
    [endpointId],
  );
  await service.sql('ANALYZE endpoints, events, deliveries');
});
afterAll(() => service.stop());

it('reads due deliveries without the events of those that wait behind them', async () => {
  const now = Date.parse('2026-10-05T08:00:00Z');
  const plan = await explain(service, (db) =>
    listDue(db, { institutionId, endpointId }, { now, limit: LIMIT, host: null, before: null }),
  );
  expect(plan).toContain(`(actual rows=${LIMIT}`);
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(LIMIT);
  expect(blocksTouched(plan), plan).toBeLessThanOrEqual(200);
});
