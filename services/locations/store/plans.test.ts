import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { IntegrationActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { locations } from '../service.ts';
import { listBookableRooms } from './bookable-rooms.ts';
import { listLocations } from './locations.ts';
import { findRooms, searchRooms } from './rooms.ts';

const LIMIT = 101;
const SETUPS = 3;
const institutionId = randomUUID();
const actor: IntegrationActor = {
  kind: 'integration',
  institutionId,
  integrationId: randomUUID(),
  createdBy: null,
  grant: FULL,
};
const location = (n: number) => `aaaaaaaa-0000-7000-8000-${String(n).padStart(12, '0')}`;

let service: TestService;

/** 5,000 rooms with three setups each, in ten locations. */
beforeAll(async () => {
  service = await startTestService(locations, { service: 'own' });
  await service.sql(
    `INSERT INTO locations SELECT $1, ('${location(0).slice(0, -1)}' || n)::uuid, NULL, 'L' || n, 'A', gen_random_uuid(), now(), now()
     FROM generate_series(0, 9) AS n`,
    [institutionId],
  );
  await service.sql(
    `INSERT INTO rooms SELECT $1, gen_random_uuid(), ('${location(0).slice(0, -1)}' || n % 10)::uuid, NULL, 'R' || lpad(n::text, 6, '0'),
       20 + n % 40, false, gen_random_uuid(), '2026-01-01', '2026-01-01' FROM generate_series(1, 5000) AS n`,
    [institutionId],
  );
  await service.sql(
    `INSERT INTO room_setups SELECT institution_id, gen_random_uuid(), id, NULL, 'S' || s, 10 * s, s = 2, now(), now()
     FROM rooms, generate_series(1, ${SETUPS}) AS s`,
  );
  await service.sql('ANALYZE');
});
afterAll(() => service.stop());

const bookable = (filters: Partial<{ locationId: string; capacity: number }>) => (db: Reader) =>
  listBookableRooms(
    db,
    actor,
    { sort: 'R001000', id: randomUUID(), limit: LIMIT },
    { locationId: undefined, capacity: 30, ...filters },
  );

it.each<[string, (db: Reader) => Promise<unknown>]>([
  ['that are large enough', bookable({})],
  ['of which none is large enough', bookable({ capacity: 1000 })],
  ['of a location', bookable({ locationId: location(3) })],
  ['of a location, of which none is large enough', bookable({ locationId: location(3), capacity: 1000 })],
])('rooms %s: reads no more rooms than the page holds', async (_, read) => {
  const plan = await explain(service, read);
  expect(plan).not.toMatch(/Seq Scan/);
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(SETUPS * LIMIT);
});

it('a page of changed locations counts each of their rooms once', async () => {
  const after = { sort: '', id: randomUUID(), limit: LIMIT };
  const plan = await explain(service, (db) =>
    listLocations(db, actor, after, { ids: null, updatedSince: '2026-01-01T00:00:00.000Z' }),
  );
  expect(plan).not.toMatch(/Seq Scan on rooms/);
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(5_000);
});

it('a search that finds nothing reads each room once', async () => {
  const filters = { ids: null, locationId: null, updatedSince: null, isArchived: null };
  for (const read of [
    (db: Reader) => searchRooms(db, actor, 'nothing'),
    (db: Reader) => findRooms(db, actor, { sort: '', id: randomUUID(), limit: LIMIT }, filters, 'nothing'),
  ]) {
    const plan = await explain(service, read);
    expect(plan).not.toMatch(/Seq Scan/);
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(5_000);
  }
});
