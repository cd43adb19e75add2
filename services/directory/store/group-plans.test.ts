import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { listMemberIds, listMembers } from './group-members.ts';
import { findPeople } from './people.ts';
import { findGroupIdsOf } from './user-groups.ts';

const USERS = 20_000;
const GROUPS = 1_000;
const LIMIT = 51;
const institutionId = randomUUID();
const actor: TenantActor = {
  kind: 'integration',
  institutionId,
  integrationId: randomUUID(),
  createdBy: null,
  grant: FULL,
};
let service: TestService;

/** The n-th user or group. */
const idOf = (kind: 'a' | 'b', n: number) => `${kind.repeat(8)}-0000-7000-8000-${String(n).padStart(12, '0')}`;
const id = (kind: 'a' | 'b') => `(left('${idOf(kind, 0)}', 24) || lpad((n)::text, 12, '0'))::uuid`;

/** 1,000 groups of 100 users each, and one, the first by number, of three quarters of all. */
beforeAll(async () => {
  service = await startDirectory({ service: 'own' });
  const at = "timestamptz '2026-01-01' + n * interval '1 minute'";
  await service.sql(
    `INSERT INTO institutions (id, ref, name, created_at, updated_at) VALUES ($1::uuid, 'i', 'I', now(), now())`,
    [institutionId],
  );
  await service.sql(
    `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
     SELECT $1::uuid, ${id('a')}, n || '@x.example', n || '@x.example', 'Name', false, n % 10 = 0, gen_random_uuid(), ${at}, ${at}
     FROM generate_series(1, ${USERS}) AS n`,
    [institutionId],
  );
  await service.sql(
    `INSERT INTO user_groups (institution_id, id, name, member_count, revision, created_at, updated_at)
     SELECT $1::uuid, ${id('b')}, 'Group ' || n, 100, gen_random_uuid(), ${at}, ${at} FROM generate_series(0, ${GROUPS}) AS n`,
    [institutionId],
  );
  await service.sql(
    `INSERT INTO user_group_members
     SELECT $1::uuid, g.id, u.id FROM (SELECT n AS g, ${id('b')} AS id FROM generate_series(1, ${GROUPS}) AS n) AS g,
       (SELECT n AS u, ${id('a')} AS id FROM generate_series(1, ${USERS}) AS n) AS u WHERE u.u % (${USERS} / 100) = g.g % (${USERS} / 100)
     UNION ALL SELECT $1::uuid, '${idOf('b', 0)}', ${id('a')} FROM generate_series(1, ${USERS}) AS n WHERE n % 4 > 0`,
    [institutionId],
  );
  await service.sql('ANALYZE');
});
afterAll(() => service.stop());

const FIRST = { sort: '-infinity', id: NOWHERE, limit: LIMIT };
const members =
  (n: number, memberCount: number, ids: readonly string[] | null = null, isArchived: boolean | null = null) =>
  (db: Reader) =>
    listMembers(db, actor, FIRST, { group: { id: idOf('b', n), memberCount }, ids, isArchived });

const named = (text: string) => (db: Reader) =>
  findPeople(db, actor, { ...FIRST, sort: '' }, { text, isArchived: null, userGroupId: idOf('b', 7) });

it.each<[string, (db: Reader) => Promise<unknown>, number]>([
  ['members of a group', members(7, 100), 100],
  ['archived members of a group', members(7, 100, null, true), 100],
  ['members of a very large group', members(0, 15_000), 2 * LIMIT],
  ['archived members of a very large group', members(0, 15_000, null, true), 20 * LIMIT],
  ['members of a group by ids', members(7, 100, [idOf('a', 7), idOf('a', 8)]), 100],
  ['members with a part of a name', named('ame'), 100],
  ['ids of members of a very large group', (db) => listMemberIds(db, actor, idOf('b', 0), null), 1_000],
  ['groups of a user', (db) => findGroupIdsOf(db, actor, idOf('a', 7)), 10],
])('%s are found by an index', async (_, read, maxRows) => {
  const plan = await explain(service, read);
  expect(plan).not.toMatch(/Seq Scan on (users|user_groups|user_group_members)/);
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(maxRows);
});
