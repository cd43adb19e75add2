import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { RECORDED_IN_MINUTE } from '../../../gateway/activity/request-recorder.ts';
import { everythingIn } from '../../support/everything-in.ts';
import { chunk, exchange, requestHead, sendRaw } from '../../support/raw-http.ts';
import { recordOf } from '../../support/recorded-requests.ts';
import type { TestClient } from '../../support/test-client.ts';
import { newUser } from '../../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

let school: TestInstitution;
let client: TestClient;

/** What is kept of requests: sizes, nothing that looks like a secret, and not more than the disk can bear. */
const system = await TestSystem.start();
beforeEach(async () => {
  school = await system.newInstitution();
  ({ client } = school);
});

describe('bytesIn', () => {
  const body = JSON.stringify({ email: 'ada@records.example', name: 'Ada' });
  const post = (headers: Readonly<Record<string, string>>, text: string, id = randomUUID()) =>
    exchange(
      system.port,
      requestHead('POST /api/v4/users', {
        ...{ authorization: client.authorization, connection: 'close', 'x-request-id': id },
        ...headers,
      }) + text,
    ).then(() => recordOf(client, id));

  it('is what was received, chunked or not', async () => {
    const parts = [body.slice(0, 10), body.slice(10)];
    const [whole, chunked] = [
      await post({ 'content-length': String(body.length) }, body),
      await post({ 'transfer-encoding': 'chunked' }, [...parts.map(chunk), chunk(''), '\r\n'].join('')),
    ];
    expect([whole, chunked].map(({ status, bytesIn }) => [status, bytesIn])).toEqual([
      [201, body.length],
      [409, body.length],
    ]);
  });

  it('is not what was only announced', async () => {
    const id = randomUUID();
    const socket = connect(system.port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    const headers = { authorization: client.authorization, 'x-request-id': id, 'content-length': '200000' };
    socket.write(requestHead('POST /api/v4/users', headers) + body);
    await until('the request', () => system.lyceum.load.requestsInFlight === 1);
    socket.destroy();
    expect(await recordOf(client, id)).toMatchObject({ bytesIn: body.length });
  });
});

describe('bytesOut', () => {
  const send = async (method: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const id = randomUUID();
    const answer = await client.send(method, path, { headers: { 'x-request-id': id, ...headers } });
    return { answer, record: await recordOf(client, id) };
  };

  it('is what was sent: nothing for HEAD and 304', async () => {
    const user = await newUser(client);
    const got = await send('GET', user.path);
    const etag = got.answer.headers.get('etag') ?? '';
    expect(got.record.bytesOut).toBe(Buffer.byteLength(got.answer.text));
    for (const [method, status, headers] of [
      ['HEAD', 200, {}],
      ['GET', 304, { 'if-none-match': etag }],
      ['HEAD', 304, { 'if-none-match': etag }],
    ] as const)
      expect((await send(method, user.path, headers)).record).toMatchObject({ method, status, bytesOut: 0 });
    expect((await send('HEAD', '/users/x y')).record).toMatchObject({ status: 422, bytesOut: 0 });
  });

  it('is that of a compressed page, and of one that is sent in pieces', async () => {
    for (let n = 0; n < 100; n++)
      await client.post('/users', { email: `u${n}@x.example`, name: `U ${n}`, image: IMAGE });
    const path = '/users?limit=100';
    const whole = await send('GET', path, { 'accept-encoding': 'identity' });
    expect(whole.record.bytesOut).toBe(Buffer.byteLength(whole.answer.text));
    expect(whole.record.bytesOut).toBeGreaterThan(64 * 1024);
    const small = await send('GET', '/users?limit=10', { 'accept-encoding': 'gzip' });
    expect(small.record.bytesOut).toBe(Number(small.answer.headers.get('content-length')));
  });

  const IMAGE = `https://example.org/${'i'.repeat(1_900)}`;
});

describe('what looks like a secret', () => {
  it.each([
    ['in the place of an id', (token: string) => `/api/v4/users/${token}`],
    ['in a path that does not exist', (token: string) => `/api/v4/nothing/${token}`],
    ['percent-encoded in part', (token: string) => `/api/v4/nothing/%${hex(token)}${token.slice(1)}`],
    ['as a declared parameter', (token: string) => `/api/v4/users?email=${token}`],
    ['as the name of an undeclared parameter', (token: string) => `/api/v4/users?${token}=1`],
    ['behind its prefix', (token: string) => `/api/v4/webhook-endpoints/whsec_${token}`],
  ])('%s is replaced', async (_, pathOf) => {
    const token = randomBytes(32).toString('base64url');
    const id = randomUUID();
    const headers = { authorization: client.authorization, 'x-request-id': id, 'user-agent': `app/1 (${token})` };
    await sendRaw(system.port, `GET ${pathOf(token)} HTTP/1.1`, headers);
    const record = await recordOf(client, id);
    expect(JSON.stringify(record)).not.toContain(token.slice(1));
    expect(record).toMatchObject({ path: expect.stringContaining('…'), userAgent: 'app/1 (…)' });
  });

  it('is never the id of a request, and nowhere in the table', async () => {
    const secret = randomBytes(32).toString('base64url');
    const { headers } = await client.get('/users', { headers: { 'x-request-id': `job.${secret}` } });
    await recordOf(client, headers.get('x-request-id') ?? '');
    expect(await everythingIn(system.databases.url('activity'))).not.toContain(secret);
  });

  const hex = (text: string) => text.charCodeAt(0).toString(16);
});

it('of a client id with wrong secrets a hundred in a minute are kept, and all are counted; others lose nothing', async () => {
  const other = await system.newInstitution();
  const count = RECORDED_IN_MINUTE + 50;
  for (let n = 0; n < count; n++) {
    const wrong = Buffer.from(`${client.clientId}:${n}`).toString('base64');
    expect(await client.get('/users', { headers: { authorization: `Basic ${wrong}` } })).toMatchObject({ status: 401 });
  }
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids) await other.client.get('/users', { headers: { 'x-request-id': id } });
  const day = { from: '2026-10-05T00:00:00Z', to: '2026-10-06T00:00:00Z', interval: 'day' };
  await until('the sums', async () => {
    const { body } = await client.get('/usage', { query: day });
    return (body.data[0]?.byStatus['4xx'] ?? 0) >= count;
  });
  expect(await client.walk('/requests', { status: '401', limit: '100' })).toHaveLength(RECORDED_IN_MINUTE);
  expect((await client.get('/usage', { query: day })).body.data[0]).toMatchObject({ lost: 0 });
  for (const id of ids) expect(await other.client.get(`/requests/${id}`)).toMatchObject({ status: 200 });
});
