import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { groundCurricula } from '../../../test/support/curricula/curricula.ts';
import { groundModules, importGround } from '../../../test/support/curricula/import-curricula.ts';
import { importLargeCurriculum } from '../../../test/support/curricula/large-curriculum.ts';
import { type Ids, importRecords } from '../../../test/support/import-records.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';
import { curricula } from '../service.ts';

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

const versions = CurriculumVersionService.method;
const path = () => ({
  curriculaId: ids['curricula/large'] ?? '',
  curriculaVersionId: ids['curriculaVersions/large-1'] ?? '',
});
const requirement = () => {
  const [, systems] = groundModules();
  systems.versions[0].requires = [{ ref: 'analysis-1' }, { ref: 'systems-2' }];
  return [systems];
};

it.each<[string, () => Promise<unknown>, roundTrips: number, statements: number]>([
  [
    'GetCurriculumVersion of 600 items',
    () => call(versions.getCurriculumVersion, { curriculaId: path().curriculaId, id: path().curriculaVersionId }),
    1,
    1,
  ],
  ['ImportTags, one changed', () => importRecords(call, 'tags', [{ ref: 'core', name: 'Other' }]), 2, 5],
  ['ImportCourseModules, known', () => importRecords(call, 'courseModules', groundModules()), 2, 7],
  ['ImportModuleRequirements', () => importRecords(call, 'courseModules', requirement()), 3, 10],
  ['ImportCurricula, all new', () => importRecords(call, 'curricula', groundCurricula()), 2, 20],
  ['ImportCurricula, all known', () => importRecords(call, 'curricula', groundCurricula()), 2, 12],
])('%s', async (_, run, roundTrips, statements) => {
  const traffic = watchDatabaseTraffic('curricula');
  await run();
  expect([traffic.roundTrips, traffic.statements.length]).toEqual([roundTrips, statements]);
});
