import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeList, expectWholeWalk } from '../support/describe-list.ts';
import { describeRead } from '../support/describe-read.ts';
import { watchDatabaseTraffic } from '../support/postgres/database-traffic.ts';
import { describeInOneProcess } from '../support/shape/shape.ts';
import { importUsers } from '../support/test-directory.ts';
import { importPrograms, programFields, TestPrograms } from '../support/test-programs.ts';
import type { TestInstitution } from '../support/test-system.ts';

let programs: TestPrograms;
let many: { client: TestInstitution['client']; ids: string[] };
let stranger: { client: TestInstitution['client']; id: string };

beforeAll(async () => {
  programs = await TestPrograms.start({ platform: 'own' });
  const { system } = programs;
  const [big, small] = await Promise.all([system.newInstitution(), system.newInstitution()]);
  const ids = await newPrograms(big, 40);
  for (let n = 0; n < 20; n++) {
    system.clock.advance(n % 3);
    const body = { name: `P${n}`, defaultStudyTime: n };
    ids.push((await big.client.post('/continuing-education', body)).body.data.id);
  }
  many = { client: big.client, ids };
  stranger = { client: small.client, id: (await newPrograms(small, 1))[0] ?? '' };
});
afterAll(() => programs.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

/** All at one instant. */
async function newPrograms(institution: TestInstitution, count: number, more: object = {}): Promise<string[]> {
  const records = Array.from({ length: count }, (_, n) => ({
    ref: `p${n}`,
    name: `P${n}`,
    defaultStudyTime: 0,
    versions: [{ ref: `v${n}`, name: 'V' }],
    ...more,
  }));
  const ids = await importPrograms(institution, records);
  return records.map(({ ref }) => ids[`programs/${ref}`] ?? '');
}

const at = '2026-10-05T08:00:00.000Z';
const version = (ref: string, program: string, shown: object) => ({
  id: programs.id(`programVersions/${ref}`),
  institutionId: programs.school.id,
  studyProgramId: programs.id(`programs/${program}`),
  statisticData: null,
  ...shown,
});
const care = () => {
  const first = version('care-26', 'care', { name: '2026', isDefault: false });
  const second = version('care-27', 'care', { name: '2027', isDefault: true });
  const curriculum = { institutionId: programs.school.id, createdAt: at, updatedAt: at, isArchived: false };
  return {
    id: programs.id('programs/care'),
    name: 'Care',
    institutionId: programs.school.id,
    objective: 'To care',
    isArchived: true,
    code: 'CE-1',
    statisticData: null,
    defaultStudyTime: 12,
    defaultTuitionFeePlanId: null,
    hasCohorts: true,
    hasStatistics: false,
    type: 'CERTIFICATE',
    studyProgramVersion: [first, second],
    responsibleUsers: [
      { id: programs.id('users/aenne'), name: 'Änne', email: 'aenne@school.example', image: 'https://x.example/a' },
      { id: programs.id('users/bea'), name: 'bea', email: 'bea@school.example', image: null },
      { id: programs.id('users/zoe'), name: 'Zoe', email: 'zoe@school.example', image: null },
    ],
    connectedCurricula: [
      {
        id: programs.id('curricula/modular'),
        name: 'Modular',
        ...curriculum,
        isCohortSpecific: false,
        code: 'MO',
        versionsCount: 1,
      },
      {
        id: programs.id('curricula/free'),
        name: 'Free',
        ...curriculum,
        isCohortSpecific: true,
        code: null,
        versionsCount: 0,
      },
    ],
    firstVersion: first,
    defaultVersion: second,
    versionsCount: 2,
    cohortsCount: 2,
    studyProgramMetadata: null,
  };
};
const data = () => {
  const only = version('data-1', 'data', { name: 'Data', isDefault: true });
  const { defaultStudyTime, ...rest } = care();
  return {
    ...rest,
    id: programs.id('programs/data'),
    name: 'Data',
    objective: null,
    isArchived: false,
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
  };
};

describeList('/continuing-education', programFields, () => ({ ...many, stranger }));
describeRead('/continuing-education', programFields, () => ({
  client: programs.school.client,
  id: programs.id('programs/care'),
  foreignId: programs.id('programs/care', programs.other),
}));

describe('GET /continuing-education/{id}', () => {
  it('200: all fields, with and without values', async () => {
    expect((await programs.get(programs.path())).body.data).toEqual(care());
    const { body } = await programs.get(programs.path('data'));
    expect(body.data).toEqual(data());
    expect(Object.keys(body.data)).toEqual(programFields.filter((name) => name !== 'defaultStudyTime'));
  });

  it('200: the ETag follows the users that are shown', async () => {
    const before = (await programs.get(programs.path())).headers.get('etag') ?? '';
    const records = [{ ref: 'zoe', email: 'zoe@school.example', name: 'Aaron' }];
    await importUsers(programs.school, records);
    const after = await programs.get(programs.path());
    expect(after.body.data.responsibleUsers.map(({ name }: { name: string }) => name)).toEqual([
      'Aaron',
      'Änne',
      'bea',
    ]);
    expect(after.headers.get('etag')).not.toBe(before);
    expect(after.headers.get('etag')?.split('.')[0]).toBe(before.split('.')[0]);
    await importUsers(programs.school, [{ ref: 'zoe', email: 'zoe@school.example', name: 'Zoe' }]);
  });

  it('200: users by name as people sort them, then by id', async () => {
    const mine = await programs.system.newInstitution();
    const names = ['b', 'Émile', 'Zoë', 'a', 'Same', 'B', 'eva', 'Same', 'Ö', 'Å', 'z', 'A'];
    const users = await importUsers(
      mine,
      names.map((name, n) => ({ ref: `u${n}`, email: `u${n}@x.example`, name })),
    );
    const [id = ''] = await newPrograms(mine, 1, { responsibleUsers: users });
    const { responsibleUsers } = (await mine.client.get(`/continuing-education/${id}`)).body.data;
    const shown = responsibleUsers.map(({ name }: { name: string }) => name);
    expect(shown).toEqual(['a', 'A', 'Å', 'b', 'B', 'Émile', 'eva', 'Ö', 'Same', 'Same', 'z', 'Zoë']);
    const same = responsibleUsers.slice(8, 10).map((user: { id: string }) => user.id);
    expect(same).toEqual([...same].sort());
  });
});

describe('GET /continuing-education: 200', () => {
  const idsOf = async (query: Record<string, string>, client = programs.school.client) =>
    (await client.walk('/continuing-education', query)).map(({ id }) => id);

  it('shows what one program shows', async () => {
    expect((await programs.get('/continuing-education')).body.data).toEqual([care(), data()]);
    const { body } = await programs.get('/continuing-education', { fields: 'firstVersion,responsibleUsers' });
    expect(body.data[1]).toEqual({ responsibleUsers: [], firstVersion: data().firstVersion });
  });

  it('isArchived and code narrow together', async () => {
    const [one, two] = [programs.id('programs/care'), programs.id('programs/data')];
    expect(await idsOf({ isArchived: 'true' })).toEqual([one]);
    expect(await idsOf({ isArchived: 'false' })).toEqual([two]);
    expect(await idsOf({ code: 'CE-1' })).toEqual([one]);
    expect(await idsOf({ code: 'CE-1', isArchived: 'false' })).toEqual([]);
    for (const code of ['ce-1', ' CE-1\t']) expect(await idsOf({ code })).toEqual([one]);
    for (const code of ['CE', 'CE -1', '']) expect(await idsOf({ code })).toEqual([]);
  });

  it('a code need not be unique, and may be empty', async () => {
    const { client } = await programs.system.newInstitution();
    const created: string[] = [];
    for (const code of ['X', '', 'x '])
      created.push((await client.post('/continuing-education', { name: 'P', code })).body.data.id);
    expect(await idsOf({ code: 'X', limit: '1' }, client)).toEqual([created[0], created[2]]);
    expect(await idsOf({ code: '' }, client)).toEqual([created[1]]);
  });

  it('updatedSince: inclusive; a program moves with its versions', async () => {
    const mine = await programs.system.newInstitution();
    const [created = '', renamed = '', , extended = ''] = await newPrograms(mine, 5);
    const paths = [renamed, extended].map((id) => `/continuing-education/${id}/versions`);
    programs.system.clock.set('2026-11-01T00:00:00.000Z');
    const { body } = await mine.client.get(paths[0] ?? '');
    await mine.client.patch(`${paths[0]}/${body.data[0].id}`, { name: 'New' });
    await mine.client.post(paths[1] ?? '', { versionName: 'Further' });
    await mine.client.patch(`/continuing-education/${created}/versions/${body.data[0].id}`, { name: 'Foreign' });
    const updatedSince = '2026-11-01T01:00:00+01:00';
    expect(await idsOf({ updatedSince, limit: '1' }, mine.client)).toEqual([renamed, extended]);
    expect(await idsOf({ updatedSince: '2026-11-01T00:00:00.001Z' }, mine.client)).toEqual([]);
  });

  it('none skipped and none twice while programs are created and changed', async () => {
    const mine = await programs.system.newInstitution();
    const before = await newPrograms(mine, 30);
    await expectWholeWalk(mine.client, '/continuing-education', before, async (page) => {
      programs.system.clock.advance(page);
      await mine.client.post('/continuing-education', { name: 'Between' });
      await mine.client.post(`/continuing-education/${before[page * 7]}/versions`, { versionName: 'V' });
    });
  });

  describeInOneProcess('counts the statements of all services', 'what a page costs', () => {
    it('is the same for any size: one query for programs, one for users', async () => {
      const mine = await programs.system.newInstitution();
      const users = await importUsers(mine, 300);
      const records = Array.from({ length: 100 }, (_, n) => ({
        ref: `p${n}`,
        name: `P${n}`,
        responsibleUsers: users.slice(n, n + 10),
        versions: [{ ref: `v${n}`, name: 'V' }],
      }));
      await importPrograms(mine, records);
      await mine.client.get('/continuing-education', { query: { limit: '1' } });
      for (const limit of ['1', '10', '100']) {
        const traffic = watchDatabaseTraffic();
        const { body } = await mine.client.get('/continuing-education', { query: { limit } });
        expect([body.data.length, traffic.ofRequests]).toEqual([
          Number(limit),
          ['programs_list', 'users_summaries_by_ids'],
        ]);
        vi.restoreAllMocks();
      }
    });
  });
});
