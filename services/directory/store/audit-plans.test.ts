import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AuditFilter,
  endOfScan,
  MAX_SCANNED,
  newestBefore,
  scanRecords,
} from '../../../platform/data/audit/list-audit-records.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { blocksTouched, explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { directory } from '../service.ts';

const ROWS = 60_000;
const [institutionId, integrationId, administratorId, resourceId] = Array.from({ length: 4 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService(directory, { service: 'own' });
  // In five months, nearly all by one integration; beside a thousand small institutions.
  await service.sql(
    `INSERT INTO audit_log (institution_id, recorded_at, actor, actor_id, operation, resource, resource_id, request_id)
     SELECT CASE WHEN n <= ${ROWS} THEN $1::uuid ELSE md5((n / 5)::text)::uuid END, timestamptz '2026-10-01' + n % ${ROWS} * interval '200 seconds',
       CASE n % 1000 WHEN 1 THEN 'administrator' ELSE 'integration' END, CASE n % 1000 WHEN 1 THEN $3::uuid ELSE $2 END, 'o', 'user',
       CASE n % 5000 WHEN 1 THEN $4::uuid ELSE gen_random_uuid() END, 'r'
     FROM generate_series(1, ${ROWS + 5_000}) AS n`,
    [institutionId, integrationId, administratorId, resourceId],
  );
  await service.sql('ANALYZE audit_log');
});
afterAll(() => service.stop());

const cases: readonly [string, number, Partial<AuditFilter>][] = [
  ['the first page', 51, {}],
  ['a later page', 51, { until: '2026-12-01T00:00:00.000Z' }],
  ['a month', 51, { since: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' }],
  ['one resource', 51, { resourceId }],
  ['some resources', 51, { resourceIds: [resourceId, randomUUID(), randomUUID()] }],
  ['one actor with few records', 70, { actorId: administratorId }],
  ['one actor with many', 51, { actorId: integrationId }],
  ['a kind of actor', MAX_SCANNED, { actor: 'administrator' }],
  ['a kind of resource that there is not', MAX_SCANNED, { resource: 'course' }],
  ['the resource of an actor who has not changed it', 51, { resourceId, actorId: integrationId }],
];

it.each(cases)('of 60,000 audit records of an institution few are read: %s', async (_, most, filter) => {
  const after = newestBefore(filter.until);
  const plan = await explain(service, (db) => scanRecords(db, { institutionId, ...filter }, after, 51));
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(most);
  expect(blocksTouched(plan), plan).toBeLessThanOrEqual(200 + most);
  const end = await explain(service, (db) => endOfScan(db, { institutionId, ...filter }, after));
  expect(mostRowsMet(end), end).toBeLessThanOrEqual(MAX_SCANNED);
});
