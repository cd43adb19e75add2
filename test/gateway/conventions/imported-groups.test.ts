import { describe, expect, it } from 'vitest';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';
import { groupNo, importGroups, threePeople } from '../../support/test-user-groups.ts';
import { until } from '../../support/until.ts';

const system = await TestSystem.start();

const numbered = (length: number) => Array.from({ length }, (_, n) => n);

describe('an import', () => {
  it('publishes what it does with groups, in the feed', async () => {
    const mine = await threePeople(system);
    const [id = ''] = await importGroups(mine, { ref: 'g', name: 'G', members: ['a'] });
    await importGroups(mine, { ref: 'g', name: 'G', members: ['a'] });
    await importGroups(mine, { ref: 'g', name: 'H' });
    await importGroups(mine, { ref: 'g', name: 'H', members: ['b'] });
    await importGroups(mine, { ref: 'g', name: 'I', members: [] });
    const events = await until('the events', async () => {
      const { data } = (await mine.client.get('/events', { query: { resourceType: 'user_group' } })).body;
      return data.length >= 4 && data;
    });
    const resource = { type: 'user_group', id, path: `/api/v4/user-groups/${id}` };
    expect(events).toMatchObject([
      { type: 'user_group.created', resource, changed: null },
      { type: 'user_group.updated', resource, changed: ['name'] },
      { type: 'user_group.updated', resource, changed: ['members'] },
      { type: 'user_group.updated', resource, changed: ['name', 'members'] },
    ]);
  });

  describe('with a person in more than 100 groups', () => {
    const groupsOf = (from: number, to: number, members: readonly string[] = ['a']) =>
      numbered(to)
        .slice(from)
        .map((n) => ({ ...groupNo(n), members }));
    const countsOf = async ({ client }: TestInstitution) =>
      ((await client.walk('/user-groups', { limit: '100' })) as { memberCount?: number }[]).map((g) => g.memberCount);

    it('is refused, with the pointer of the member in the group that is one too many, and writes nothing', async () => {
      const mine = await threePeople(system);
      await expect(importGroups(mine, ...groupsOf(0, 101, ['b', 'a']))).rejects.toMatchObject({
        code: 'REQUEST_INVALID',
        violations: [
          { pointer: '/userGroups/100/members/0', message: '"b" would be in more than 100 groups' },
          { pointer: '/userGroups/100/members/1' },
        ],
      });
      expect(await countsOf(mine)).toEqual([]);
      await importGroups(mine, ...groupsOf(0, 100));
      expect(await countsOf(mine)).toEqual(Array(100).fill(1));
    });

    it('is refused over what is stored, unless the person leaves another group', async () => {
      const mine = await threePeople(system);
      await importGroups(mine, ...groupsOf(0, 99, ['a', 'b']));
      const two = [
        { ...groupNo(200), members: ['c', 'a'] },
        { ...groupNo(201), members: ['c', 'b', 'a'] },
      ];
      await expect(importGroups(mine, ...two)).rejects.toMatchObject({
        violations: [{ pointer: '/userGroups/1/members/2' }],
      });
      expect(await countsOf(mine)).toEqual(Array(99).fill(2));
      await importGroups(mine, ...two, { ...groupNo(0), members: [] });
      await importGroups(mine, ...groupsOf(1, 99, ['a', 'b']));
      await expect(importGroups(mine, { ...groupNo(0), members: ['a'] })).rejects.toMatchObject({
        violations: [{ pointer: '/userGroups/0/members/0' }],
      });
    });

    it('is refused of one of two imports at once that together are too many', async () => {
      const mine = await threePeople(system);
      await importGroups(mine, ...groupsOf(0, 99));
      const imports = await Promise.allSettled(
        [300, 301].map((n) => importGroups(mine, { ...groupNo(n), members: ['a'] })),
      );
      expect(imports.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await countsOf(mine)).length).toBe(100);
    });
  });
});
