import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeRefusals } from '../support/describe-refusals.ts';
import { HeldTable } from '../support/held-table.ts';
import { exampleRequest, operations, pathNaming } from '../support/operations.ts';
import { TestCurricula } from '../support/test-curricula.ts';
import type { TestAnswer, TestRequest } from '../support/test-messages.ts';

/** Errors of the operations on curricula, by status, for each id of each path. */
let curricula: TestCurricula;

beforeAll(async () => {
  curricula = await TestCurricula.start();
});
afterAll(() => curricula.stop());

const all = operations.filter(([, { path }]) => /^\/curricula\b/.test(path));
const seen = ({ status, body }: TestAnswer) => [status, body.code];

describeRefusals(all, {
  unknownFields: ['curricula.id'],
  subject: () => ({
    system: curricula.system,
    school: curricula.school,
    other: curricula.other,
    own: () => ({ id: curricula.id('curricula/science'), versionId: curricula.id('curriculaVersions/first') }),
    another: () => ({ id: curricula.id('curricula/arts'), versionId: curricula.id('curriculaVersions/second') }),
    foreign: () => ({
      id: curricula.id('curricula/science', curricula.other),
      versionId: curricula.id('curriculaVersions/first', curricula.other),
    }),
  }),
  strays: {
    title: 'a version of another curriculum, and what is no version',
    ids: () => [
      { id: curricula.id('curricula/arts') },
      { versionId: curricula.id('curricula/science') },
      { versionId: curricula.id('pathways/early') },
      { id: curricula.id('curriculaVersions/first') },
    ],
  },
});

describe('400', () => {
  it('POST …/pathways: a fault of the body comes before 404', async () => {
    const path = `/curricula/${randomUUID()}/versions/${randomUUID()}/pathways`;
    expect(seen(await curricula.school.client.post(path, { name: 'P' }))).toEqual([400, 'bad_request']);
  });
});

describe('404', () => {
  it('an empty id makes another path', async () => {
    for (const path of ['/curricula/', '/curricula//versions', '/curricula//versions//pathways']) {
      expect(seen(await curricula.get(path))).toEqual([404, 'resource_not_found']);
    }
  });
});

describe('POST /curricula/{id}/versions/{versionId}/pathways', () => {
  const path = () => `${curricula.versionPath()}/pathways`;
  const post = (request: TestRequest) => curricula.school.client.send('POST', path(), { key: true, ...request });

  it('400: a body that is not JSON, or no body', async () => {
    for (const request of [{ text: '{' }, { text: '' }, {}])
      expect(seen(await post(request))).toEqual([400, 'bad_request']);
  });

  it.each([[[]], ['text'], [1], [null]])('400: a body that is not an object: %j', async (json) => {
    const { status, body } = await post({ json });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer: '', code: 'invalid_type' })]]);
  });

  it('413: a body of more than 1 MiB', async () => {
    expect(seen(await post({ text: ' '.repeat(2 ** 20 + 1) }))).toEqual([413, 'bad_request']);
  });

  it('415: a body that is not called application/json', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect(seen(await post({ text: '{}', headers }))).toEqual([415, 'bad_request']);
  });
});

describe('422', () => {
  it('all ids that are none at once', async () => {
    const { body } = await curricula.get('/curricula/a.b/versions/c.d');
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['id', 'versionId']);
  });
});

describe('503', () => {
  let slow: TestCurricula;
  beforeAll(async () => {
    slow = await TestCurricula.start({ requestTimeoutMs: 1_000 });
  });
  afterAll(() => slow.stop());

  it('every operation while the database does not answer; the same requests succeed when it does', async () => {
    const ids = { id: slow.id('curricula/science'), versionId: slow.id('curriculaVersions/first') };
    const requests = all.map(([, endpoint]) => {
      const request = exampleRequest(endpoint);
      return () => slow.school.client.send(endpoint.method, pathNaming(endpoint, ids), request);
    });
    const held = await HeldTable.hold(
      slow.system.databases.url('curricula'),
      'curricula, curriculum_versions',
      'reads',
    );
    const answers = await Promise.all(requests.map((request) => request())).finally(() => held.release());
    for (const answer of answers) {
      expect([...seen(answer), answer.headers.get('retry-after')]).toEqual([503, 'internal_error', '1']);
    }
    for (const request of requests) expect((await request()).status).toBeLessThan(300);
    const { body } = await slow.get(`${slow.versionPath()}/pathways`);
    expect(body.data).toHaveLength(4);
  });
});
