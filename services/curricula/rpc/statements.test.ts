import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { watchDatabaseTraffic } from '../../../dev/testing/database-traffic.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { CurriculumService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { PathwayService, PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { curricula } from '../service.ts';
import { groundCurricula } from '../testing/curricula.ts';
import { groundModules, type Ids, importGround } from '../testing/import-curricula.ts';
import { importLargeCurriculum } from '../testing/large-curriculum.ts';

let service: TestService;
let actor: TenantActor;
let call: Call;
let ids: Ids;

beforeAll(async () => {
  service = await startTestService(curricula);
  actor = { kind: 'operator', institutionId: randomUUID() };
  call = service.call(actor);
  ids = { ...(await importGround(call)), ...(await importLargeCurriculum(call)) };
});
afterAll(() => service.stop());

afterEach(() => {
  vi.restoreAllMocks();
});

const reads = CurriculumService.method;
const versions = CurriculumVersionService.method;
const imports = ImportService.method;
const page = { size: 50 };
const path = () => ({
  curriculaId: ids['curricula/large'] ?? '',
  curriculaVersionId: ids['curriculaVersions/large-1'] ?? '',
});
const pathway = () => ({ ...path(), name: 'P', type: PathwayType.FIXED });
const requirement = (...required: string[]) => ({
  records: [
    {
      moduleVersionId: ids['moduleVersions/systems-1'] ?? '',
      required: required.map((ref) => ({ moduleVersionId: ids[`moduleVersions/${ref}`] ?? '' })),
    },
  ],
});
const looks = [
  'import_lock',
  'curricula_lock_by_ref',
  'curriculum_versions_lock_by_ref',
  'curriculum_terms_lock_by_ref',
  'pathways_lock_by_ref',
  'module_clusters_lock_by_ref',
  'curriculum_items_lock_by_ref',
  'course_modules_by_ids',
  'module_versions_by_ids',
  'module_groups_by_ids',
];

it.each<[string, () => Promise<unknown>, string[], number]>([
  [
    'GetCurriculumVersion of 600 items',
    () => call(versions.getCurriculumVersion, { curriculaId: path().curriculaId, id: path().curriculaVersionId }),
    ['curriculum_versions_detail'],
    1,
  ],
  ['GetCurriculum', () => call(reads.getCurriculum, { id: path().curriculaId }), ['curricula_by_id'], 1],
  ['ListCurricula', () => call(reads.listCurricula, { page }), ['curricula_list'], 1],
  [
    'ListCurricula by isArchived',
    () => call(reads.listCurricula, { page, isArchived: false }),
    ['curricula_list_archived_or_not'],
    1,
  ],
  [
    'ListCurriculumVersions',
    () => call(versions.listCurriculumVersions, { page, curriculaId: path().curriculaId }),
    ['curriculum_versions_list'],
    1,
  ],
  ['ListPathways', () => call(PathwayService.method.listPathways, { page, ...path() }), ['pathways_list'], 1],
  [
    'CreatePathway with a key',
    () => service.callWithKey(actor, { key: 'k', fingerprint: 'f' })(PathwayService.method.createPathway, pathway()),
    [
      'BEGIN',
      'idempotency_keys_claim',
      'curriculum_versions_lock_by_id',
      'pathways_last_position',
      'pathways_insert',
      'curriculum_versions_revise',
      'outbox_insert_rows',
      'idempotency_keys_remember',
      'COMMIT',
    ],
    2,
  ],
  [
    'ImportTags, one changed',
    () => call(imports.importTags, { records: [{ ref: 'core', name: 'Other' }] }),
    ['BEGIN', 'import_lock', 'tags_lock_by_ref', 'tags_update_rows', 'COMMIT'],
    2,
  ],
  [
    'ImportCourseModules, known',
    () => call(imports.importCourseModules, { records: groundModules(ids) }),
    [
      'BEGIN',
      'import_lock',
      'course_modules_lock_by_ref',
      'module_versions_lock_by_ref',
      'course_module_tags_of_refs',
      'tags_by_ids',
      'COMMIT',
    ],
    2,
  ],
  [
    'ImportModuleRequirements',
    () => call(imports.importModuleRequirements, requirement('analysis-1', 'systems-2')),
    [
      'BEGIN',
      'import_lock',
      'module_connections_of_children',
      'module_versions_by_ids',
      'module_connections_insert_rows',
      'COMMIT',
    ],
    2,
  ],
  [
    'ImportCurricula, all new',
    () => call(imports.importCurricula, { records: groundCurricula(ids) }),
    [
      'BEGIN',
      ...looks,
      'curricula_insert_rows',
      'curriculum_versions_end_defaults',
      'curriculum_versions_insert_rows',
      'curriculum_terms_insert_rows',
      'pathways_insert_rows',
      'module_clusters_insert_rows',
      'curriculum_items_insert_rows',
      'outbox_insert_rows',
      'COMMIT',
    ],
    2,
  ],
  [
    'ImportCurricula, all known',
    () => call(imports.importCurricula, { records: groundCurricula(ids) }),
    ['BEGIN', ...looks, 'COMMIT'],
    2,
  ],
])('%s', async (_, run, expected, expectedFlights) => {
  const traffic = watchDatabaseTraffic();
  await run();
  expect(traffic).toEqual({ statements: expected, flights: expectedFlights });
});
