import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { describeList, expectWholeWalk } from '../../support/describe-list.ts';
import { expectedArts, expectedScience } from '../../support/expected-curricula.ts';
import { importCurricula, TestCurricula } from '../../support/test-curricula.ts';

const curricula = await TestCurricula.start({ platform: 'own' });
const { system } = curricula;
const big = await system.newInstitution();
const imported = async (count: number) =>
  Object.values(
    await importCurricula(
      big,
      Array.from({ length: count }, () => ({ ref: randomUUID(), name: 'Curriculum' })),
    ),
  );
const ids = await imported(40);
system.clock.advance(1);
const many = { client: big.client, ids: [...ids, ...(await imported(20))] };
afterAll(() => curricula.stop());

describeList('/curricula', () => many);

describe('GET /curricula: 200', () => {
  it('all, archived ones among them, with the numbers of their versions', async () => {
    const { status, body } = await curricula.get('/curricula');
    expect([status, body.data]).toEqual([200, [expectedScience(curricula), expectedArts(curricula)]]);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 50 });
  });

  it('isArchived: only archived ones, or only the others', async () => {
    expect((await curricula.get('/curricula', { isArchived: 'true' })).body.data).toEqual([expectedArts(curricula)]);
    expect((await curricula.get('/curricula', { isArchived: 'false' })).body.data).toEqual([
      expectedScience(curricula),
    ]);
  });

  it('isArchived, page by page', async () => {
    const mine = await curricula.system.newInstitution();
    const records = Array.from({ length: 21 }, (_, n) => ({ ref: `c${n}`, name: 'C', isArchived: n % 3 === 0 }));
    const ids = await importCurricula(mine, records);
    const walked = await mine.client.walk('/curricula', { isArchived: 'true', limit: '2' });
    expect(walked.map(({ id }) => id)).toEqual([0, 3, 6, 9, 12, 15, 18].map((n) => ids[`curricula/c${n}`]));
  });

  it('none skipped and none twice while curricula are imported and changed', async () => {
    const mine = await curricula.system.newInstitution();
    const records = Array.from({ length: 30 }, () => ({ ref: randomUUID(), name: 'Before' }));
    const before = Object.values(await importCurricula(mine, records));
    await expectWholeWalk(mine.client, '/curricula', before, async (page) => {
      curricula.system.clock.advance(page);
      const changed = records.filter((_, n) => n % 7 === page).map((record) => ({ ...record, name: 'After' }));
      await importCurricula(mine, [{ ref: randomUUID(), name: 'New' }, ...changed]);
    });
  });
});
