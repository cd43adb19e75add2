import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LooseRecords } from '../../../dev/testing/import-records.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import { directory } from '../../directory/service.ts';
import { curricula } from '../service.ts';
import { NOWHERE } from '../testing/import-curricula.ts';
import { ProgramImport } from '../testing/program-import.ts';
import { groundCohorts } from '../testing/programs.ts';

let service: TestService;
let at: ProgramImport;

beforeAll(async () => {
  service = await startTestService(curricula, { peers: [directory] });
});
afterAll(() => service.stop());

beforeEach(async () => {
  at = await ProgramImport.prepare(service);
});

describe('an import of programs', () => {
  it('refuses inconsistent batches and unknown references, and writes nothing', async () => {
    const [spring] = groundCohorts();
    const faults: [LooseRecords, string][] = [
      [[at.bundle[1], { ref: 'data', name: 'D', versions: [{ ref: 'x', name: 'X' }] }], '/programs/1/ref'],
      [at.withCare({ versions: [{ ref: 'data-1', name: 'X' }] }), '/programs/1/versions/0/ref'],
      [at.withCohorts(spring, spring), '/programs/0/versions/0/cohorts/1/ref'],
      [
        at.withCare({ versions: [at.bundle[0]?.versions?.[1], { ref: 'x', name: 'X', isDefault: true }] }),
        '/programs/0/versions/1/isDefault',
      ],
      [at.withCare({ versions: [] }), '/programs/0/versions'],
      [at.withCare({ curricula: ['x'] }), '/programs/0/curricula/0'],
      [at.withCare({ responsibleUsers: [NOWHERE] }), '/programs/0/responsibleUsers/0'],
    ];
    const cohortFaults: [object, string][] = [
      [{ curriculaVersion: 'x' }, 'curriculaVersion'],
      [{ originalCurriculaVersion: 'x' }, 'originalCurriculaVersion'],
      [{ startDate: '2027-02-30T00:00:00.000Z' }, 'startDate'],
      [{ terms: [{ term: 'x', organizationTerm: 'w26' }] }, 'terms/0/term'],
      [{ terms: [{ term: 't1', organizationTerm: 'x' }] }, 'terms/0/organizationTerm'],
    ];
    faults.push(
      ...cohortFaults.map(([change, name]): [LooseRecords, string] => [
        at.withCohorts({ ...spring, ...change }),
        `/programs/0/versions/0/cohorts/0/${name}`,
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
    ).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer: '/programs/0/versions/0/ref' }] });
  });
});
