import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IntegrationActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { listUsers } from './users.ts';

const USERS = 100_000;
const LIMIT = 51;
const institutionId = randomUUID();
const actor: IntegrationActor = {
  kind: 'integration',
  institutionId,
  integrationId: randomUUID(),
  createdBy: null,
  grant: FULL,
};
const second = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

let service: TestService;

/**
 * In order of creation, one a second: every third of the first 80,000 changed on the next day, and all later ones on
 * the day after that.
 */
beforeAll(async () => {
  service = await startDirectory();
  await service.sql(
    `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
     SELECT $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@x.example', n || '@x.example', 'N', true, false,
       gen_random_uuid(), '2026-01-01T00:00Z'::timestamptz + n * interval '1 s', '2026-01-01T00:00Z'::timestamptz + n * interval '1 s'
         + CASE WHEN n > 80000 THEN interval '48 h' WHEN n % 3 = 0 THEN interval '24 h' ELSE interval '0' END
     FROM generate_series(1, ${USERS}) AS n`,
    [institutionId],
  );
  await service.sql('ANALYZE users');
});
afterAll(() => service.stop());

const DAY = 86_400;
/** The number of users that have changed since, and the maximum of rows that a page of them may read. */
it.each<[string, updatedSince: string, position: number, maxRows: number]>([
  ['none', second(3 * DAY + USERS), 0, 10 * LIMIT],
  ['30 at the end', second(2 * DAY + USERS - 29), 0, 10 * LIMIT],
  ['30, seen from behind most of them', second(2 * DAY + USERS - 29), USERS - 10, 10 * LIMIT],
  ['5,000 at the end', second(2 * DAY + USERS - 4_999), 0, 5_000],
  ['every third', second(DAY), 0, 10 * LIMIT],
  ['all', second(0), 0, LIMIT],
  ['all, seen from the middle', second(0), USERS / 2, LIMIT],
])('of %s, a page takes few reads', async (_, updatedSince, position, maxRows) => {
  const after = { sort: second(position), id: id(position), limit: LIMIT };
  const plan = await explain(service, (db) =>
    listUsers(db, actor, after, { email: null, code: null, ids: null, isArchived: null, updatedSince }),
  );
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(maxRows);
  expect(plan).not.toMatch(/Seq Scan/);
});

it('is the list without unchanged users, wherever it begins and however many have changed', async () => {
  const call = service.call(actor);
  const instants = fc.integer({ min: 0, max: 3 * DAY + USERS }).map(second);
  const few = fc.integer({ min: 2 * DAY + USERS - 100, max: 2 * DAY + USERS }).map(second);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(instants, few),
      fc.oneof(fc.integer({ min: 0, max: USERS }), fc.integer({ min: USERS - 200, max: USERS })),
      fc.integer({ min: 1, max: 100 }),
      async (updatedSince, position, size) => {
        const page = { size, after: { sort: second(position), id: id(position) } };
        const { users, hasMore } = await call(UserService.method.listUsers, { page, updatedSince });
        const expected = await service.sql<{ id: string }>(
          `SELECT id FROM (SELECT id, created_at, updated_at FROM users WHERE institution_id = $1 OFFSET 0) AS all_users
           WHERE updated_at >= $2 AND (created_at, id) > ($3, $4) ORDER BY created_at, id LIMIT $5`,
          [institutionId, updatedSince, page.after.sort, page.after.id, size + 1],
        );
        expect([users.map((user) => user.id), hasMore]).toEqual([
          expected.slice(0, size).map((user) => user.id),
          expected.length > size,
        ]);
      },
    ),
    { numRuns: 40 },
  );
});
