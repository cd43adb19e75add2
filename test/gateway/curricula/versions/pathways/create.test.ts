import { describe, expect, it } from 'vitest';
import { importCurricula, TestCurricula } from '../../../../support/test-curricula.ts';

const curricula = await TestCurricula.start();
const versions = Array.from({ length: 30 }, (_, n) => ({ ref: `e${n}`, version: String(n), name: 'Empty' }));
const ids = await importCurricula(curricula.school, [{ ref: 'empty', name: 'Empty', versions }]);
const paths = versions.map(({ ref }) => ids[`curriculaVersions/${ref}`]);
/** Versions without pathways, as many as the tests need. */
const empty = () => `/curricula/${ids['curricula/empty']}/versions/${paths.pop()}/pathways`;

const post = (path: string, body: unknown, key: string | true = true) =>
  curricula.school.client.post(path, body, { key });
const positions = async (path: string): Promise<number[]> =>
  (await curricula.school.client.walk(path)).map((pathway) => (pathway as unknown as { position: number }).position);

describe('POST /curricula/{id}/versions/{versionId}/pathways: 201', () => {
  it('the pathway, with meta; the list shows the same', async () => {
    const path = empty();
    const answer = await post(path, { name: 'Systems', type: 'SELECTABLE_FOCUS', position: 3, description: 'Text' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        position: 3,
        name: 'Systems',
        type: 'SELECTABLE_FOCUS',
        curriculaVersionId: path.split('/')[4],
        description: 'Text',
      },
      meta: { requestId: answer.headers.get('x-request-id'), timestamp: '2026-10-05T08:00:00.000Z', version: 'v4' },
    });
    expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect((await curricula.get(path)).body.data).toEqual([answer.body.data]);
  });

  it('after the last position if none is given, starting with 0; a given one is stored', async () => {
    const path = empty();
    const at = async (position?: number) =>
      (await post(path, { name: 'P', type: 'FIXED', ...(position === undefined ? {} : { position }) })).body.data
        .position;
    expect([await at(), await at(), await at(7), await at(), await at(0), await at(0), await at()]).toEqual([
      0, 1, 7, 8, 0, 0, 9,
    ]);
    expect(await positions(path)).toEqual([0, 0, 0, 1, 7, 8, 9]);
  });

  it.each([
    ['a description that is empty', { description: '' }, { description: '' }],
    ['no description', {}, { description: null }],
    ['the longest of all', { name: '𝔁'.repeat(255), description: '𝔁'.repeat(10_000) }, { name: '𝔁'.repeat(255) }],
    ['white space, which stays', { name: ' P ' }, { name: ' P ' }],
    ['markup and quotes', { name: `<b>"'\\\u2028; DROP` }, { name: `<b>"'\\\u2028; DROP` }],
    ['the greatest position', { position: 1_000_000 }, { position: 1_000_000 }],
    ['a position as 1.0', { position: 1.0 }, { position: 1 }],
  ])('%s', async (_, body, shown) => {
    const { status, body: answer } = await post(empty(), { name: 'P', type: 'FIXED', ...body });
    expect(status).toBe(201);
    expect(answer.data).toMatchObject(shown);
  });

  it('a position written as 1e0 or -0', async () => {
    for (const [position, shown] of [['1e0', 1] as const, ['-0', 0] as const, ['2.0', 2] as const]) {
      const text = `{"name":"P","type":"FIXED","position":${position}}`;
      const { status, body } = await curricula.school.client.send('POST', empty(), { text, key: true });
      expect([position, status, body.data.position]).toEqual([position, 201, shown]);
    }
  });

  it('the number of pathways as position, if none is left after the greatest', async () => {
    const path = empty();
    await post(path, { name: 'P', type: 'FIXED', position: 1_000_000 });
    expect((await post(path, { name: 'Q', type: 'FIXED' })).status).toBe(201);
    expect(await positions(path)).toEqual([1, 1_000_000]);
  });

  it('50 parallel requests without position get 50 positions', async () => {
    const path = empty();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(path, { name: 'P', type: 'FIXED' })));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    const expected = Array.from({ length: 50 }, (_, n) => n);
    expect(answers.map(({ body }) => body.data.position).sort((a, b) => a - b)).toEqual(expected);
    expect(await positions(path)).toEqual(expected);
  });
});

describe('POST /curricula/{id}/versions/{versionId}/pathways: 404', () => {
  it('a version of another curriculum, and what is no version', async () => {
    for (const version of curricula.wrongVersionPaths()) {
      const { status, body } = await post(`${version}/pathways`, { name: 'P', type: 'FIXED' });
      expect([version, status, body.code]).toEqual([version, 404, 'resource_not_found']);
    }
  });
});
