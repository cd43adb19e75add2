import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesOf, idsOf, type LooseRecords } from '../../../dev/testing/import-records.ts';
import { publishedEvents } from '../../../dev/testing/published-events.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import { directory } from '../../directory/service.ts';
import { curricula } from '../service.ts';
import { NOWHERE } from '../testing/import-curricula.ts';
import { ProgramImport } from '../testing/program-import.ts';
import { groundCohorts } from '../testing/programs.ts';

let service: TestService;
let at: ProgramImport;

beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own', peers: [directory] });
});
afterAll(() => service.stop());

beforeEach(async () => {
  at = await ProgramImport.prepare(service);
});

describe('an import of programs', () => {
  it('moves a cohort to another version, and a version to another program, keeping their ids', async () => {
    const here = await at.sendForIds();
    const cohorts = groundCohorts();
    const moved = await at.send([
      { ...at.bundle[0], versions: [{ ref: 'care-27', name: '2027', isDefault: true, cohorts: [cohorts[0]] }] },
      {
        ...at.bundle[1],
        versions: [
          { ref: 'data-1', name: 'Data' },
          { ref: 'care-26', name: '2026', cohorts: [cohorts[1]] },
        ],
      },
    ] as LooseRecords);
    expect(changesOf(moved)).toEqual({
      'programs/care': 'updated',
      'programs/data': 'updated',
      'programVersions/care-26': 'updated',
      'programVersions/care-27': 'updated',
      'cohorts/spring': 'updated',
    });
    expect({ ...here, ...idsOf(moved) }).toEqual(here);
    const [care, data] = await at.programs();
    expect(care).toMatchObject({ versionsCount: 1, cohortsCount: 1 });
    expect(data).toMatchObject({ versionsCount: 2, cohortsCount: 1 });
  });

  it('gives a version outside the batch that loses a cohort a new revision', async () => {
    await at.sendForIds();
    const [care] = await at.programs();
    service.clock.advance(60_000);
    const [, autumn] = groundCohorts();
    await at.send([
      { ref: 'data', name: 'Data', versions: [{ ref: 'data-1', name: 'Data', cohorts: [autumn] }] },
    ] as LooseRecords);
    const [left, data] = await at.programs();
    expect((await publishedEvents(service, 'institution_id', at.institutionId)).slice(-4)).toEqual([
      ['ProgramUpdated', data?.id, null],
      ['ProgramUpdated', left?.id, null],
      ['ProgramVersionUpdated', data?.versions[0]?.id, ['cohorts']],
      ['ProgramVersionUpdated', left?.versions[0]?.id, ['cohorts']],
    ]);
    expect(left?.versions[0]?.revision).not.toBe(care?.versions[0]?.revision);
    expect(left?.versions[1]?.revision).toBe(care?.versions[1]?.revision);
    expect(left).toMatchObject({ cohortsCount: 1, updatedAt: new Date(service.clock.now()).toISOString() });
  });

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
