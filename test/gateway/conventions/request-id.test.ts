import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerKinds } from '../../support/answer-kinds.ts';
import { exchange, parseAnswer } from '../../support/raw-http.ts';
import { readAnswer } from '../../support/test-client.ts';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';

/** X-Request-Id (decisions 1.3). */
const system = await TestSystem.start();
const school = await system.newInstitution();
const user = await newUser(school.client);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id');
const get = (id: string) => school.client.get(user.path, { headers: { 'x-request-id': id } });

describe('a request without an id of its own', () => {
  it('gets a new UUID with 401, too', async () => {
    const answer = await school.client.get(user.path, { headers: { authorization: 'Basic eDp5' } });
    expect([answer.status, idOf(answer)]).toEqual([401, expect.stringMatching(UUID)]);
  });

  it.each(answerKinds)('%i: gets a new UUID', async (status, method, path, request) => {
    const answer = await school.client.send(method, path(user), request(user));
    expect([answer.status, idOf(answer)]).toEqual([status, expect.stringMatching(UUID)]);
  });

  it('gets another one each time', async () => {
    const ids = (await Promise.all(Array.from({ length: 20 }, () => school.client.get(user.path)))).map(idOf);
    expect(new Set(ids).size).toBe(20);
  });

  it.each(['/healthz', '/readyz', '/errors/conflict', '/docs', '/api/v4/openapi.json', '/nothing'])(
    'gets one on %s, too',
    async (path) => {
      expect(idOf(await readAnswer(await fetch(`${system.url}${path}`)))).toMatch(UUID);
    },
  );

  it('gets one when it is no HTTP', async () => {
    const { headers, body } = await parseAnswer(await exchange(system.port, 'nonsense\r\n\r\n'));
    expect(idOf({ headers })).toMatch(UUID);
    expect(body.instance).toBe(`urn:uuid:${idOf({ headers })}`);
  });
});

describe('a client’s own id', () => {
  it.each(answerKinds)('%i: is taken over', async (status, method, path, request) => {
    const { headers, ...rest } = request(user);
    const answer = await school.client.send(method, path(user), {
      ...rest,
      headers: { ...headers, 'x-request-id': 'own.id_7-B' },
    });
    expect([answer.status, idOf(answer), answer.body?.instance]).toEqual([status, 'own.id_7-B', undefined]);
  });

  it.each(['a', '7', '-', '.', '_', 'x'.repeat(128), 'AZaz09._-'])('"%s" is taken over, in meta too', async (id) => {
    const answer = await get(id);
    expect([idOf(answer), answer.body.meta.requestId]).toEqual([id, id]);
  });

  it.each(['', 'x'.repeat(129), 'a b', 'a,b', 'a:b', 'ä', 'a/b', '"a"', '{}', 'a\tb'])(
    '"%s" is replaced by a new UUID',
    async (id) => {
      const answer = await get(id);
      expect([answer.status, idOf(answer)]).toEqual([200, expect.stringMatching(UUID)]);
    },
  );

  it('that holds what looks like a secret is replaced, so that no log has it', async () => {
    const { clientSecret } = school.client;
    for (const id of [clientSecret, `job.${clientSecret}`]) expect(idOf(await get(id))).toMatch(UUID);
  });

  it('given twice gets 400, with a new UUID', async () => {
    const headers = ['x-request-id: a', 'x-request-id: b', `authorization: ${school.client.authorization}`];
    const head = `GET /api/v4${user.path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers.join('\r\n')}\r\n\r\n`;
    const answer = await parseAnswer(await exchange(system.port, head));
    expect([answer.status, idOf(answer)]).toEqual([400, expect.stringMatching(UUID)]);
  });

  it('is the instance of a problem when it is a UUID', async () => {
    const id = randomUUID();
    const { body } = await school.client.get('/nothing', { headers: { 'x-request-id': id } });
    expect(body.instance).toBe(`urn:uuid:${id}`);
  });
});
