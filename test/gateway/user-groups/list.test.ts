import { afterAll, describe, expect, it } from 'vitest';
import { describeList } from '../../support/describe-list.ts';
import { TestSystem } from '../../support/test-system.ts';
import { groupNo, importGroups, threePeople } from '../../support/test-user-groups.ts';

const groups = Array.from({ length: 60 }, (_, n) => groupNo(n));

const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const ids = await importGroups(school, ...groups.slice(0, 40));
system.clock.advance(1);
ids.push(...(await importGroups(school, ...groups.slice(40))));
afterAll(() => system.stop());

describeList('/user-groups', () => ({ client: school.client, ids }));

describe('GET /user-groups', () => {
  it('200: by name by code point, then id; only those changed since an instant', async () => {
    const mine = await threePeople(system);
    const refs = ['ä', 'a', 'B', 'a '];
    const made = await importGroups(mine, ...['Ä', 'a', 'B', 'a'].map((name, n) => ({ ref: refs[n] ?? '', name })));
    const names = async (query: Record<string, string> = {}) =>
      (await mine.client.walk('/user-groups', { limit: '2', ...query })).map(({ id }) => id);
    const ordered = [made[2], ...[made[1], made[3]].sort(), made[0]];
    expect(await names()).toEqual(ordered);
    system.clock.advance(1000);
    const updatedSince = new Date(system.clock.now()).toISOString();
    expect(await names({ updatedSince })).toEqual([]);
    await importGroups(mine, { ref: 'ä', name: 'Ä', members: ['a'] }, { ref: 'B', name: 'B' });
    expect(await names({ updatedSince })).toEqual([made[0]]);
    await importGroups(mine, { ref: 'a', name: 'b' });
    expect(await names({ updatedSince })).toEqual([made[1], made[0]]);
  });
});
