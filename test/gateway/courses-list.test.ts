import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeList, expectWholeWalk } from '../support/describe-list.ts';
import { courseFields, importCourses } from '../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let school: TestInstitution;
let stranger: TestInstitution;
let ids: string[];
let foreignId: string;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  [school, stranger] = await Promise.all([system.newInstitution(), system.newInstitution()]);
  [foreignId] = (await newCourses(stranger, [{ code: 'MATH-101' }])) as [string];
  ids = await newCourses(school, Array(40).fill({}));
  system.clock.advance(1);
  ids.push(...(await newCourses(school, Array(20).fill({}))));
});
afterAll(() => system.stop());

type Records = Parameters<typeof importCourses>[1];

async function newCourses(institution: TestInstitution, records: Records): Promise<string[]> {
  return (await importCourses(institution, records)).map(({ id }) => id);
}

describeList('/courses', courseFields, () => ({
  client: school.client,
  ids,
  stranger: { client: stranger.client, id: foreignId },
}));

describe('GET /courses: 200', () => {
  const idsOf = async (institution: TestInstitution, query: Record<string, string>) =>
    (await institution.client.walk('/courses', query)).map(({ id }) => id);

  it('none skipped and none twice while courses are imported and changed', async () => {
    const mine = await system.newInstitution();
    const records = Array.from({ length: 30 }, () => ({ ref: randomUUID(), name: 'Before' }));
    const before = await newCourses(mine, records);
    await expectWholeWalk(mine.client, '/courses', before, async (page) => {
      system.clock.advance(page);
      const changed = records.filter((_, n) => n % 7 === page).map((record) => ({ ...record, name: 'After' }));
      await newCourses(mine, [{}, {}, ...changed]);
    });
  });

  it('code: exact, all courses that have it', async () => {
    const mine = await system.newInstitution();
    const [one, , , four] = await newCourses(mine, [{ code: 'MATH 1' }, { code: 'math 1' }, {}, { code: 'MATH 1' }]);
    expect(await idsOf(mine, { code: 'MATH 1' })).toEqual([one, four]);
    expect(await idsOf(mine, { code: 'MATH 1', limit: '1' })).toEqual([one, four]);
    for (const code of ['MATH', ' MATH 1', 'MATH 1 ', 'MATH%', 'Math 1', '']) {
      expect(await idsOf(mine, { code })).toEqual([]);
    }
    expect(await idsOf(school, { code: 'MATH-101' })).toEqual([]);
  });

  it('updatedSince: inclusive, alone and with the code, page by page', async () => {
    const mine = await system.newInstitution();
    const records = ['A', 'A', 'B', 'A', 'B'].map((code) => ({ ref: randomUUID(), code, name: 'Before' }));
    const [, second, third, fourth] = await newCourses(mine, records);
    system.clock.set('2026-11-01T00:00:00.000Z');
    await newCourses(
      mine,
      records.slice(1, 4).map((record) => ({ ...record, name: 'After' })),
    );
    const updatedSince = '2026-11-01T00:00:00Z';
    expect(await idsOf(mine, { updatedSince, limit: '2' })).toEqual([second, third, fourth]);
    expect(await idsOf(mine, { updatedSince, code: 'A', limit: '1' })).toEqual([second, fourth]);
    expect(await idsOf(mine, { updatedSince: '2026-11-01T00:00:00.001Z' })).toEqual([]);
    expect(await idsOf(mine, { updatedSince: '2026-11-01T00:00:00.001Z', code: 'A' })).toEqual([]);
  });
});
