import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { describeList, expectWholeWalk } from '../../support/describe-list.ts';
import { query } from '../../support/postgres/query.ts';
import { importCourses } from '../../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start({ platform: 'own' });
const [school, stranger] = await Promise.all([system.newInstitution(), system.newInstitution()]);
await newCourses(stranger, [{ code: 'MATH-101' }]);
const ids = await newCourses(school, Array(40).fill({}));
system.clock.advance(1);
ids.push(...(await newCourses(school, Array(20).fill({}))));
afterAll(() => system.stop());

type Records = Parameters<typeof importCourses>[1];

async function newCourses(institution: TestInstitution, records: Records): Promise<string[]> {
  return (await importCourses(institution, records)).map(({ id }) => id);
}

describeList('/courses', () => ({ client: school.client, ids }));

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

  it('code: trimmed, without regard to case, all courses that have it', async () => {
    const mine = await system.newInstitution();
    const ref = randomUUID();
    const codes = ['MATH 1', ' math 1', 'MATH 2', 'Math 1\t'];
    const [one, two, , four] = await newCourses(mine, [...codes.map((code) => ({ code })), { ref }]);
    for (const code of ['MATH 1', 'math 1', '  Math 1\n'])
      expect(await idsOf(mine, { code })).toEqual([one, two, four]);
    expect(await idsOf(mine, { code: 'MATH 1', limit: '1' })).toEqual([one, two, four]);
    for (const code of ['MATH', 'MATH%', 'MATH  1', '']) expect(await idsOf(mine, { code })).toEqual([]);
    const [renamed] = await newCourses(mine, [{ ref, code: 'Äther' }]);
    expect(await idsOf(mine, { code: 'A\u0308THER' })).toEqual([renamed]);
    expect(await idsOf(school, { code: 'MATH-101' })).toEqual([]);
  });

  it('isArchived: only archived ones, or only the others, page by page and with the other filters', async () => {
    const mine = await system.newInstitution();
    const all = await newCourses(
      mine,
      ['A', 'B', 'A', 'B', 'A'].map((code) => ({ code })),
    );
    const archived = [all[0], all[3], all[4]];
    await query(system.databases.url('directory'), 'UPDATE courses SET is_archived = true WHERE id = ANY($1)', [
      archived,
    ]);
    const current = [all[1], all[2]];
    const updatedSince = '2026-01-01T00:00:00Z';
    for (const other of [{}, { limit: '1' }, { updatedSince }]) {
      expect(await idsOf(mine, { ...other, isArchived: 'true' })).toEqual(archived);
      expect(await idsOf(mine, { ...other, isArchived: 'false' })).toEqual(current);
    }
    expect(await idsOf(mine, { code: 'a', isArchived: 'true' })).toEqual([all[0], all[4]]);
    expect(await idsOf(mine, { code: 'a', isArchived: 'false' })).toEqual([all[2]]);
    expect(await idsOf(school, { isArchived: 'true' })).toEqual([]);
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
