import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../gateway/endpoint/endpoint.ts';
import { importOneOfEachRecord, pathOfRecord } from '../../support/one-of-each-record.ts';
import { bodyNaming, hasId, methodsOf, operations, pathWith, queryNaming } from '../../support/operations.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { readAnswer, type TestClient } from '../../support/test-client.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
/** The user in requests that require one. */
const { member } = await importOneOfEachRecord(school);
afterAll(() => system.stop());

/** Advances the clock between tests: one client makes all requests, and its limit is a thousand a minute. */
const takeTime = () => beforeEach(() => system.clock.advance(1_000));

const reads = operations.filter(([, { method }]) => method === 'GET');
const writes = operations.flatMap(([name, endpoint]) => (endpoint.kind === 'write' ? [[name, endpoint] as const] : []));
const withBody = writes.filter(([, { body }]) => body !== null);
const anonymous = async (method: string, path: string, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  readAnswer(await fetch(`${system.url}/api/v4${path}`, { method, headers }), method);

describe('400', () => {
  takeTime();

  it.each(writes)('%s: a body that is not JSON in UTF-8', async (_, endpoint) => {
    const bodies = ['{', '{} x', "{'a':1}", '{"a":1,}', 'NaN', '\u00a0{}', '{"a":01}', '["\t"]', '{"a":"\\x"}'];
    const bytes = [
      Uint8Array.of(0x22, 0xff, 0x22),
      Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
      Uint8Array.of(0x22, 0xc0, 0x80, 0x22),
    ];
    // Without a body of its own, an operation takes an empty one for none.
    const empty = endpoint.body === null ? [] : [''];
    for (const text of [...empty, ...bodies, ...bytes, Buffer.from('{}', 'utf16le')]) {
      const { status, body } = await school.client.send(endpoint.method, pathWith(endpoint, randomUUID()), {
        text,
        key: true,
        ifMatch: '*',
      });
      expect([text, status, body.code]).toEqual([text, 400, 'bad_request']);
    }
  });

  it.each(withBody)('%s: no body', async (_, endpoint) => {
    const { status, body } = await school.client.send(endpoint.method, pathWith(endpoint, randomUUID()), {
      key: true,
      ifMatch: '*',
    });
    expect([status, body.code]).toEqual([400, 'bad_request']);
  });
});

it.each(withBody)('400 or 422: %s: a body that is not an object', async (_, endpoint) => {
  for (const json of [[], 'text', 1, null]) {
    const request = { json, key: true, ifMatch: '*' } as const;
    const { status, body } = await school.client.send(endpoint.method, pathWith(endpoint, randomUUID()), request);
    const faults = [expect.objectContaining({ pointer: '', code: 'invalid_type' })];
    expect([json, status, body.errors]).toEqual([json, endpoint.bodyFaultStatus, faults]);
  }
});

describe('401', () => {
  takeTime();

  it.each(operations)('%s: without credentials, and with wrong ones', async (_, endpoint) => {
    const wrong = `Basic ${Buffer.from(`${school.client.clientId}:wrong`).toString('base64')}`;
    for (const headers of [{}, { authorization: wrong }] as Record<string, string>[]) {
      const answer = await anonymous(endpoint.method, pathWith(endpoint, randomUUID()), headers);
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="api", charset="UTF-8"');
      expect([...answer.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    }
  });
});

describe('404', () => {
  takeTime();

  it.each(operations.filter(([, endpoint]) => hasId(endpoint)))('%s: an id of nothing', async (_, endpoint) => {
    for (const id of [randomUUID(), 'x']) {
      const json = endpoint.member
        ? bodyNaming(endpoint, member)
        : ((endpoint.kind === 'write' && endpoint.bodyExample) ?? {});
      const request =
        endpoint.kind === 'write'
          ? ({ json, key: true, ifMatch: '*' } as const)
          : { query: queryNaming(endpoint, member) };
      const { status, body } = await school.client.send(endpoint.method, pathWith(endpoint, id), request);
      expect([status, body.code]).toEqual([404, 'resource_not_found']);
    }
  });
});

describe('405', () => {
  takeTime();

  it.each(operations)('%s: rejects other methods, with the allowed ones in Allow', async (_, endpoint) => {
    const allowed = methodsOf(endpoint);
    const line = (method: string) => `${method} /api/v4${pathWith(endpoint, randomUUID())} HTTP/1.1`;
    const methods = [
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'QUERY',
      'M-SEARCH',
    ];
    for (const method of methods.filter((each) => !allowed.includes(each))) {
      const headers = { authorization: school.client.authorization };
      const answer = await sendRaw(system.port, line(method), headers);
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, allowed.join(', ')]);
    }
  });
});

describe('413 and 415', () => {
  takeTime();

  /** With one unknown property, and that many bytes. */
  const body = (endpoint: Endpoint, bytes: number) => {
    const before = JSON.stringify({ ...bodyNaming(endpoint, member), a: '' }).slice(0, -2);
    return `${before}${'x'.repeat(bytes - before.length - 2)}"}`;
  };
  const send = (client: TestClient, [, endpoint]: (typeof operations)[number], text: string, type: string) =>
    client.send(endpoint.method, pathWith(endpoint, randomUUID()), {
      text,
      key: true,
      ifMatch: '*',
      headers: { 'content-type': type },
    });

  it.each(withBody)('%s: a body of more than 256 KiB', async (...operation) => {
    const [, endpoint] = operation;
    const larger = await send(school.client, operation, body(endpoint, 256 * 1024 + 1), 'application/json');
    const { status, body: problem } = larger;
    expect([status, problem.code]).toEqual([413, 'bad_request']);
    const most = await send(school.client, operation, body(endpoint, 256 * 1024), 'application/json');
    expect(most.status).toBe(operation[1].bodyFaultStatus);
    expect(most.body.errors).toContainEqual(expect.objectContaining({ field: 'a', code: 'unknown_field' }));
  });

  it.each(writes)('%s: a body that is not called application/json', async (...operation) => {
    for (const type of [
      'text/plain',
      'application/jsonx',
      'application/json-patch+json',
      'text/json',
      'json',
      '*/*',
      '',
    ]) {
      const { status, body: problem } = await send(school.client, operation, '{"a":1}', type);
      expect([type, status, problem.code]).toEqual([type, 415, 'bad_request']);
    }
  });

  it.each(withBody)('%s: application/json in any case and with parameters', async (...operation) => {
    for (const type of ['Application/JSON', 'application/json; charset=utf-8', 'application/json;x="y"']) {
      const { status } = await send(school.client, operation, body(operation[1], 1024), type);
      expect([type, status]).toEqual([type, operation[1].bodyFaultStatus]);
    }
  });
});

describe('422', () => {
  takeTime();

  it.each(operations.filter(([, endpoint]) => hasId(endpoint)))('%s: what can be no id', async (_, endpoint) => {
    const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const id of [
      'x'.repeat(129),
      // Clients may choose the ids of their requests, in more characters.
      ...(parameters.includes('requestId') ? [] : ['x'.repeat(65), 'a.b']),
      '%00',
      '%C3%B6',
      '%zz',
      'a%20b',
      '%27',
      'a:b',
      'a%2Fb',
      '%25',
      'a+b',
      '*',
    ]) {
      const json = endpoint.kind === 'write' ? ({ json: {}, key: true, ifMatch: '*' } as const) : {};
      const { status, body } = await school.client.send(endpoint.method, pathWith(endpoint, id), json);
      expect([id, status, body.code, body.errors[0].code]).toEqual([id, 422, 'validation_failed', 'invalid_string']);
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(parameters);
    }
  });
});

describe('429', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await system.newClient(school.id);
    await Promise.all(Array.from({ length: 1000 }, () => client.get('/nothing')));
  });

  it.each(operations)('%s', async (_, endpoint) => {
    const answer = await client.send(endpoint.method, pathWith(endpoint, randomUUID()));
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limit_exceeded']);
    expect([answer.headers.get('retry-after'), answer.headers.get('ratelimit-remaining')]).toEqual(['60', '0']);
  });
});

describe('HEAD', () => {
  takeTime();

  // Each request changes what an integration has left of its limit.
  const steady = reads.filter(([, { path }]) => path !== '/integration');
  it.each(steady)('%s: as GET, without a body', async (_, endpoint) => {
    const path = await pathOfRecord(school.client, endpoint, { member });
    // Compressed, answers with another request id have another length.
    const request = { query: queryNaming(endpoint, member), headers: { 'accept-encoding': 'identity' } };
    const [got, headed] = [await school.client.get(path, request), await school.client.send('HEAD', path, request)];
    expect([got.status, headed.status, headed.text]).toEqual([200, 200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'ratelimit-limit']) {
      expect([name, headed.headers.get(name)]).toEqual([name, got.headers.get(name)]);
    }
  });
});
