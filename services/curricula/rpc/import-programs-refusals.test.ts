import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import { curricula } from '../service.ts';
import { NOWHERE } from '../testing/import-curricula.ts';
import { ProgramImport } from '../testing/program-import.ts';
import { groundCohorts, importProgramGround, type ProgramRecords } from '../testing/programs.ts';

let service: TestService;
let at: ProgramImport;

beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

beforeEach(async () => {
  at = await ProgramImport.prepare(service);
});

describe('ImportPrograms', () => {
  it('refuses inconsistent batches and unknown references, and writes nothing', async () => {
    const other = await importProgramGround(service.call({ kind: 'operator', institutionId: randomUUID() }));
    const [spring] = groundCohorts(at.ids);
    const faults: [ProgramRecords, string][] = [
      [
        [at.bundle[1], { ref: 'data', name: 'D', versions: [{ ref: 'x', name: 'X' }] }] as ProgramRecords,
        '/records/1/ref',
      ],
      [at.withCare({ versions: [{ ref: 'data-1', name: 'X' }] }), '/records/1/versions/0/ref'],
      [at.withCohorts(spring ?? {}, spring ?? {}), '/records/0/versions/0/cohorts/1/ref'],
      [
        at.withCare({ versions: [at.bundle[0]?.versions?.[1], { ref: 'x', name: 'X', isDefault: true }] }),
        '/records/0/versions/1/isDefault',
      ],
      [at.withCare({ curriculaIds: [other['curricula/science']] }), '/records/0/curriculaIds/0'],
      [at.withCare({ curriculaIds: ['x'] }), '/records/0/curriculaIds/0'],
    ];
    const cohortFaults: [object, string][] = [
      [{ curriculaVersionId: other['curriculaVersions/first'] }, 'curriculaVersionId'],
      [{ curriculaVersionId: NOWHERE }, 'curriculaVersionId'],
      [{ originalCurriculaVersionId: other['curriculaVersions/first'] }, 'originalCurriculaVersionId'],
      [{ startDate: '2027-02-30T00:00:00.000Z' }, 'startDate'],
      [
        { terms: [{ termId: other['terms/t1'], organizationTermId: at.ids['organizationTerms/w26'] }] },
        'terms/0/termId',
      ],
      [
        { terms: [{ termId: at.ids['terms/t1'], organizationTermId: other['organizationTerms/w26'] }] },
        'terms/0/organizationTermId',
      ],
    ];
    faults.push(
      ...cohortFaults.map(([change, name]): [ProgramRecords, string] => [
        at.withCohorts({ ...spring, ...change }),
        `/records/0/versions/0/cohorts/0/${name}`,
      ]),
    );
    for (const [records, pointer] of faults) {
      await expect(at.send(records)).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer }] });
    }
    expect(await at.programs()).toEqual([]);
  });

  it('refuses to take a version from a program outside the batch', async () => {
    await at.sendForIds();
    await expect(
      at.send([{ ref: 'new', name: 'New', versions: [{ ref: 'data-1', name: 'Data' }] }]),
    ).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer: '/records/0/versions/0/ref' }] });
  });
});
