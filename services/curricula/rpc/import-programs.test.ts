import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesOf, type Ids, idsOf } from '../../../dev/testing/import-records.ts';
import { publishedEvents } from '../../../dev/testing/published-events.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import { ProgramVersionService } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { curricula } from '../service.ts';
import { ProgramImport } from '../testing/program-import.ts';
import { groundCohorts } from '../testing/programs.ts';

let service: TestService;
let at: ProgramImport;

beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  at = await ProgramImport.prepare(service);
});

describe('an import of programs', () => {
  it('creates everything, and publishes each program and version', async () => {
    const before = await at.eventsCount();
    const records = await at.send();
    expect(changesOf(records)).toEqual({
      'programs/care': 'created',
      'programs/data': 'created',
      'programVersions/care-26': 'created',
      'programVersions/care-27': 'created',
      'programVersions/data-1': 'created',
      'cohorts/spring': 'created',
      'cohorts/autumn': 'created',
    });
    const here = idsOf(records);
    expect((await publishedEvents(service, 'institution_id', at.institutionId)).slice(before)).toEqual([
      ['ProgramCreated', here['programs/care'], null],
      ['ProgramCreated', here['programs/data'], null],
      ['ProgramVersionCreated', here['programVersions/care-26'], null],
      ['ProgramVersionCreated', here['programVersions/care-27'], null],
      ['ProgramVersionCreated', here['programVersions/data-1'], null],
    ]);

    const [care, data] = await at.programs();
    expect(care).toMatchObject({
      id: here['programs/care'],
      name: 'Care',
      code: 'CE-1',
      objective: 'To care',
      defaultStudyTime: 12,
      hasCohorts: true,
      type: 'CERTIFICATE',
      isArchived: true,
      versionsCount: 2,
      cohortsCount: 2,
    });
    expect(care?.versions.map(({ id, name, isDefault }) => [id, name, isDefault])).toEqual([
      [here['programVersions/care-26'], '2026', false],
      [here['programVersions/care-27'], '2027', true],
    ]);
    expect(
      care?.connectedCurricula.map(({ name, versionsCount, isArchived, createdAt }) => [
        name,
        versionsCount,
        isArchived,
        createdAt,
      ]),
    ).toEqual([
      ['Science', 2, false, '2026-10-05T08:00:00.000Z'],
      ['Arts', 0, true, '2026-10-05T08:00:00.000Z'],
    ]);
    expect(data).toMatchObject({ versionsCount: 1, cohortsCount: 0, hasCohorts: false, isArchived: false });
    expect(data?.versions[0]?.isDefault).toBe(true);
    for (const name of ['code', 'objective', 'defaultStudyTime', 'type'] as const) expect(data?.[name]).toBeUndefined();
  });

  it('stores cohorts by start, with all their fields', async () => {
    const ids = await at.sendForIds();
    const { cohorts = [] } = (await at.version(ids['programs/care'], ids['programVersions/care-26'])) ?? {};
    expect(cohorts.map(({ name }) => name)).toEqual(['Autumn', 'Spring']);
    expect(cohorts[0]).toMatchObject({
      startDate: '2026-10-01T00:00:00.000Z',
      endDate: '2027-09-30T00:00:00.000Z',
      curriculaVersionId: at.ids['curriculaVersions/second'],
      originalCurriculaVersionId: at.ids['curriculaVersions/first'],
      isArchived: true,
      hasDisconnectedFromCurricula: false,
    });
    expect(cohorts[1]?.endDate).toBe('2028-03-31T00:00:00.500Z');
    for (const name of ['originalCurriculaVersionId', 'hasDisconnectedFromCurricula'] as const)
      expect(cohorts[1]?.[name]).toBeUndefined();
  });

  it('changes and publishes nothing when the bundle is repeated', async () => {
    const first = await at.sendForIds();
    const [stored, events, terms] = [await at.programs(), await at.eventsCount(), await at.cohortTerms()];
    service.clock.advance(60_000);
    const again = await at.send();
    expect(changesOf(again)).toEqual({});
    expect({ ...at.ids, ...idsOf(again) }).toEqual(first);
    expect([await at.programs(), await at.eventsCount(), await at.cohortTerms()]).toEqual([stored, events, terms]);
  });

  it.each<[string, object, (() => Ids) | Record<string, unknown>]>([
    ['a name', { name: 'Nursing' }, { name: 'Nursing' }],
    [
      'fields without a value',
      { code: undefined, objective: undefined, defaultStudyTime: undefined, type: undefined, isArchived: false },
      { isArchived: false, hasCohorts: true },
    ],
    ['an empty objective', { objective: '' }, { objective: '' }],
    ['no study time, which is one', { defaultStudyTime: 0 }, { defaultStudyTime: 0 }],
  ])('changes %s of a program, and nothing else', async (_, change, shown) => {
    await at.sendForIds();
    const [care, data] = await at.programs();
    service.clock.advance(60_000);
    expect(changesOf(await at.send(at.withCare(change)))).toEqual({ 'programs/care': 'updated' });
    const [after, same] = await at.programs();
    expect(after).toMatchObject(shown);
    expect(after?.revision).not.toBe(care?.revision);
    expect(after?.updatedAt).toBe(new Date(service.clock.now()).toISOString());
    expect([after?.versions, after?.createdAt, same]).toEqual([care?.versions, care?.createdAt, data]);
  });

  it.each([
    ['another order', ['arts', 'science']],
    ['one less', ['arts']],
    ['none', []],
  ])('connects a program with %s of curricula', async (_, names) => {
    await at.sendForIds();
    expect(changesOf(await at.send(at.withCare({ curricula: names })))).toEqual({ 'programs/care': 'updated' });
    expect((await at.programs())[0]?.connectedCurricula.map(({ id }) => id)).toEqual(
      names.map((name) => at.ids[`curricula/${name}`]),
    );
    expect(changesOf(await at.send(at.withCare({ curricula: names })))).toEqual({});
  });

  it('moves the default from one version to another, and to the first if none has it', async () => {
    await at.sendForIds();
    const [first, second] = at.bundle[0]?.versions ?? [];
    const swapped = at.withCare({
      versions: [
        { ...first, isDefault: true },
        { ...second, isDefault: false },
      ],
    });
    const changes = {
      'programs/care': 'updated',
      'programVersions/care-26': 'updated',
      'programVersions/care-27': 'updated',
    };
    expect(changesOf(await at.send(swapped))).toEqual(changes);
    expect((await at.programs())[0]?.versions.map(({ isDefault }) => isDefault)).toEqual([true, false]);
    expect(changesOf(await at.send(swapped))).toEqual({});
    expect(changesOf(await at.send())).toEqual(changes);
    const none = at.withCare({ versions: [first, { ...second, isDefault: false }] });
    expect(changesOf(await at.send(none))).toEqual(changes);
    expect((await at.programs())[0]?.versions.map(({ isDefault }) => isDefault)).toEqual([true, false]);
  });

  it('removes the default from a version that the bundle no longer contains, but keeps the version', async () => {
    await at.sendForIds();
    const [before] = await at.programs();
    const changes = changesOf(await at.send(at.withCare({ versions: [{ ref: 'new', name: 'New' }] })));
    expect(changes).toEqual({ 'programs/care': 'updated', 'programVersions/new': 'created' });
    const [after] = await at.programs();
    expect(after?.versions.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['2026', false],
      ['2027', false],
      ['New', true],
    ]);
    const revisions = (program: typeof after) => program?.versions.map(({ revision }) => revision);
    expect(revisions(after)?.[0]).toBe(revisions(before)?.[0]);
    expect(revisions(after)?.[1]).not.toBe(revisions(before)?.[1]);
  });

  it('keeps records that were created outside the bundle', async () => {
    const here = await at.sendForIds();
    const studyProgramId = here['programs/care'] ?? '';
    await at.call(ProgramVersionService.method.createProgramVersion, { studyProgramId, version: { name: 'Beside' } });
    expect(changesOf(await at.send())).toEqual({});
    expect((await at.programs())[0]?.versions.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['2026', false],
      ['2027', true],
      ['Beside', false],
    ]);
  });

  it('counts a cohort’s change as one of its version, and that as one of its program', async () => {
    const ids = await at.sendForIds();
    const careVersion = () => at.version(ids['programs/care'], ids['programVersions/care-26']);
    const before = await careVersion();
    const [spring = {}, autumn = {}] = groundCohorts();
    expect(changesOf(await at.send(at.withCohorts({ ...spring, name: 'Summer' }, autumn)))).toEqual({
      'programs/care': 'updated',
      'programVersions/care-26': 'updated',
      'cohorts/spring': 'updated',
    });
    const after = await careVersion();
    expect(after?.cohorts.map(({ name }) => name)).toEqual(['Autumn', 'Summer']);
    expect(after?.version?.revision).not.toBe(before?.version?.revision);
  });

  it('maps a cohort’s study terms anew, without touching unchanged mappings', async () => {
    await at.sendForIds();
    const [kept] = await at.cohortTerms();
    const [spring = {}, autumn] = groundCohorts();
    const more = [...(autumn?.terms ?? []), { term: 't2', organizationTerm: 'w27' }];
    // A repeated pair counts once.
    const changes = changesOf(await at.send(at.withCohorts(spring, { ...autumn, terms: [...more, ...more] })));
    expect(changes).toMatchObject({ 'cohorts/autumn': 'updated', 'programVersions/care-26': 'updated' });
    expect(await at.cohortTerms()).toEqual([kept, expect.objectContaining({ curriculum_term_id: at.ids['terms/t2'] })]);
    await at.send(at.withCohorts(spring, { ...autumn, terms: [] }));
    expect(await at.cohortTerms()).toEqual([]);
  });

  it('serialises concurrent imports of one bundle', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => at.send()));
    expect(new Set(all.map((records) => JSON.stringify(idsOf(records)))).size).toBe(1);
    expect(all.filter((records) => Object.keys(changesOf(records)).length > 0)).toHaveLength(1);
  });
});
