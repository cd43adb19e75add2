import { afterAll, describe, expect, it } from 'vitest';
import { importUsers } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { importGroups, person, threePeople } from '../../support/test-user-groups.ts';

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

describe('GET /user-groups/{id}', () => {
  it('200: the group with an ETag, which changes with the name and with the members', async () => {
    const mine = await threePeople(system);
    const [id] = await importGroups(mine, { ref: 'g', name: 'Choir', members: ['a', 'b'] });
    const read = async () => {
      const { status, headers, body } = await mine.client.get(`/user-groups/${id}`);
      expect(status).toBe(200);
      return { etag: headers.get('etag') ?? '', data: body.data };
    };
    const first = await read();
    const at = new Date(system.clock.now()).toISOString();
    expect(first.data).toEqual({ id, name: 'Choir', memberCount: 2, createdAt: at, updatedAt: at });
    const seen = new Set([first.etag]);
    for (const change of [{ name: 'Band' }, { members: ['b'] }, { members: ['c'] }, { members: [] }]) {
      system.clock.advance(1000);
      await importGroups(mine, { ref: 'g', name: 'Band', ...change });
      const next = await read();
      seen.add(next.etag);
      expect([next.data.updatedAt, next.data.createdAt]).toEqual([new Date(system.clock.now()).toISOString(), at]);
    }
    expect(seen.size).toBe(5);
    const { etag, data } = await read();
    expect([data.name, data.memberCount]).toEqual(['Band', 0]);
    const headers = { 'if-none-match': etag };
    expect((await mine.client.get(`/user-groups/${id}`, { headers })).status).toBe(304);
    const { body } = await mine.client.get(`/user-groups/${id}`, { query: { fields: 'memberCount' } });
    expect(body.data).toEqual({ memberCount: 0 });
  });

  it('200: unchanged when a member is archived, and when the same is imported again', async () => {
    const mine = await threePeople(system);
    const [id] = await importGroups(mine, { ref: 'g', name: 'G', members: ['a', 'b'] });
    const before = await mine.client.get(`/user-groups/${id}`);
    system.clock.advance(1000);
    await importUsers(mine, [{ ...person('a'), name: 'Renamed', isArchived: true }]);
    await importGroups(mine, { ref: 'g', name: 'G', members: ['b', 'a'] });
    await importGroups(mine, { ref: 'g', name: 'G' });
    const after = await mine.client.get(`/user-groups/${id}`);
    expect(after.body.data).toEqual(before.body.data);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('200: updatedAt never goes back, when an import comes from a process whose clock is behind', async () => {
    const mine = await threePeople(system);
    const [id] = await importGroups(mine, { ref: 'g', name: 'G', members: ['a'] });
    const { updatedAt } = (await mine.client.get(`/user-groups/${id}`)).body.data;
    system.clock.advance(-20_000);
    await importGroups(mine, { ref: 'g', name: 'G', members: ['b'] });
    system.clock.advance(20_000);
    expect((await mine.client.get(`/user-groups/${id}`)).body.data.updatedAt).toBe(updatedAt);
  });
});
