import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { nextUpdatedSince } from '../../../platform/handler/next-updated-since.ts';
import { ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionService } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { ProgramImport } from '../../../test/support/curricula/program-import.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import type { Ids } from '../../../test/support/import-records.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';
import { curricula } from '../service.ts';

let service: TestService;
let at: ProgramImport;
let ids: Ids;

beforeAll(async () => {
  service = await startTestService(curricula);
  // A process makes it once a second, and this clock stands still.
  await nextUpdatedSince(service.runtime);
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
    curricula: ['science'],
    versions: [
      { ref: `p${n}-1`, name: '1' },
      { ref: `p${n}-2`, name: '2', isDefault: true },
    ],
  }));

const programs = ProgramService.method;
const versions = ProgramVersionService.method;
const page = { size: 100 };
const path = () => ({ studyProgramId: ids['programs/care'] ?? '', id: ids['programVersions/care-26'] ?? '' });
const renamed = (name: string) => ({ version: { name }, updateMask: { paths: ['name'] } });
it.each<[string, () => Promise<unknown>, roundTrips: number, statements: number]>([
  ['GetProgram', () => at.call(programs.getProgram, { id: path().studyProgramId }), 1, 1],
  [
    'GetProgram, ten at once',
    () => Promise.all(Array.from({ length: 10 }, () => at.call(programs.getProgram, { id: path().studyProgramId }))),
    1,
    1,
  ],
  ['ListPrograms, a hundred', () => at.call(programs.listPrograms, { page }), 1, 1],
  ['ListPrograms by ids', () => at.call(programs.listPrograms, { page, ids: { ids: [NOWHERE] } }), 1, 1],
  ['ListPrograms by code', () => at.call(programs.listPrograms, { page, code: 'MANY' }), 1, 1],
  ['CreateProgram', () => at.call(programs.createProgram, { program: { name: 'P' } }), 1, 3],
  [
    'CreateProgram with curricula',
    () =>
      at.call(programs.createProgram, { program: { name: 'P' }, curriculaIds: [at.ids['curricula/science'] ?? ''] }),
    2,
    7,
  ],
  ['GetProgramVersion', () => at.call(versions.getProgramVersion, path()), 1, 1],
  ['ListProgramVersions', () => at.call(versions.listProgramVersions, { ...path(), page }), 1, 1],
  ['CreateProgramVersion', () => at.call(versions.createProgramVersion, { ...path(), version: { name: 'V' } }), 2, 6],
  ['UpdateProgramVersion', () => at.call(versions.updateProgramVersion, { ...path(), ...renamed('V') }), 2, 7],
  [
    'UpdateProgramVersion of nothing',
    () => at.call(versions.updateProgramVersion, { ...path(), version: {}, updateMask: {} }),
    2,
    4,
  ],
  ['ImportPrograms, two hundred known', () => at.send(manyPrograms(200)), 2, 7],
  ['ImportPrograms, four hundred, half of them new', () => at.send(manyPrograms(400)), 2, 11],
  ['ImportPrograms with cohorts', () => at.send(at.withCare({ name: 'Changed' })), 2, 15],
])('%s', async (_, run, roundTrips, statements) => {
  const traffic = watchDatabaseTraffic();
  await run();
  expect([traffic.roundTrips, traffic.statements.length]).toEqual([roundTrips, statements]);
});
