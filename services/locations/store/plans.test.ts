import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { IntegrationActor } from '../../../platform/core/actor.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { locations } from '../service.ts';
import { listBookableRooms } from './bookable-rooms.ts';
import { listLocations } from './locations.ts';
import { listRooms, listRoomsOfLocation, listRoomsWithIds, searchRooms } from './rooms.ts';

const LIMIT = 101;
const ALL = { isArchived: null, updatedSince: null };
const SETUPS = 3;
const institutionId = randomUUID();
const actor: IntegrationActor = { kind: 'integration', institutionId, integrationId: randomUUID(), createdBy: null };
const location = (n: number) => `aaaaaaaa-0000-7000-8000-${String(n).padStart(12, '0')}`;

let service: TestService;

/**
 * 5,000 rooms with three setups each, in ten locations. Every tenth changed on the second day, the last 30 on the
 * third.
 */
beforeAll(async () => {
  service = await startTestService(locations, { service: 'own' });
  await service.sql(
    `INSERT INTO locations SELECT $1, ('${location(0).slice(0, -1)}' || n)::uuid, NULL, 'L' || n, 'A', gen_random_uuid(), now(), now()
     FROM generate_series(0, 9) AS n`,
    [institutionId],
  );
  await service.sql(
    `INSERT INTO rooms SELECT $1, gen_random_uuid(), ('${location(0).slice(0, -1)}' || n % 10)::uuid, NULL, 'R' || lpad(n::text, 6, '0'),
       20 + n % 40, false, gen_random_uuid(), '2026-01-01', '2026-01-01'::timestamptz
         + CASE WHEN n > 4970 THEN interval '2 d' WHEN n % 10 = 0 THEN interval '1 d' ELSE interval '0' END FROM generate_series(1, 5000) AS n`,
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

/** Rooms are read with their setups; what is left unread is found in an index. */
const FEW = (1 + SETUPS) * LIMIT * 10;

it.each<[string, day: string, after: string]>([
  ['all', '2026-01-01', ''],
  ['every tenth', '2026-01-02', ''],
  ['30 at the end', '2026-01-03', ''],
  ['30, seen from behind most of them', '2026-01-03', 'R004990'],
  ['none', '2026-01-04', ''],
])('of rooms of which %s have changed, a page takes few reads', async (_, day, sort) => {
  const after = { sort, id: randomUUID(), limit: LIMIT };
  const updatedSince = `${day}T00:00:00.000Z`;
  for (const read of [
    (db: Reader) => listRooms(db, actor, after, { isArchived: null, updatedSince }),
    (db: Reader) => listRoomsOfLocation(db, actor, { locationId: location(3), isArchived: null, updatedSince }, after),
  ]) {
    const plan = await explain(service, read);
    expect(plan).not.toMatch(/Seq Scan on rooms/);
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(FEW);
  }
});

it('archived rooms, of which there are none, are no reads', async () => {
  const after = { sort: '', id: randomUUID(), limit: LIMIT };
  for (const isArchived of [true, false]) {
    const plan = await explain(service, (db) => listRooms(db, actor, after, { isArchived, updatedSince: null }));
    expect(plan).not.toMatch(/Seq Scan/);
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(isArchived ? 0 : SETUPS * LIMIT);
  }
});

it.each<[string, (db: Reader, after: Keyset, ids: readonly string[]) => Promise<unknown>]>([
  ['rooms', (db, after, ids) => listRoomsWithIds(db, actor, after, { ids, locationId: null, ...ALL })],
  [
    'rooms of a location',
    (db, after, ids) => listRoomsWithIds(db, actor, after, { ids, locationId: location(3), ...ALL }),
  ],
  [
    'locations',
    (db, after) => listLocations(db, actor, after, { ids: [location(1), location(2)], updatedSince: null }),
  ],
])('a list of %s by ids looks them up by key', async (_, read) => {
  const rooms = await service.sql<{ id: string }>('SELECT id FROM rooms ORDER BY id LIMIT 100');
  const after = { sort: '', id: NOWHERE, limit: LIMIT };
  const plan = await explain(service, (db) =>
    read(
      db,
      after,
      rooms.map(({ id }) => id),
    ),
  );
  expect(plan).not.toMatch(/Seq Scan/);
  expect(plan).toMatch(/(rooms|locations)_pkey/);
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(10 * SETUPS * LIMIT);
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
  const plan = await explain(service, (db) => searchRooms(db, actor, 'nothing'));
  expect(plan).not.toMatch(/Seq Scan/);
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(5_000);
});
