import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { describeList, expectWholeWalk } from '../../support/describe-list.ts';
import { expectedCare, expectedData, newPrograms } from '../../support/expected-programs.ts';
import { watchDatabaseTraffic } from '../../support/postgres/database-traffic.ts';
import { describeInOneProcess } from '../../support/shape/shape.ts';
import { importUsers } from '../../support/test-directory.ts';
import { importPrograms, TestPrograms } from '../../support/test-programs.ts';

const programs = await TestPrograms.start({ platform: 'own' });
const { system } = programs;
const big = await system.newInstitution();
const ids = await newPrograms(big, 40);
for (let n = 0; n < 20; n++) {
  system.clock.advance(n % 3);
  const body = { name: `P${n}`, defaultStudyTime: n };
  ids.push((await big.client.post('/continuing-education', body)).body.data.id);
}
const many = { client: big.client, ids };
afterAll(() => programs.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

describeList('/continuing-education', () => many);

describe('GET /continuing-education: 200', () => {
  const idsOf = async (query: Record<string, string>, client = programs.school.client) =>
    (await client.walk('/continuing-education', query)).map(({ id }) => id);

  it('shows what one program shows', async () => {
    expect((await programs.get('/continuing-education')).body.data).toEqual([
      expectedCare(programs),
      expectedData(programs),
    ]);
    const { body } = await programs.get('/continuing-education', { fields: 'firstVersion,responsibleUsers' });
    expect(body.data[1]).toEqual({ responsibleUsers: [], firstVersion: expectedData(programs).firstVersion });
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
