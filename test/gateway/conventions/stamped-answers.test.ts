import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { importLargeCurriculum } from '../../support/curricula/large-curriculum.ts';
import { importRecords } from '../../support/import-records.ts';
import { watchDatabaseTraffic } from '../../support/postgres/database-traffic.ts';
import { describeInOneProcess } from '../../support/shape/shape.ts';
import { changeSettings } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';

const tag = (name: string) => importRecords(school.operator, 'tags', [{ ref: 't0', name }]);

/** Large responses whose ETag is made of a stamp: the details of curriculum versions. */
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const ids = await importLargeCurriculum(school.operator, 30);
const path = `/curricula/${ids['curricula/large']}/versions/${ids['curriculaVersions/large-1']}`;
afterAll(() => system.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a large response requested again', () => {
  it('is the same, with its tag, length and head', async () => {
    const first = await school.client.get(path);
    const again = await school.client.get(path);
    expect(first.text.length).toBeGreaterThan(64 * 1024);
    expect(again.body.data).toEqual(first.body.data);
    for (const name of ['etag', 'content-type', 'cache-control', 'content-length'])
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    expect(again.body.meta.requestId).toBe(again.headers.get('x-request-id'));
    expect(again.body.meta.requestId).not.toBe(first.body.meta.requestId);
    const head = await school.client.send('HEAD', path);
    expect([head.status, head.headers.get('etag'), head.text]).toEqual([200, first.headers.get('etag'), '']);
  });

  it('is 304 with its ETag, and `fields` returns parts of it with the ETag of the whole', async () => {
    const { headers, body } = await school.client.get(path);
    const etag = headers.get('etag') ?? '';
    for (const query of [{}, { fields: 'id,name' }]) {
      const same = await school.client.get(path, { query, headers: { 'if-none-match': etag } });
      expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
    }
    const parts = await school.client.get(path, { query: { fields: 'name,id' } });
    expect(parts.body.data).toEqual({ id: body.data.id, name: body.data.name });
    expect(parts.headers.get('etag')).toBe(etag);
    expect((await school.client.get(path, { query: { fields: 'x' } })).status).toBe(400);
    const other = await school.client.get(path, { headers: { 'if-none-match': '"another"' } });
    expect([other.status, other.body.data]).toEqual([200, body.data]);
  });

  it('is not shared with other institutions', async () => {
    await school.client.get(path);
    const stranger = await system.newInstitution();
    expect((await stranger.client.get(path)).status).toBe(404);
    expect((await school.client.get(path)).status).toBe(200);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an import of what it names', () => tag('Another name')],
    [
      'an import that takes something from it',
      () => importRecords(school.operator, 'courseModules', [{ ref: 'm0', name: 'M', tags: [] }]),
    ],
    ['a client’s write', () => school.client.post(`${path}/pathways`, { name: 'New', type: 'FIXED' })],
    ['the institution’s unit', () => changeSettings(school, { defaultLessonUnitName: 'Lesson' })],
  ])('is rebuilt after %s', async (_, change) => {
    const before = await school.client.get(path);
    expect((await school.client.get(path)).body.data).toEqual(before.body.data);
    await change();
    const after = await school.client.get(path, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } });
    expect(after.status).toBe(200);
    expect(after.body.data).not.toEqual(before.body.data);
    expect((await school.client.get(path)).body.data).toEqual(after.body.data);
  });
});

it('always includes everything committed before the request arrived, with many concurrent writers and readers', async () => {
  const written = { tag: 0, unit: 0 };
  const ROUNDS = 12;
  let writing = 2;
  const write = async (kind: keyof typeof written, change: (n: number) => Promise<unknown>) => {
    for (let n = 1; n <= ROUNDS; n++) {
      await change(n);
      written[kind] = n;
    }
    writing--;
  };
  const read = async () => {
    let answers = 0;
    do {
      const before = { ...written };
      const { status, body } = await school.client.get(path);
      expect(status).toBe(200);
      const text = JSON.stringify(body.data);
      expect(Number(/"race tag (\d+)"/.exec(text)?.[1])).toBeGreaterThanOrEqual(before.tag);
      expect(Number(/"race unit (\d+)"/.exec(text)?.[1])).toBeGreaterThanOrEqual(before.unit);
      answers++;
    } while (writing > 0);
    return answers;
  };
  const nameTag = (n: number) => tag(`race tag ${n}`);
  const nameUnit = (n: number) => changeSettings(school, { defaultLessonUnitName: `race unit ${n}` });
  await Promise.all([nameTag(0), nameUnit(0)]);
  await Promise.all([write('tag', nameTag), write('unit', nameUnit), read(), read(), read(), read()]);
});

describeInOneProcess('a cached response', 'counts statements', () => {
  it('costs two small reads, regardless of its size', async () => {
    const etag = (await school.client.get(path)).headers.get('etag') ?? '';
    const traffic = watchDatabaseTraffic();
    expect((await school.client.get(path, { headers: { 'if-none-match': `"other", ${etag}` } })).status).toBe(304);
    expect(traffic.ofRequests.toSorted()).toEqual(['institutions_by_id_one', 'stamps_by_institution_id_one']);
  });

  it('is not the tag of another version', async () => {
    const etag = (await school.client.get(path)).headers.get('etag') ?? '';
    const other = path.replace(/[^/]*$/, crypto.randomUUID());
    expect((await school.client.get(other, { headers: { 'if-none-match': etag } })).status).toBe(404);
  });
});
