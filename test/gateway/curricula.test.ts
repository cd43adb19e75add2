import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeList, expectWholeWalk } from '../support/describe-list.ts';
import { describeRead } from '../support/describe-read.ts';
import { curriculumFields, importCurricula, TestCurricula, twoCurricula } from '../support/test-curricula.ts';

let curricula: TestCurricula;
let many: { client: TestCurricula['school']['client']; ids: string[] };
let stranger: { client: TestCurricula['school']['client']; id: string };

beforeAll(async () => {
  curricula = await TestCurricula.start({ platform: 'own' });
  const { system } = curricula;
  const [big, small] = await Promise.all([system.newInstitution(), system.newInstitution()]);
  const imported = async (count: number) =>
    Object.values(
      await importCurricula(
        big,
        Array.from({ length: count }, () => ({ ref: randomUUID(), name: 'Curriculum' })),
      ),
    );
  const ids = await imported(40);
  system.clock.advance(1);
  many = { client: big.client, ids: [...ids, ...(await imported(20))] };
  const own = await importCurricula(small, [{ ref: 'only', name: 'Only' }]);
  stranger = { client: small.client, id: own['curricula/only'] ?? '' };
});
afterAll(() => curricula.stop());

const at = '2026-10-05T08:00:00.000Z';
const science = () => ({
  id: curricula.id('curricula/science'),
  name: 'Science',
  institutionId: curricula.school.id,
  createdAt: at,
  updatedAt: at,
  isCohortSpecific: true,
  isArchived: false,
  code: 'SC',
  versionsCount: 2,
});
const arts = () => ({
  id: curricula.id('curricula/arts'),
  name: 'Arts',
  institutionId: curricula.school.id,
  createdAt: at,
  updatedAt: at,
  isCohortSpecific: false,
  isArchived: true,
  code: null,
  versionsCount: 0,
});
const first = () => ({
  id: curricula.id('curriculaVersions/first'),
  version: '1',
  name: 'First',
  createdAt: at,
  updatedAt: at,
  curriculaId: curricula.id('curricula/science'),
  electionEndWeeks: 0,
  electionStartWeeks: 6,
  electionMode: 'ELECT_WHENEVER',
  isCohortVersion: false,
  sourceCohortId: null,
  sourceCohort: null,
  isDefault: true,
});
const second = () => ({
  ...first(),
  id: curricula.id('curriculaVersions/second'),
  version: '2',
  name: 'Second',
  electionEndWeeks: null,
  electionStartWeeks: null,
  electionMode: null,
  isDefault: false,
});
const versionsPath = () => `/curricula/${curricula.id('curricula/science')}/versions`;

describeList('/curricula', curriculumFields, () => ({ ...many, stranger }), []);
describeRead('/curricula', curriculumFields, () => ({
  client: curricula.school.client,
  id: curricula.id('curricula/science'),
  foreignId: curricula.id('curricula/science', curricula.other),
}));

describe('GET /curricula: 200', () => {
  it('all, archived ones among them, with the numbers of their versions', async () => {
    const { status, body } = await curricula.get('/curricula');
    expect([status, body.data]).toEqual([200, [science(), arts()]]);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 50 });
  });

  it('isArchived: only archived ones, or only the others', async () => {
    expect((await curricula.get('/curricula', { isArchived: 'true' })).body.data).toEqual([arts()]);
    expect((await curricula.get('/curricula', { isArchived: 'false' })).body.data).toEqual([science()]);
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

describe('GET /curricula: 400', () => {
  it('a cursor of another filter', async () => {
    const { next_cursor: cursor } = (await many.client.get('/curricula', { query: { limit: '1' } })).body.pagination;
    const { status, body } = await many.client.get('/curricula', { query: { cursor, isArchived: 'false' } });
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  });
});

describe('GET /curricula/{id}: 200', () => {
  it('the curriculum, with null for a missing code', async () => {
    for (const expected of [science(), arts()]) {
      const { status, body } = await curricula.get(`/curricula/${expected.id}`);
      expect([status, body.data]).toEqual([200, expected]);
    }
  });

  it('another tag of the same revision when a version is added', async () => {
    const mine = await curricula.system.newInstitution();
    const [record] = twoCurricula;
    const ids = await importCurricula(mine, [{ ref: 'science', name: 'Science', versions: [] }]);
    const path = `/curricula/${ids['curricula/science']}`;
    const before = await mine.client.get(path);
    await importCurricula(mine, [{ ref: 'science', name: 'Science', versions: record?.versions ?? [] }]);
    const after = await mine.client.get(path);
    expect([before.body.data.versionsCount, after.body.data.versionsCount]).toEqual([0, 2]);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });
});

describe('GET /curricula/{id}/versions: 200', () => {
  it('all versions by creation, with null for what is not stated', async () => {
    const { status, body } = await curricula.get(versionsPath());
    expect([status, body.data]).toEqual([200, [first(), second()]]);
    expect(Object.keys(body.data[0])).toEqual(Object.keys(first()));
  });

  it('page by page, none missing, none twice', async () => {
    const walked = await curricula.school.client.walk(versionsPath(), { limit: '1' });
    expect(walked).toEqual([first(), second()]);
  });

  it('only the named fields', async () => {
    const { body } = await curricula.get(versionsPath(), { fields: 'isDefault,id' });
    expect(body.data).toEqual([first(), second()].map(({ id, isDefault }) => ({ id, isDefault })));
  });

  it('none of a curriculum without versions', async () => {
    const { status, body } = await curricula.get(`/curricula/${curricula.id('curricula/arts')}/versions`);
    expect([status, body.data]).toEqual([200, []]);
  });

  it('60 versions, of 100 at most, in the order of creation', async () => {
    const mine = await curricula.system.newInstitution();
    const versions = Array.from({ length: 60 }, (_, n) => ({ ref: `v${n}`, version: String(n), name: 'V' }));
    const ids = await importCurricula(mine, [{ ref: 'big', name: 'Big', versions }]);
    const path = `/curricula/${ids['curricula/big']}/versions`;
    for (const limit of ['7', '59', '60', '100']) {
      const walked = await mine.client.walk(path, { limit });
      expect(walked.map(({ id }) => id)).toEqual(versions.map(({ ref }) => ids[`curriculaVersions/${ref}`]));
    }
  });
});
