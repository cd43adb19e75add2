import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { watchDatabaseTraffic } from '../../../dev/testing/database-traffic.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import { ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionService } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { curricula } from '../service.ts';
import type { Ids } from '../testing/import-curricula.ts';
import { ProgramImport } from '../testing/program-import.ts';

let service: TestService;
let at: ProgramImport;
let ids: Ids;

beforeAll(async () => {
  service = await startTestService(curricula);
  at = await ProgramImport.prepare(service);
  ids = await at.sendForIds();
  await at.send(manyPrograms(200));
});
afterAll(() => service.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

/** Each with two versions and a connected curriculum. */
const manyPrograms = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ref: `p${n}`,
    name: `P${n}`,
    code: 'MANY',
    curriculaIds: [at.ids['curricula/science'] ?? ''],
    versions: [
      { ref: `p${n}-1`, name: '1' },
      { ref: `p${n}-2`, name: '2', isDefault: true },
    ],
  }));

const programs = ProgramService.method;
const versions = ProgramVersionService.method;
const written = (...names: string[]) => ['BEGIN', ...names, 'outbox_insert_rows', 'COMMIT'];
const page = { size: 100 };
const path = () => ({ studyProgramId: ids['programs/care'] ?? '', id: ids['programVersions/care-26'] ?? '' });
const loads = [
  'import_lock',
  'programs_lock_by_ref',
  'program_versions_lock_by_ref',
  'cohorts_lock_by_ref',
  'program_curricula_of_refs',
  'program_responsible_users_of_refs',
  'cohort_terms_of_refs',
  'curricula_by_ids',
];
const loadsWithCohorts = [
  ...loads,
  'curriculum_versions_by_ids',
  'curriculum_terms_by_ids',
  'organization_terms_by_ids',
];

it.each<[string, () => Promise<unknown>, string[], number]>([
  ['GetProgram', () => at.call(programs.getProgram, { id: path().studyProgramId }), ['programs_by_id'], 1],
  [
    'GetProgram, ten at once',
    () => Promise.all(Array.from({ length: 10 }, () => at.call(programs.getProgram, { id: path().studyProgramId }))),
    ['programs_by_id'],
    1,
  ],
  ['ListPrograms, a hundred', () => at.call(programs.listPrograms, { page }), ['programs_list'], 1],
  ['ListPrograms by code', () => at.call(programs.listPrograms, { page, code: 'MANY' }), ['programs_list_by_code'], 1],
  [
    'CreateProgram',
    () => at.call(programs.createProgram, { name: 'P' }),
    ['programs_insert', 'program_versions_insert', 'outbox_insert_rows'],
    1,
  ],
  [
    'CreateProgram with curricula',
    () => at.call(programs.createProgram, { name: 'P', curriculaIds: [at.ids['curricula/science'] ?? ''] }),
    written(
      'curricula_lock_connectable',
      'programs_insert',
      'program_versions_insert',
      'program_curricula_insert_rows',
    ),
    2,
  ],
  ['GetProgramVersion', () => at.call(versions.getProgramVersion, path()), ['program_versions_by_id'], 1],
  [
    'ListProgramVersions',
    () => at.call(versions.listProgramVersions, { ...path(), page }),
    ['program_versions_list'],
    1,
  ],
  [
    'CreateProgramVersion',
    () => at.call(versions.createProgramVersion, { ...path(), versionName: 'V' }),
    written('programs_lock', 'program_versions_insert', 'programs_touch'),
    2,
  ],
  [
    'UpdateProgramVersion',
    () => at.call(versions.updateProgramVersion, { ...path(), name: 'V' }),
    written('programs_lock', 'program_versions_by_id', 'program_versions_update', 'programs_touch'),
    2,
  ],
  [
    'UpdateProgramVersion of nothing',
    () => at.call(versions.updateProgramVersion, path()),
    ['BEGIN', 'programs_lock', 'program_versions_by_id', 'COMMIT'],
    2,
  ],
  ['ImportPrograms, two hundred known', () => at.send(manyPrograms(200)), ['BEGIN', ...loads, 'COMMIT'], 2],
  [
    'ImportPrograms, four hundred, half of them new',
    () => at.send(manyPrograms(400)),
    written(...loads, 'programs_insert_rows', 'program_versions_insert_rows', 'program_curricula_insert_rows'),
    2,
  ],
  [
    'ImportPrograms with cohorts',
    () => at.send(at.withCare({ name: 'Changed' })),
    written(...loadsWithCohorts, 'programs_update_rows', 'program_versions_update_rows'),
    2,
  ],
])('%s', async (_, run, expected, expectedFlights) => {
  const traffic = watchDatabaseTraffic();
  await run();
  expect(traffic).toEqual({ statements: expected, flights: expectedFlights });
});
