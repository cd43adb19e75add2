import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleRequest, operations, pathNaming } from '../support/operations.ts';
import { HeldTable } from '../support/postgres/held-table.ts';
import { TestCurricula } from '../support/test-curricula.ts';
import type { TestAnswer } from '../support/test-messages.ts';

/** Errors of the operations on curricula, by status. */
let curricula: TestCurricula;

beforeAll(async () => {
  curricula = await TestCurricula.start();
});
afterAll(() => curricula.stop());

const all = operations.filter(([, { path }]) => /^\/curricula\b/.test(path));
const seen = ({ status, body }: TestAnswer) => [status, body.code];

describe('400', () => {
  it('POST …/pathways: a fault of the body comes before 404', async () => {
    const path = `/curricula/${randomUUID()}/versions/${randomUUID()}/pathways`;
    expect(seen(await curricula.school.client.post(path, { name: 'P' }))).toEqual([400, 'bad_request']);
  });
});

describe('404', () => {
  it.each(all.filter(([, { path }]) => path.includes('{versionId}')))(
    '%s: a version of another curriculum, and what is no version',
    async (_, endpoint) => {
      const own = { id: curricula.id('curricula/science'), versionId: curricula.id('curriculaVersions/first') };
      const request = exampleRequest(endpoint);
      const send = (ids: object) =>
        curricula.school.client.send(endpoint.method, pathNaming(endpoint, { ...own, ...ids }), request);
      for (const ids of [
        { id: curricula.id('curricula/arts') },
        { versionId: curricula.id('curricula/science') },
        { versionId: curricula.id('pathways/early') },
        { id: curricula.id('curriculaVersions/first') },
        { versionId: randomUUID() },
      ])
        expect([ids, ...seen(await send(ids))]).toEqual([ids, 404, 'resource_not_found']);
    },
  );

  it('an empty id makes another path', async () => {
    for (const path of ['/curricula/', '/curricula//versions', '/curricula//versions//pathways']) {
      expect(seen(await curricula.get(path))).toEqual([404, 'resource_not_found']);
    }
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
