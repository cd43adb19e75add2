import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_LOOKED_AT, MAX_SEARCHED } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { blocksTouched, explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { findCourses, findCoursesOfLayers } from './courses.ts';
import { searchCourses, searchUsers } from './search.ts';
import { listHeld } from './sync-guards.ts';
import { listCodes, MAX_CODES } from './user-codes.ts';
import { findUserSummaries } from './users.ts';

const ROWS = 20_000;
const SMALL_INSTITUTIONS = 1_000;
const institutionId = randomUUID();
const actor: TenantActor = {
  kind: 'integration',
  institutionId,
  integrationId: randomUUID(),
  createdBy: null,
  grant: FULL,
};

let service: TestService;
beforeAll(async () => {
  service = await startDirectory({ service: 'own' });
  await service.sql(
    `INSERT INTO institutions (id, ref, name, created_at, updated_at)
     SELECT CASE n WHEN 0 THEN $1 ELSE gen_random_uuid() END, 'institution-' || n, 'Name', now(), now()
     FROM generate_series(0, ${SMALL_INSTITUTIONS}) AS n`,
    [institutionId],
  );
  const OWNERS = `(SELECT id AS owner, CASE id WHEN $1 THEN ${ROWS} ELSE 2 END AS size FROM institutions) AS i, generate_series(1, i.size) AS n`;
  const AT = "timestamptz '2026-01-01' + n * interval '1 minute'";
  await service.sql(
    `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
     SELECT owner, md5(owner || 'user' || n)::uuid, n || '@x.example', n || '@x.example', 'Name', false, false, gen_random_uuid(), ${AT}, ${AT}
     FROM ${OWNERS} ORDER BY n`,
    [institutionId],
  );
  await service.sql(
    `INSERT INTO courses (institution_id, id, layer_id, layer_name, name, code, code_key, is_archived, revision, created_at, updated_at)
     SELECT owner, md5(owner || 'course' || n)::uuid, md5(owner || 'layer' || n)::uuid, 'Layer', 'Course', n::text, n::text, false, gen_random_uuid(), ${AT}, ${AT}
     FROM ${OWNERS} ORDER BY n`,
    [institutionId],
  );
  await service.sql(
    `INSERT INTO sync_guards (institution_id, integration_id, minute, last_at, counted, departed, active, active_at)
     SELECT $1, md5(s::text)::uuid, at, at, 900, 900, 100000, at
     FROM generate_series(1, 5) AS s, (SELECT timestamptz '2026-01-01' + n * interval '1 minute' AS at FROM generate_series(0, 120) AS n) AS m`,
    [institutionId],
  );
  await service.sql('ANALYZE users, courses, sync_guards');
});
afterAll(() => service.stop());

const idOf = (kind: string, n: number) =>
  createHash('md5')
    .update(`${institutionId}${kind}${n}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const idsOf = (kind: string, count: number) => Array.from({ length: count }, (_, n) => idOf(kind, 1 + n * 300));

const FIRST = { sort: '-infinity', id: NOWHERE, limit: 51 };
const ANY = { ids: null, code: null, updatedSince: null, isArchived: null };

it.each([
  ['50 users by their ids', 50, (db) => findUserSummaries(db, actor, idsOf('user', 50))],
  ['courses by layers and ids', 20, (db) => findCoursesOfLayers(db, actor, idsOf('layer', 10), idsOf('course', 20))],
  ['the syncs that are held', 300, (db) => listHeld(db, actor, Date.parse('2026-01-01T02:00:00Z'))],
  ['users by a text that is rare', MAX_SEARCHED, (db) => searchUsers(db, actor, 'nobody')],
  ['courses by a text that is rare', MAX_SEARCHED, (db) => searchCourses(db, actor, 'nothing')],
  ['a page of courses by a text that is rare', MAX_LOOKED_AT, (db) => findCourses(db, actor, FIRST, ANY, 'nothing')],
  [
    'a page of current courses by a text that all have',
    300,
    (db) => findCourses(db, actor, FIRST, { ...ANY, isArchived: false }, 'course'),
  ],
  ['codes of users', MAX_CODES, (db) => listCodes(db, actor)],
] satisfies [string, number, Parameters<typeof explain>[1]][])(
  'of an institution with many rows, beside a thousand with two, few are read: %s',
  async (_, most, read) => {
    const plan = await explain(service, read);
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(most);
    expect(blocksTouched(plan), plan).toBeLessThanOrEqual(400 + most / 10);
  },
);
