import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HeldTable } from '../support/held-table.ts';
import { RawConnection } from '../support/raw-connection.ts';
import { parseAnswer } from '../support/raw-http.ts';
import { newEmail } from '../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

/** Answers that are given before the request has been read whole, and how their connection goes on. */
const MIB = 1024 * 1024;

let system: TestSystem;
let school: TestInstitution;

beforeAll(async () => {
  system = await TestSystem.start();
  school = await system.newInstitution();
});
afterAll(() => system.stop());

const head = (line: string, headers: Readonly<Record<string, string>> = {}) => {
  const all = { host: 'x', 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), ...headers };
  return `${line} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
};
const own = () => ({ authorization: school.client.authorization });
const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
const newUser = () => JSON.stringify({ email: newEmail(), name: 'Raw' });
const countUsers = async () => (await school.client.walk('/users')).length;

/** Every kind of answer that leaves a body unread: what is sent, but for its length. */
const EARLY: [status: number, line: string, headers: () => Record<string, string>][] = [
  [401, 'POST /api/v4/users', () => ({})],
  [404, 'POST /api/v4/nothing', own],
  [404, 'POST /nothing', () => ({})],
  [405, 'PUT /api/v4/users', own],
  [413, 'POST /api/v4/users', own],
  [415, 'POST /api/v4/users', () => ({ ...own(), 'content-type': 'text/plain' })],
  [400, 'POST http://[/api/v4/users', own],
  [200, 'GET /healthz', () => ({})],
  [200, 'GET /api/v4/users', own],
];

/** Sixteen mebibytes, as a length says and in chunks. */
const LENGTHS: [how: string, headers: Record<string, string>, body: string][] = [
  ['of a known length', { 'content-length': String(16 * MIB) }, ' '.repeat(16 * MIB)],
  ['in chunks', { 'transfer-encoding': 'chunked' }, `${chunk(' '.repeat(16 * MIB))}0\r\n\r\n`],
];

describe.each(LENGTHS)('a body %s that is not read', (_, length, body) => {
  it.each(EARLY)('does not cost the client that sends it all the answer: %i to %s', async (status, line, headers) => {
    for (const wish of [{}, { connection: 'close' }]) {
      const client = await RawConnection.open(system.port);
      expect(await client.send(head(line, { ...headers(), ...length, ...wish }) + body)).toBe(true);
      const text = await client.readToEnd();
      const answer = await parseAnswer(text);
      expect([answer.status, answer.headers.get('connection')]).toEqual([status, 'close']);
      expect(statusesOf(text)).toEqual([status]);
    }
  });
});

describe('a body that is not read, of a client who is refused for the moment', () => {
  const refusal = async (port: number, headers: Record<string, string>) => {
    const client = await RawConnection.open(port);
    const length = { 'content-length': String(16 * MIB) };
    expect(await client.send(head('POST /api/v4/users', { ...headers, ...length }) + ' '.repeat(16 * MIB))).toBe(true);
    const answer = await parseAnswer(await client.readToEnd());
    return [answer.status, answer.headers.get('connection'), answer.headers.has('retry-after')];
  };

  it('does not cost him a 429', async () => {
    const greedy = await system.newInstitution();
    const counted = await RawConnection.open(system.port);
    const authorization = greedy.client.authorization;
    const line = 'GET /api/v4/nothing';
    void counted.send(head(line, { authorization }).repeat(999) + head(line, { authorization, connection: 'close' }));
    expect(statusesOf(await counted.readToEnd())).toEqual(Array(1000).fill(404));
    expect(await refusal(system.port, { authorization })).toEqual([429, 'close', true]);
  });

  it('does not cost him a 503', async () => {
    const full = await TestSystem.start({ overload: { requestsInFlight: 0 }, shape: 'one process' });
    expect(await refusal(full.port, {})).toEqual([503, 'close', true]);
    await full.stop();
  });
});

describe('a client that sends for ever', () => {
  it.each([
    ['POST /api/v4/users', { 'transfer-encoding': 'chunked' }],
    ['GET /healthz', { 'transfer-encoding': 'chunked' }],
    ['POST /api/v4/users', { 'content-length': '99999999999' }],
    // What it sends next is no request.
    ['POST /api/v4/users', { 'content-length': '1' }],
  ])('is read from for so many bytes and no more: %s %j', async (line, length: Record<string, string>) => {
    const client = await RawConnection.open(system.port);
    await client.send(head(line, length));
    await client.read(/\r\n\r\n/);
    const piece = Buffer.from(chunk(' '.repeat(MIB - 20)));
    // Beyond the server's bound lie buffers of the system on both sides.
    expect(await client.sendForEver(piece)).toBeLessThan(64 * MIB);
  });
});

describe('a client that stops sending and does not close', () => {
  const stopWithin = async (length: Record<string, string>) => {
    const client = await RawConnection.open(system.port);
    await client.send(head('POST /api/v4/users', { ...own(), ...length, 'content-type': 'text/plain' }));
    await client.send('1');
    await client.read(/\r\n\r\n\{.*\}/);
    return client;
  };

  it.each([
    ['a long body', { 'content-length': String(2 * MIB) }],
    ['chunks', { 'transfer-encoding': 'chunked' }],
  ])('is given up some time after its last answer: %s', async (_, length: Record<string, string>) => {
    const client = await stopWithin(length);
    await until('the server takes no more', async () => !(await client.send('\r\n')));
    expect(statusesOf(await client.readToEnd())).toEqual([415]);
  });

  it('is given up within a short body, too, without a second answer', async () => {
    const client = await stopWithin({ 'content-length': '20' });
    expect(statusesOf(await client.readToEnd())).toEqual([415]);
  });
});

describe('a short rest of a body', () => {
  it.each(EARLY.filter(([status]) => status !== 413))(
    'is dropped, and the connection goes on: %i to %s',
    async (status, line, headers) => {
      const body = ' '.repeat(60_000);
      const client = await RawConnection.open(system.port);
      await client.send(head(line, { ...headers(), 'content-length': String(body.length) }));
      const first = await parseAnswer(await client.read(/\r\n\r\n./s));
      expect(first.headers.get('connection')).not.toBe('close');
      await client.send(body + head('GET /healthz', { connection: 'close' }));
      expect(statusesOf(await client.readToEnd())).toEqual([status, 200]);
    },
  );
});

describe('requests behind an answer that ends its connection', () => {
  it.each([
    ['in chunks', { 'transfer-encoding': 'chunked' }, `${chunk('{}')}0\r\n\r\n`],
    ['longer than is dropped', { 'content-length': '70000' }, ' '.repeat(70_000)],
    ['of a client that closes', { 'content-length': '2', connection: 'close' }, '{}'],
  ])('are neither handled nor answered: a body %s', async (_, headers, body) => {
    const before = await countUsers();
    const user = newUser();
    const next = head('POST /api/v4/users', { ...own(), 'content-length': String(user.length) }) + user;
    const client = await RawConnection.open(system.port);
    await client.send(head('POST /api/v4/users', headers) + body + next.repeat(3));
    expect(statusesOf(await client.readToEnd())).toEqual([401]);
    expect(await countUsers()).toBe(before);
  });
});

describe('what cannot be read behind a whole request', () => {
  it.each([
    ['a request after Connection: close', 'close', head('GET /healthz')],
    ['no HTTP', 'keep-alive', 'hello\r\n\r\n'],
    ['a tunnel', 'keep-alive', 'CONNECT lyceum.example:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('leaves it its own answer, the last one: %s', async (_, connection, more) => {
    const users = await HeldTable.hold(system.databases.url('directory'), 'users');
    const user = newUser();
    const headers = { ...own(), connection, 'content-length': String(user.length) };
    const client = await RawConnection.open(system.port);
    await client.send(head('POST /api/v4/users', headers) + user + more);
    await users.waiters(1);
    await users.release();
    const text = await client.readToEnd();
    expect(statusesOf(text)).toEqual([201]);
    expect((await parseAnswer(text)).headers.get('connection')).toBe('close');
  });

  it('is not answered a second time where it is within a body that is not read', async () => {
    const client = await RawConnection.open(system.port);
    await client.send(`${head('POST /api/v4/users', { 'transfer-encoding': 'chunked' })}zz\r\n`);
    expect(statusesOf(await client.readToEnd())).toEqual([401]);
  });

  it('is answered where it is within the body of the last request, behind the answers before', async () => {
    const broken = `${head('POST /api/v4/users', { ...own(), 'transfer-encoding': 'chunked' })}zz\r\n`;
    const client = await RawConnection.open(system.port);
    await client.send(head('GET /api/v4/users', own()) + broken);
    const text = await client.readToEnd();
    expect(statusesOf(text)).toEqual([200, 400]);
    expect(text).toMatch(/HTTP\/1.1 400.*connection: close.*"code":"bad_request"/is);
  });
});

describe('Expect: 100-continue', () => {
  const expecting = { expect: '100-continue' };

  it.each([
    ['of a known length', (body: string) => [{ 'content-length': String(body.length) }, body] as const],
    ['in chunks', (body: string) => [{ 'transfer-encoding': 'chunked' }, `${chunk(body)}0\r\n\r\n`] as const],
  ])('has the body asked for when nothing else is wrong: %s', async (_, framed) => {
    const [length, body] = framed(newUser());
    const client = await RawConnection.open(system.port);
    await client.send(head('POST /api/v4/users', { ...own(), ...expecting, ...length }));
    await client.read(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    await client.send(body + head('GET /healthz', { connection: 'close' }));
    expect(statusesOf(await client.readToEnd())).toEqual([100, 201, 200]);
  });

  it.each([
    [401, 'POST /api/v4/users', () => ({ 'content-length': '20' })],
    [404, 'POST /api/v4/nothing', () => ({ ...own(), 'content-length': '20' })],
    [405, 'PUT /api/v4/users', () => ({ ...own(), 'transfer-encoding': 'chunked' })],
    [413, 'POST /api/v4/users', () => ({ ...own(), 'content-length': String(2 * MIB) })],
  ])('has a body that is refused not sent at all: %i to %s', async (status, line, headers) => {
    const client = await RawConnection.open(system.port);
    await client.send(head(line, { ...headers(), ...expecting }));
    const text = await client.readToEnd();
    expect(statusesOf(text)).toEqual([status]);
    expect((await parseAnswer(text)).headers.get('connection')).toBe('close');
  });
});
