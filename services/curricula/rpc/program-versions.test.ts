import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { present } from '../../../platform/core/present.ts';
import { type Program, ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionService } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { ProgramImport } from '../../../test/support/curricula/program-import.ts';
import { curricula } from '../service.ts';

const { createProgramVersion } = ProgramVersionService.method;

let service: TestService;
let at: ProgramImport;
let program: Program;

beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  at = await ProgramImport.prepare(service);
  program = present(
    (await at.call(ProgramService.method.createProgram, { program: { name: 'Care' } })).program,
    'program',
  );
  service.clock.advance(1000);
});

const create = async (name = 'Next', studyProgramId = program.id) =>
  present((await at.call(createProgramVersion, { studyProgramId, version: { name } })).detail?.version, 'version');

describe('CreateProgramVersion', () => {
  it('counts cohorts and versions correctly beside an import', async () => {
    const ids = await at.sendForIds();
    const care = ids['programs/care'] ?? '';
    const cohorts = (n: number) =>
      Array.from({ length: n }, (_, i) => ({
        ref: `c${i}`,
        name: 'C',
        startDate: '2026-10-01T00:00:00.000Z',
        endDate: '2027-10-01T00:00:00.000Z',
        curriculaVersion: 'first',
      }));
    await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => create(`V${n}`, care)),
      ...Array.from({ length: 10 }, (_, n) => at.send(at.withCohorts(...cohorts(n + 1)))),
    ]);
    const [imported] = (await at.programs()).filter(({ id }) => id === care);
    // The two of the bundle stay when later bundles no longer contain them.
    expect(imported).toMatchObject({ versionsCount: 22, cohortsCount: 12 });
    expect(imported?.versions.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});
