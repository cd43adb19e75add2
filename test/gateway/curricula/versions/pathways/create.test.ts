import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { importCurricula, TestCurricula } from '../../../../support/test-curricula.ts';

const curricula = await TestCurricula.start();
const versions = Array.from({ length: 30 }, (_, n) => ({ ref: `e${n}`, version: String(n), name: 'Empty' }));
const ids = await importCurricula(curricula.school, [{ ref: 'empty', name: 'Empty', versions }]);
const paths = versions.map(({ ref }) => ids[`curriculaVersions/${ref}`]);
/** Versions without pathways, as many as the tests need. */
const empty = () => `/curricula/${ids['curricula/empty']}/versions/${paths.pop()}/pathways`;
afterAll(() => curricula.stop());

const post = (path: string, body: unknown, key: string | true = true) =>
  curricula.school.client.post(path, body, { key });
const pathwaysPath = () => `${curricula.versionPath()}/pathways`;
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

describe('POST /curricula/{id}/versions/{versionId}/pathways: keys', () => {
  it('201 again: the same bytes, and one pathway', async () => {
    const path = empty();
    const key = randomUUID();
    const created = await post(path, { name: 'P', type: 'FIXED' }, key);
    const again = await post(path, { type: 'FIXED', name: 'P' }, key);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, created.text, 'true']);
    expect(created.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('etag')).toBe(created.headers.get('etag'));
    expect(await positions(path)).toEqual([0]);
  });

  it('201 again when others have been created since', async () => {
    const path = empty();
    const key = randomUUID();
    const created = await post(path, { name: 'P', type: 'FIXED' }, key);
    await post(path, { name: 'Q', type: 'FIXED' });
    expect((await post(path, { name: 'P', type: 'FIXED' }, key)).text).toBe(created.text);
  });

  it('201: 30 parallel requests with one key make one pathway', async () => {
    const path = empty();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(path, { name: 'P', type: 'FIXED' }, key)));
    const created = answers.filter(({ status }) => status === 201);
    const inFlight = answers.filter(({ status }) => status === 409);
    expect(created.length + inFlight.length).toBe(30);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    for (const { headers, body } of inFlight)
      expect([headers.get('retry-after'), body.code]).toEqual(['1', 'conflict']);
    expect(await positions(path)).toEqual([0]);
  });

  it('422: a key that was used with another body, or at another version', async () => {
    const path = empty();
    const key = randomUUID();
    await post(path, { name: 'P', type: 'FIXED' }, key);
    for (const again of [
      await post(path, { name: 'Q', type: 'FIXED' }, key),
      await post(empty(), { name: 'P', type: 'FIXED' }, key),
    ]) {
      expect([again.status, again.body.code]).toEqual([422, 'idempotency_key_reused']);
    }
  });

  it.each([
    ['none', {}],
    ['an empty one', { 'idempotency-key': '' }],
    ['one of 256 characters', { 'idempotency-key': 'x'.repeat(256) }],
  ])('400: %s', async (_, headers) => {
    const path = empty();
    const json = { name: 'P', type: 'FIXED' };
    const { status, body } = await curricula.school.client.send('POST', path, { json, headers });
    expect([status, body.code]).toEqual([400, 'bad_request']);
    expect(await positions(path)).toEqual([]);
  });

  it('201: a refused request releases its key', async () => {
    const path = empty();
    const key = randomUUID();
    expect((await post(path, { name: '', type: 'FIXED' }, key)).status).toBe(400);
    expect(
      (await post(path.replace(/[^/]+(?=\/pathways)/, randomUUID()), { name: 'P', type: 'FIXED' }, key)).status,
    ).toBe(404);
    expect((await post(path, { name: 'P', type: 'FIXED' }, key)).status).toBe(201);
  });
});

describe('POST /curricula/{id}/versions/{versionId}/pathways: 400', () => {
  it('a fault of the body, before 404', async () => {
    const { status, body } = await post(`/curricula/${randomUUID()}/versions/${randomUUID()}/pathways`, { name: 'P' });
    expect([status, body.code]).toEqual([400, 'bad_request']);
  });

  it.each<[string, object, string, string]>([
    ['an empty name', { name: '' }, '/name', 'too_small'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, '/name', 'too_big'],
    ['a name that is null', { name: null }, '/name', 'invalid_type'],
    ['a name with U+0000', { name: 'a\0' }, '/name', 'invalid_string'],
    ['a name with a lone surrogate', { name: 'a\ud800' }, '/name', 'invalid_string'],
    ['a type that there is not', { type: 'OPTIONAL' }, '/type', 'invalid_enum'],
    ['a type in another case', { type: 'fixed' }, '/type', 'invalid_enum'],
    ['the type that the contract never sends', { type: 'UNSPECIFIED' }, '/type', 'invalid_enum'],
    ['a type by number', { type: 1 }, '/type', 'invalid_type'],
    ['a type that is null', { type: null }, '/type', 'invalid_type'],
    ['a position below 0', { position: -1 }, '/position', 'too_small'],
    ['a position of 1,000,001', { position: 1_000_001 }, '/position', 'too_big'],
    ['a position beyond 32 bits', { position: 2147483648 }, '/position', 'too_big'],
    ['a position that is no integer', { position: 1.5 }, '/position', 'invalid_type'],
    ['a position as text', { position: '1' }, '/position', 'invalid_type'],
    ['a position that is null', { position: null }, '/position', 'invalid_type'],
    ['a description that is null', { description: null }, '/description', 'invalid_type'],
    ['a description of 10001 characters', { description: 'x'.repeat(10_001) }, '/description', 'too_big'],
    ['a property that there is not', { colour: 'red' }, '/colour', 'unknown_field'],
    ['a property that only answers have', { id: randomUUID() }, '/id', 'unknown_field'],
  ])('%s', async (_, fault, pointer, code) => {
    const { status, body } = await post(pathwaysPath(), { name: 'P', type: 'FIXED', ...fault });
    const faults = body.errors.filter((each: { pointer: string; code: string }) => each.code === code);
    expect([status, body.code, faults]).toEqual([
      400,
      'bad_request',
      [expect.objectContaining({ pointer, field: pointer.slice(1), code })],
    ]);
  });

  it('neither name nor type', async () => {
    const { status, body } = await post(pathwaysPath(), {});
    const faults = body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
    expect([status, faults.sort()]).toEqual([400, ['/name required', '/type required']]);
  });

  it('and nothing is created', async () => {
    const names = (await curricula.school.client.walk(pathwaysPath())).map((each) => (each as { name?: string }).name);
    expect(names).toEqual(['Early', 'Twin', 'Late']);
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
