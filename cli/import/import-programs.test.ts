import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestSystem } from '../../test/support/test-system.ts';
import { demoAs, type LooseBundle } from '../testing/bundles.ts';
import { BundleFaults } from './fault.ts';
import { importBundle } from './import-bundle.ts';

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system?.stop());

function send(bundle: LooseBundle) {
  return importBundle({ bundle, call: (actor) => system.call(actor) });
}

/** The created and updated records of an import, without the institution and sections that have none. */
async function written(bundle: LooseBundle): Promise<Record<string, number[]>> {
  const { summaries } = await send(bundle);
  return Object.fromEntries(
    summaries
      .filter(({ created, updated }) => created + updated > 0)
      .map(({ section, created, updated }) => [section, [created, updated]]),
  );
}

/** An imported bundle, its institution’s client, and the ids of its refs. */
async function imported(name: string) {
  const bundle = demoAs(name);
  const { institutionId, ids } = await send(bundle);
  const id = (section: string, ref: string): string => {
    const found = ids[section]?.[ref];
    if (typeof found !== 'string') throw new Error(`no ${ref} of ${section}`);
    return found;
  };
  return { bundle, institutionId, id, client: await system.newClient(institutionId) };
}

describe('the programs of the demo bundle', () => {
  it('are served as in the bundle', async () => {
    const { institutionId, id, client } = await imported('served');
    const version = (ref: string, studyProgramRef: string, name: string, isDefault: boolean) => ({
      id: id('programVersions', ref),
      name,
      institutionId,
      studyProgramId: id('programs', studyProgramRef),
      isDefault,
      statisticData: null,
    });
    const [first, second] = [
      version('wc-v1', 'wound-care', '2026', true),
      version('wc-v2', 'wound-care', '2027', false),
    ];
    const only = version('dl-v1', 'data-lit', 'Data Literacy', true);
    const { body } = await client.get('/continuing-education');
    const instants = body.data[0].connectedCurricula[0];
    const user = (ref: string, name: string) => ({
      id: id('users', ref),
      name,
      email: `user${ref.slice(1)}@nordhafen.example`,
      image: null,
    });
    const none = { isArchived: false, statisticData: null, defaultTuitionFeePlanId: null, hasStatistics: false };
    expect(body.data).toEqual([
      {
        ...none,
        id: id('programs', 'wound-care'),
        name: 'Wound Care Specialist',
        institutionId,
        objective: 'Certified wound care for nursing staff',
        code: 'CE-WC',
        defaultStudyTime: 12,
        hasCohorts: true,
        type: 'CERTIFICATE',
        studyProgramVersion: [first, second],
        responsibleUsers: [user('u01', 'Ada Albrecht'), user('u02', 'Bela Hoang'), user('u19', 'Søren García')],
        connectedCurricula: [
          {
            id: id('curricula', 'ce-wound'),
            name: 'Wound care, modular',
            institutionId,
            createdAt: instants.createdAt,
            updatedAt: instants.updatedAt,
            isCohortSpecific: true,
            isArchived: false,
            code: null,
            versionsCount: 1,
          },
        ],
        firstVersion: first,
        defaultVersion: first,
        versionsCount: 2,
        cohortsCount: 2,
        studyProgramMetadata: null,
      },
      {
        ...none,
        id: id('programs', 'data-lit'),
        name: 'Data Literacy',
        institutionId,
        objective: null,
        code: null,
        hasCohorts: false,
        type: null,
        studyProgramVersion: [only],
        responsibleUsers: [],
        connectedCurricula: [],
        firstVersion: only,
        defaultVersion: only,
        versionsCount: 1,
        cohortsCount: 0,
        studyProgramMetadata: null,
      },
    ]);

    const path = `/continuing-education/${id('programs', 'wound-care')}/versions/${first.id}`;
    const cohort = {
      institutionId,
      curriculaVersionId: id('curriculaVersions', 'ce-wound-1'),
      studyProgramVersionId: first.id,
      isArchived: false,
      originalCurriculaVersionId: null,
    };
    expect((await client.get(path)).body.data).toEqual({
      ...first,
      cohorts: [
        {
          ...cohort,
          id: id('cohorts', 'coh26'),
          name: 'Autumn 2026',
          startDate: '2026-09-30T22:00:00.000Z',
          endDate: '2027-09-29T22:00:00.000Z',
        },
        {
          ...cohort,
          id: id('cohorts', 'coh27'),
          name: 'Spring 2027',
          startDate: '2027-03-31T22:00:00.000Z',
          endDate: '2028-03-30T22:00:00.000Z',
        },
      ],
    });
  });

  it('do not change on a second import', async () => {
    const { bundle, id } = await imported('twice');
    const { summaries, ids } = await send(bundle);
    expect(summaries.filter(({ created, updated }) => created + updated > 0)).toEqual([]);
    expect(ids.cohorts?.coh26).toBe(id('cohorts', 'coh26'));
  });

  it.each<[string, (bundle: LooseBundle) => void, Record<string, number[]>]>([
    ['a program’s name', ({ programs }) => Object.assign(programs[0], { name: 'X' }), { programs: [0, 1] }],
    ['a program’s users', ({ programs }) => programs[0].responsibleUsers.pop(), { programs: [0, 1] }],
    [
      'a program’s curricula',
      ({ programs }) => Object.assign(programs[1], { curricula: ['bsc-cs'] }),
      { programs: [0, 1] },
    ],
    [
      'a version’s name',
      ({ programs }) => Object.assign(programs[0].versions[1], { name: 'X' }),
      { programs: [0, 1], programVersions: [0, 1] },
    ],
    [
      'the default version',
      ({ programs: [{ versions }] }) => {
        delete versions[0].isDefault;
        versions[1].isDefault = true;
      },
      { programs: [0, 1], programVersions: [0, 2] },
    ],
    [
      'a further version',
      ({ programs }) => programs[1].versions.push({ ref: 'dl-v2', name: 'Later' }),
      { programs: [0, 1], programVersions: [1, 0] },
    ],
    [
      'a cohort’s end',
      ({ programs }) => Object.assign(programs[0].versions[0].cohorts[1], { endDate: '2028-04-30T00:00:00+02:00' }),
      { programs: [0, 1], programVersions: [0, 1], cohorts: [0, 1] },
    ],
    [
      'a cohort’s terms',
      ({ programs }) => programs[0].versions[0].cohorts[0].terms.pop(),
      { programs: [0, 1], programVersions: [0, 1], cohorts: [0, 1] },
    ],
    [
      'another spelling of an instant',
      ({ programs }) => Object.assign(programs[0].versions[0].cohorts[0], { startDate: '2026-09-30T22:00:00Z' }),
      {},
    ],
  ])('with a change of %s are updated once', async (name, change, expected) => {
    const { bundle } = await imported(`changed by ${name}`);
    change(bundle);
    expect(await written(bundle)).toEqual(expected);
    expect(await written(bundle)).toEqual({});
  });

  it('stop if a program would take a version of a program that is not in the bundle', async () => {
    const { bundle } = await imported('taken');
    bundle.programs = [{ ref: 'thief', name: 'T', versions: [{ ref: 'wc-v2', name: '2027' }] }];
    bundle.curricula[0].versions.splice(2);
    const stopped = send(bundle);
    await expect(stopped).rejects.toBeInstanceOf(BundleFaults);
    await expect(stopped).rejects.toMatchObject({
      faults: [{ pointer: '/programs/0/versions/0/ref', message: 'is a version of a program outside this batch' }],
    });
  });

  it('keep their ids across many batches', async () => {
    const bundle = demoAs('many');
    const programs = Array.from({ length: 1200 }, (_, n) => ({
      ref: `p${n}`,
      name: `P${n}`,
      responsibleUsers: bundle.users.map(({ ref }: { ref: string }) => ref),
      versions: [{ ref: `p${n}v`, name: 'V' }],
    }));
    bundle.programs.push(...programs);
    const first = await send(bundle);
    expect(Object.keys(first.ids.programs ?? {})).toHaveLength(1202);
    const again = await send(bundle);
    expect(again.ids).toEqual(first.ids);
    expect(again.summaries.find(({ section }) => section === 'programs')).toMatchObject({ unchanged: 1202 });
  });
});
