import { afterAll, describe, expect, it } from 'vitest';
import { expectedCare, expectedData, newPrograms } from '../../support/expected-programs.ts';
import { importUsers } from '../../support/test-directory.ts';
import { programFields, TestPrograms } from '../../support/test-programs.ts';

const programs = await TestPrograms.start({ platform: 'own' });
afterAll(() => programs.stop());

describe('GET /continuing-education/{id}', () => {
  it('200: all fields, with and without values', async () => {
    expect((await programs.get(programs.path())).body.data).toEqual(expectedCare(programs));
    const { body } = await programs.get(programs.path('data'));
    expect(body.data).toEqual(expectedData(programs));
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
