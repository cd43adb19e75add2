import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { blocksTouched, explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { activity } from '../service.ts';
import { LATEST_REQUESTS, listIntegrationUsage, listMinutes } from './integration-usage.ts';
import { endOfScan, findRequest, listRequests, MAX_SCANNED, type Owner, type RequestFilter } from './requests.ts';
import { listUsage } from './usage.ts';

const ROWS = 100_000;
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

const cases: readonly [string, number, Parameters<typeof explain>[1]][] = [
  ['the first page', 120, (db) => listRequests(db, all, none, first)],
  ['a later page', 120, (db) => listRequests(db, all, none, middle)],
  ['the first page of an integration', 120, (db) => listRequests(db, ofBusy, none, first)],
  ['a page of a quiet integration', 120, (db) => listRequests(db, ofQuiet, none, middle)],
  ['failed ones', 120, (db) => listRequests(db, all, FAILED, first)],
  ['failed ones of an integration', 120, (db) => listRequests(db, ofBusy, FAILED, middle)],
  ['failed ones of an integration without any', MAX_SCANNED, (db) => listRequests(db, ofQuiet, FAILED, first)],
  [
    'a status that none has',
    MAX_SCANNED,
    (db) => listRequests(db, ofBusy, { ...none, statusFrom: 201, statusTo: 201 }, first),
  ],
  [
    'a failed status that none has',
    MAX_SCANNED,
    (db) => listRequests(db, ofBusy, { ...FAILED, statusFrom: 422 }, first),
  ],
  ['a method that none has', MAX_SCANNED, (db) => listRequests(db, all, { ...none, method: 'PUT' }, first)],
  ['a route that none has', MAX_SCANNED, (db) => listRequests(db, ofBusy, { ...none, route: '/none' }, first)],
  [
    'an hour',
    1_000,
    (db) => listRequests(db, all, { ...none, from: '2026-10-03T12:00:00Z', to: '2026-10-03T13:00:00Z' }, first),
  ],
  ['the end of a scan', MAX_SCANNED, (db) => endOfScan(db, all, none, middle)],
  ['the end of a scan of an integration', MAX_SCANNED, (db) => endOfScan(db, ofBusy, none, middle)],
  ['the end of a scan of failed ones', MAX_SCANNED, (db) => endOfScan(db, ofQuiet, FAILED, first)],
  ['those with an id', 2, (db) => listRequests(db, all, { ...FAILED, requestId: 'request-50000' }, first)],
  ['one by its id', 2, (db) => findRequest(db, all, 'request-50000')],
  ['one that does not exist', 0, (db) => findRequest(db, ofBusy, 'request')],
];

describe.each([2, 100])('where one request in %i fails,', (everyFailed) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(activity, { service: 'own' });
    await service.sql(`SELECT make_partitions('requests', 'day', 7, '2026-10-01')`);
    // In five days; each thousandth is of another integration, which never fails; beside a thousand small institutions.
    await service.sql(
      `INSERT INTO requests (institution_id, id, time, integration_id, request_id, method, route, path, status, duration_ms, bytes_in, bytes_out, is_replay)
     SELECT CASE WHEN n <= ${ROWS} THEN $1::uuid ELSE md5((n / 5)::text)::uuid END, gen_random_uuid(), timestamptz '2026-10-01' + n % ${ROWS} * interval '4 seconds',
       CASE n % 1000 WHEN 1 THEN $3::uuid ELSE $2 END, 'request-' || n, CASE WHEN n % 20 = 0 THEN 'POST' ELSE 'GET' END, '/api/v4/users', '/api/v4/users',
       CASE n % $4::integer WHEN 0 THEN 404 ELSE 200 END, 1, 0, 100, false
     FROM generate_series(1, ${ROWS + 5_000}) AS n`,
      [institutionId, busy, quiet, everyFailed],
    );
    await service.sql(
      `INSERT INTO usage_routes
     SELECT institution_id, integration_id, date_trunc('hour', time), route, status / 100, count(*), 0, 0, sum(bytes_out) FROM requests GROUP BY 1, 2, 3, 4, 5`,
    );
    await service.sql(
      `INSERT INTO usage_hours
     SELECT institution_id, integration_id, date_trunc('hour', time), array_fill(1, ARRAY[140]), 0 FROM requests GROUP BY 1, 2, 3`,
    );
    await service.sql('ANALYZE requests, usage_routes, usage_hours');
  });
  afterAll(() => service.stop());

  it.each(cases)('of 100,000 requests of an institution few are read: %s', async (_, most, read) => {
    const plan = await explain(service, read);
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(most);
    expect(blocksTouched(plan), plan).toBeLessThanOrEqual(200 + most);
  });

  it('the last day of all integrations reads its sums, and the latest requests of the busy ones', async () => {
    const since = { hour: '2026-10-04T09:00:00Z', lately: '2026-10-05T00:00:00Z' };
    const plan = await explain(service, (db) => listIntegrationUsage(db, all, since));
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(LATEST_REQUESTS);
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
