import { afterAll, describe, expect, it } from 'vitest';
import { describeList, expectWholeWalk } from '../../support/describe-list.ts';
import { importUsers, newEmail, newUser } from '../../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start({ platform: 'own' });
const [school, stranger] = await Promise.all([system.newInstitution(), system.newInstitution()]);
const ids = await importUsers(school, 40);
for (let n = 0; n < 20; n++) {
  system.clock.advance(n % 3);
  ids.push((await newUser(school.client)).id);
}
afterAll(() => system.stop());

describeList('/users', () => ({ client: school.client, ids }));

describe('GET /users: 200', () => {
  const idsOf = async (institution: TestInstitution, query: Record<string, string>) =>
    (await institution.client.walk('/users', query)).map(({ id }) => id);

  it('a list without rows', async () => {
    const { body } = await (await system.newInstitution()).client.get('/users');
    expect([body.data, body.pagination]).toEqual([[], { next_cursor: null, has_more: false, limit: 50 }]);
  });

  it('none skipped and none twice while rows are inserted, changed and archived', async () => {
    const mine = await system.newInstitution();
    const before = await importUsers(mine, 40);
    await expectWholeWalk(mine.client, '/users', before, async (page) => {
      system.clock.advance(page);
      const changed = [before[page], before[20 + page], before[39 - page]];
      await Promise.all([
        newUser(mine.client),
        importUsers(mine, 3),
        ...changed.map((id) => mine.client.patch(`/users/${id}`, { name: 'New', isArchived: true }, { ifMatch: '*' })),
      ]);
    });
  });

  it('includes archived users, with isArchived set', async () => {
    const mine = await system.newInstitution();
    const [kept, archived] = await importUsers(mine, 2);
    await mine.client.patch(`/users/${archived}`, { isArchived: true }, { ifMatch: '*' });
    const { body } = await mine.client.get('/users', { query: { fields: 'id,isArchived' } });
    expect(body.data).toEqual([
      { id: kept, isArchived: false },
      { id: archived, isArchived: true },
    ]);
  });

  it('isArchived: only archived ones, or only the others, page by page and with the other filters', async () => {
    const mine = await system.newInstitution();
    const all = await importUsers(mine, 6);
    const archive = (id: string | undefined) =>
      mine.client.patch(`/users/${id}`, { isArchived: true }, { ifMatch: '*' });
    await archive(all[1]);
    system.clock.advance(1_000);
    const updatedSince = new Date(system.clock.now()).toISOString();
    const { id, data } = await newUser(mine.client, { code: 'left' });
    await Promise.all([archive(all[4]), archive(id)]);
    const current = all.filter((_, n) => n !== 1 && n !== 4);
    for (const limit of ['1', '100']) {
      expect(await idsOf(mine, { isArchived: 'true', limit })).toEqual([all[1], all[4], id]);
      expect(await idsOf(mine, { isArchived: 'false', limit })).toEqual(current);
      expect(await idsOf(mine, { isArchived: 'true', updatedSince, limit })).toEqual([all[4], id]);
    }
    expect(await idsOf(mine, { isArchived: 'false', updatedSince })).toEqual([]);
    for (const named of [{ code: 'left' }, { email: data.email }]) {
      expect(await idsOf(mine, { ...named, isArchived: 'true' })).toEqual([id]);
      expect(await idsOf(mine, { ...named, isArchived: 'false' })).toEqual([]);
    }
  });

  it('email: exact, without regard to case', async () => {
    const { id, data } = await newUser(school.client, { email: `Ünï-${newEmail()}` });
    for (const email of [data.email, data.email.toUpperCase(), data.email.toLowerCase()]) {
      expect(await idsOf(school, { email })).toEqual([id]);
    }
    for (const email of [data.email.slice(1), ` ${data.email}`, `${data.email}%`, '', '%', '_']) {
      expect(await idsOf(school, { email })).toEqual([]);
    }
    expect(await idsOf(stranger, { email: data.email })).toEqual([]);
  });

  it('code: trimmed, without regard to case', async () => {
    const { id } = await newUser(school.client, { code: ' Badge 7 ' });
    for (const code of ['badge 7', 'BADGE 7', ' \tBadge 7\n']) expect(await idsOf(school, { code })).toEqual([id]);
    for (const code of ['badge', 'badge  7', '', ' ', '%']) expect(await idsOf(school, { code })).toEqual([]);
    expect(await idsOf(stranger, { code: 'badge 7' })).toEqual([]);
  });

  it('updatedSince: inclusive, in any offset, regardless of creation', async () => {
    const mine = await system.newInstitution();
    const [first, second, third] = await importUsers(mine, 3);
    system.clock.set('2026-11-01T00:00:00.500Z');
    await mine.client.patch(`/users/${second}`, { name: 'New' }, { ifMatch: '*' });
    expect(await idsOf(mine, { updatedSince: '2026-11-01T00:00:00.500Z' })).toEqual([second]);
    expect(await idsOf(mine, { updatedSince: '2026-11-01T01:00:00.5+01:00' })).toEqual([second]);
    expect(await idsOf(mine, { updatedSince: '2026-10-31t23:00:00.5009-01:00' })).toEqual([second]);
    expect(await idsOf(mine, { updatedSince: '2026-11-01T00:00:00.501Z' })).toEqual([]);
    expect(await idsOf(mine, { updatedSince: '9998-12-31T23:59:59.999Z' })).toEqual([]);
    expect(await idsOf(mine, { updatedSince: '1970-01-01T00:00:00Z' })).toEqual([first, second, third]);
  });

  it('updatedSince: page by page', async () => {
    const mine = await system.newInstitution();
    const all = await importUsers(mine, 20);
    system.clock.advance(1);
    const updatedSince = new Date(system.clock.now()).toISOString();
    const changed = all.filter((_, n) => n % 2 === 0);
    for (const id of changed) await mine.client.patch(`/users/${id}`, { name: 'New' }, { ifMatch: '*' });
    expect(await idsOf(mine, { updatedSince, limit: '3' })).toEqual(changed);
  });

  it('all filters together are what each of them lets pass', async () => {
    const created = new Date(system.clock.now()).toISOString();
    const { id, data } = await newUser(school.client, { code: 'all together' });
    const later = new Date(system.clock.now() + 1).toISOString();
    const { email, code } = data;
    expect(await idsOf(school, { email, code, updatedSince: created, limit: '1' })).toEqual([id]);
    expect(await idsOf(school, { email, code, updatedSince: later })).toEqual([]);
    expect(await idsOf(school, { email, code: 'another' })).toEqual([]);
    expect(await idsOf(school, { email: newEmail(), code })).toEqual([]);
    expect(await idsOf(school, { code, updatedSince: later })).toEqual([]);
  });
});
