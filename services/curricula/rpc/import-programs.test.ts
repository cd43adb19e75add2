import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/curricula/import-curricula.ts';
import { ProgramImport } from '../../../test/support/curricula/program-import.ts';
import { groundCohorts } from '../../../test/support/curricula/programs.ts';
import { changesOf, idsOf, type LooseRecords } from '../../../test/support/import-records.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { directory } from '../../directory/service.ts';
import { curricula } from '../service.ts';

let service: TestService;
let at: ProgramImport;

beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own', peers: [directory] });
});
afterAll(() => service.stop());

beforeEach(async () => {
  at = await ProgramImport.prepare(service);
});

/** Name and default of the first program's versions. */
async function careVersions() {
  const [care] = await at.programs();
  return care?.versions.map(({ name, isDefault }) => [name, isDefault]);
}

describe('an import of programs', () => {
  it('keeps the order of a program’s curricula', async () => {
    await at.sendForIds();
    const swapped = at.withCare({ curricula: ['arts', 'science'] });
    expect(changesOf(await at.send(swapped))).toEqual({ 'programs/care': 'updated' });
    expect((await at.programs())[0]?.connectedCurricula.map(({ name }) => name)).toEqual(['Arts', 'Science']);
    expect(changesOf(await at.send(swapped))).toEqual({});
  });

  it('moves the default from one version to another, and to the first if none has it', async () => {
    await at.sendForIds();
    const [first, second] = at.bundle[0]?.versions ?? [];
    const none = at.withCare({ versions: [first, { ...second, isDefault: false }] });
    const moved = [
      ['2026', true],
      ['2027', false],
    ];
    expect(changesOf(await at.send(none))).toEqual({
      'programs/care': 'updated',
      'programVersions/care-26': 'updated',
      'programVersions/care-27': 'updated',
    });
    expect(await careVersions()).toEqual(moved);
    const swapped = at.withCare({
      versions: [
        { ...first, isDefault: true },
        { ...second, isDefault: false },
      ],
    });
    expect(changesOf(await at.send(swapped))).toEqual({});
    await at.send();
    await at.send(swapped);
    expect(await careVersions()).toEqual(moved);
  });

  it('removes the default from a version that the bundle does not name when it names another, but keeps the version', async () => {
    await at.sendForIds();
    const [before] = await at.programs();
    const changes = changesOf(await at.send(at.withCare({ versions: [{ ref: 'new', name: 'New', isDefault: true }] })));
    expect(changes).toEqual({ 'programs/care': 'updated', 'programVersions/new': 'created' });
    expect(await careVersions()).toEqual([
      ['2026', false],
      ['2027', false],
      ['New', true],
    ]);
    const [after] = await at.programs();
    expect(after?.versions[0]?.revision).toBe(before?.versions[0]?.revision);
    expect(after?.versions[1]?.revision).not.toBe(before?.versions[1]?.revision);
  });

  it('maps a cohort’s study terms anew, without touching unchanged mappings', async () => {
    await at.sendForIds();
    const [kept] = await at.cohortTerms();
    const [spring = {}, autumn] = groundCohorts();
    const more = [...(autumn?.terms ?? []), { term: 't2', organizationTerm: 'w27' }];
    const changes = changesOf(await at.send(at.withCohorts(spring, { ...autumn, terms: more })));
    expect(changes).toMatchObject({ 'cohorts/autumn': 'updated', 'programVersions/care-26': 'updated' });
    expect(await at.cohortTerms()).toEqual([kept, expect.objectContaining({ curriculum_term_id: at.ids['terms/t2'] })]);
    await at.send(at.withCohorts(spring, { ...autumn, terms: [] }));
    expect(await at.cohortTerms()).toEqual([]);
  });

  it('moves a cohort to another version, and a version to another program, keeping their ids', async () => {
    const here = await at.sendForIds();
    const [spring, autumn] = groundCohorts();
    const moved = await at.send([
      { ...at.bundle[0], versions: [{ ref: 'care-27', name: '2027', isDefault: true, cohorts: [spring] }] },
      {
        ...at.bundle[1],
        versions: [
          { ref: 'data-1', name: 'Data' },
          { ref: 'care-26', name: '2026', cohorts: [autumn] },
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

  it('refuses a user that does not exist, and writes nothing', async () => {
    await expect(at.send(at.withCare({ responsibleUsers: [NOWHERE] }))).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/programs/0/responsibleUsers/0' }],
    });
    expect(await at.programs()).toEqual([]);
  });

  it('leaves the versions of a program that names none as they are, and wants one of a new program', async () => {
    await at.sendForIds();
    const before = await careVersions();
    await at.send([{ ref: 'care', name: 'Care' }]);
    for (const versions of [{}, { versions: [] }])
      expect(changesOf(await at.send([{ ref: 'care', name: 'Care', ...versions }]))).toEqual({});
    expect(changesOf(await at.send([{ ref: 'care', name: 'Nursing' }]))).toEqual({ 'programs/care': 'updated' });
    expect(await careVersions()).toEqual(before);
    for (const versions of [{}, { versions: [] }])
      await expect(at.send([{ ref: 'new', name: 'New', ...versions }])).rejects.toMatchObject({
        code: 'REQUEST_INVALID',
        violations: [{ pointer: '/programs/0/versions', code: 'required' }],
      });
  });

  it('refuses to take the versions of a program that names none in the same bundle', async () => {
    await at.sendForIds();
    const taken = [{ ref: 'data-1', name: 'Data' }];
    await expect(
      at.send([
        { ref: 'data', name: 'Data' },
        { ref: 'new', name: 'New', versions: taken },
      ]),
    ).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer: '/programs/1/versions/0/ref' }] });
  });

  it('refuses to take a version from a program outside the batch', async () => {
    await at.sendForIds();
    await expect(
      at.send([{ ref: 'new', name: 'New', versions: [{ ref: 'data-1', name: 'Data' }] }]),
    ).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer: '/programs/0/versions/0/ref' }] });
  });
});
