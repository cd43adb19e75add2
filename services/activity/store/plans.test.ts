import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemIds } from '../../../platform/core/ids.ts';
import { DAY_MS, HOUR_MS, toInstantText } from '../../../platform/core/instant.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { blocksTouched, explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { activity } from '../service.ts';
import { LATEST_CHUNKS, listIntegrationUsage, listMinutes } from './integration-usage.ts';
import { findRequest, MAX_SCANNED, type Owner, type RequestFilter, scan } from './request-chunks.ts';
import { listUsage } from './usage.ts';
import { requestRowsOf, writeRequests } from './write-requests.ts';

const ROWS = 25_000;
/** They are of five days. */
const STEP_MS = (5 * DAY_MS) / ROWS;
const institutionId = randomUUID();
const [busy, quiet] = [randomUUID(), randomUUID()];
const all: Owner = { institutionId, integrationId: null };
const [ofBusy, ofQuiet] = [busy, quiet].map((integrationId): Owner => ({ institutionId, integrationId })) as [
  Owner,
  Owner,
];

const none: RequestFilter = {
  statusFrom: 0,
  statusTo: 999,
  method: null,
  route: null,
  requestId: null,
  from: '-infinity',
  to: 'infinity',
};
const first = { sort: 'infinity', id: '00000000-0000-0000-0000-000000000000', limit: 51 };
const middle = { ...first, sort: '2026-10-03T12:00:00.000Z' };
const FAILED = { ...none, statusFrom: 400, statusTo: 499 };

const FEW = first.limit;

const cases: readonly [string, number, Parameters<typeof explain>[1]][] = [
  ['the first page', FEW, (db) => scan(db, all, none, first, FEW)],
  ['a later page', FEW, (db) => scan(db, all, none, middle, FEW)],
  ['the first page of an integration', FEW, (db) => scan(db, ofBusy, none, first, FEW)],
  ['a page of a quiet integration', FEW, (db) => scan(db, ofQuiet, none, middle, FEW)],
  ['failed ones', FEW, (db) => scan(db, all, FAILED, first, FEW)],
  ['failed ones of an integration', FEW, (db) => scan(db, ofBusy, FAILED, middle, FEW)],
  ['failed ones of an integration without any', MAX_SCANNED, (db) => scan(db, ofQuiet, FAILED, first, MAX_SCANNED)],
  ['the rest of a page', MAX_SCANNED, (db) => scan(db, all, none, middle, MAX_SCANNED)],
  ['the rest of a page of an integration', MAX_SCANNED, (db) => scan(db, ofBusy, none, first, MAX_SCANNED)],
  ['the rest of a page of failed ones', MAX_SCANNED, (db) => scan(db, all, FAILED, first, MAX_SCANNED)],
  [
    'an hour',
    HOUR_MS / STEP_MS,
    (db) => scan(db, all, { ...none, from: '2026-10-03T12:00:00Z', to: '2026-10-03T13:00:00Z' }, first, MAX_SCANNED),
  ],
  ['those with an id', 2, (db) => scan(db, all, { ...FAILED, requestId: `request-${ROWS / 2}` }, first, FEW)],
  ['one by its id', 2, (db) => findRequest(db, all, `request-${ROWS / 2}`)],
  ['one by an id of the gateway', 2, (db) => findRequest(db, all, '0199a219-4ece-75e0-a14d-7dda2fbdad0a')],
  ['one that does not exist', 0, (db) => findRequest(db, ofBusy, 'request')],
];

/** The n-th request. */
function requestOf(n: number, everyFailed: number) {
  return {
    ...{ institutionId: n <= ROWS ? institutionId : randomUUID(), integrationId: n % 1_000 === 1 ? quiet : busy },
    ...{ id: systemIds.newId(), requestId: `request-${n}`, method: n % 20 === 0 ? 'POST' : 'GET' },
    ...{ route: '/api/v4/users', path: '/api/v4/users', status: n % everyFailed === 0 ? 404 : 200 },
    time: toInstantText(Date.parse('2026-10-01T00:00:00Z') + (n % ROWS) * STEP_MS),
    ...{ code: null, detail: null, errors: null, durationMs: 1, bytesIn: 0, bytesOut: 100, isReplay: false },
    ...{ rateLimitRemaining: null, userAgent: null, clientAddress: null },
  };
}

describe.each([2, 100])('where one request in %i fails,', (everyFailed) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(activity, { service: 'own' });
    await service.sql(
      `SELECT make_partitions(t, 'day', 7, '2026-10-01') FROM unnest(ARRAY['request_chunks', 'named_requests']) AS t`,
    );
    // In five days; each thousandth is of another integration, which never fails; beside small institutions.
    for (let from = 1; from <= ROWS + 5_000; from += 5_000) {
      const requests = Array.from({ length: 5_000 }, (_, n) => requestOf(from + n, everyFailed));
      const rows = await requestRowsOf(requests);
      await service.runtime.db.transaction(async (tx) => writeRequests(tx, rows), { of: 'nobody' });
    }
    await service.sql(`INSERT INTO usage_routes
     SELECT institution_id, integration_id, date_trunc('hour', second), '/api/v4/users', CASE WHEN is_failed THEN 4 ELSE 2 END, sum(count), 0, 0, 0 FROM request_chunks GROUP BY 1, 2, 3, 5`);
    await service.sql(`INSERT INTO usage_hours
     SELECT institution_id, integration_id, date_trunc('hour', second), array_fill(1, ARRAY[140]), 0 FROM request_chunks GROUP BY 1, 2, 3`);
    await service.sql('ANALYZE request_chunks, named_requests, usage_routes, usage_hours');
  });
  afterAll(() => service.stop());

  it.each(cases)('of 100,000 requests of an institution few are read: %s', async (_, most, read) => {
    const plan = await explain(service, read);
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(most + 2);
    expect(blocksTouched(plan), plan).toBeLessThanOrEqual(200 + 3 * most);
  });

  it('the last day of all integrations reads its sums, and the latest requests of the busy ones', async () => {
    const since = { hour: '2026-10-04T09:00:00Z', lately: '2026-10-05T00:00:00Z' };
    const plan = await explain(service, (db) => listIntegrationUsage(db, all, since));
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(LATEST_CHUNKS);
    expect(blocksTouched(plan), plan).toBeLessThanOrEqual(800);
  });

  it('the minutes of an hour read the requests of the integration in it', async () => {
    const minutes = { first: '2026-10-03T12:00:00Z', last: '2026-10-03T13:00:00Z' };
    const plan = await explain(service, (db) => listMinutes(db, ofBusy, minutes));
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(1_000);
    expect(blocksTouched(plan), plan).toBeLessThanOrEqual(1_500);
  });

  it('a usage reads the sums of its period', async () => {
    const period = { from: '2026-10-03T00:00:00Z', to: '2026-10-04T00:00:00Z', unit: 'hour' } as const;
    const plan = await explain(service, (db) => listUsage(db, ofBusy, period));
    expect(blocksTouched(plan), plan).toBeLessThanOrEqual(800);
  });
});
