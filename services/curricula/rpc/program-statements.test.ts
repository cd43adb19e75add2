import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionService } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { ProgramImport } from '../../../test/support/curricula/program-import.ts';
import type { Ids } from '../../../test/support/import-records.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';
import { curricula } from '../service.ts';

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
    curricula: ['science'],
    versions: [
      { ref: `p${n}-1`, name: '1' },
      { ref: `p${n}-2`, name: '2', isDefault: true },
    ],
  }));

const programs = ProgramService.method;
const versions = ProgramVersionService.method;
const path = () => ({ studyProgramId: ids['programs/care'] ?? '', id: ids['programVersions/care-26'] ?? '' });
it.each<[string, () => Promise<unknown>, roundTrips: number, statements: number]>([
  [
    'CreateProgram with curricula',
    () =>
      at.call(programs.createProgram, { program: { name: 'P' }, curriculaIds: [at.ids['curricula/science'] ?? ''] }),
    2,
    7,
  ],
  [
    'UpdateProgramVersion of nothing',
    () => at.call(versions.updateProgramVersion, { ...path(), version: {}, updateMask: {} }),
    2,
    4,
  ],
  ['ImportPrograms, two hundred known', () => at.send(manyPrograms(200)), 2, 7],
  ['ImportPrograms, four hundred, half of them new', () => at.send(manyPrograms(400)), 2, 11],
  ['ImportPrograms with cohorts', () => at.send(at.withCare({ name: 'Changed' })), 2, 14],
])('%s', async (_, run, roundTrips, statements) => {
  const traffic = watchDatabaseTraffic('curricula');
  await run();
  expect([traffic.roundTrips, traffic.statements.length]).toEqual([roundTrips, statements]);
});
