import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { IntegrationActor } from '../../../platform/core/actor.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { curricula } from '../service.ts';
import { listCurricula } from './curricula.ts';
import { listPrograms } from './programs.ts';

const ROWS = 5_000;
const institutionId = randomUUID();
const actor: IntegrationActor = { kind: 'integration', institutionId, integrationId: randomUUID(), createdBy: null };
const FIRST = { sort: '-infinity', id: NOWHERE, limit: 101 };
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const ids = Array.from({ length: 100 }, (_, n) => idOf(1 + n * 47));

let service: TestService;

beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own' });
  const ID = "('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid";
  const AT = "timestamptz '2026-01-01' + n * interval '1 minute'";
  await service.sql(
    `INSERT INTO curricula (institution_id, id, ref, name, is_cohort_specific, is_archived, revision, created_at, updated_at)
     SELECT $1, ${ID}, 'c' || n, 'C', false, false, gen_random_uuid(), ${AT}, ${AT} FROM generate_series(1, ${ROWS}) AS n`,
    [institutionId],
  );
  await service.sql(
    `WITH versions AS (
       INSERT INTO program_versions (institution_id, id, study_program_id, name, revision, created_at, updated_at)
       SELECT $1, ${ID}, ${ID}, 'V', gen_random_uuid(), ${AT}, ${AT} FROM generate_series(1, ${ROWS}) AS n)
     INSERT INTO programs (institution_id, id, name, has_cohorts, is_archived, default_version_id, revision, created_at, updated_at)
     SELECT $1, ${ID}, 'P', false, false, ${ID}, gen_random_uuid(), ${AT}, ${AT} FROM generate_series(1, ${ROWS}) AS n`,
    [institutionId],
  );
  await service.sql('ANALYZE');
});
afterAll(() => service.stop());

it.each<[string, RegExp, (db: Reader) => Promise<unknown>]>([
  ['curricula', /curricula_pkey/, (db) => listCurricula(db, actor, FIRST, { ids, isArchived: null })],
  [
    'programs',
    /programs_pkey/,
    (db) => listPrograms(db, actor, FIRST, { ids, code: null, isArchived: false, updatedSince: null }),
  ],
])('a list of %s by ids looks them up by key', async (_, key, read) => {
  const plan = await explain(service, read);
  expect(plan).toMatch(key);
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(200);
});
