import { describe, expect, it } from 'vitest';
import { HeldTable } from '../../support/postgres/held-table.ts';
import { RawConnection } from '../../support/raw-connection.ts';
import { chunk, parseAnswer, requestHead, statusesIn } from '../../support/raw-http.ts';
import { newEmail } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';

/** What follows a request on its connection, and bodies sent only after 100 Continue. */
const system = await TestSystem.start();
const school = await system.newInstitution();

const own = () => ({ authorization: school.client.authorization });
const newUser = () => JSON.stringify({ email: newEmail(), name: 'Raw' });
const countUsers = async () => (await school.client.walk('/users')).length;

describe('requests behind an answer that ends its connection', () => {
  it.each([
    ['in chunks', { 'transfer-encoding': 'chunked' }, `${chunk('{}')}0\r\n\r\n`],
    ['longer than is dropped', { 'content-length': '70000' }, ' '.repeat(70_000)],
    ['of a client that closes', { 'content-length': '2', connection: 'close' }, '{}'],
  ])('are neither handled nor answered: a body %s', async (_, headers, body) => {
    const before = await countUsers();
    const user = newUser();
    const next = requestHead('POST /api/v4/users', { ...own(), 'content-length': String(user.length) }) + user;
    const client = await RawConnection.open(system.port);
    await client.send(requestHead('POST /api/v4/users', headers) + body + next.repeat(3));
    expect(statusesIn(await client.readToEnd())).toEqual([401]);
    expect(await countUsers()).toBe(before);
  });
});

describe('unreadable bytes after a complete request', () => {
  it.each([
    ['a request after Connection: close', 'close', requestHead('GET /healthz')],
    ['no HTTP', 'keep-alive', 'hello\r\n\r\n'],
    ['a tunnel', 'keep-alive', 'CONNECT lyceum.example:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('leave it its own answer, the last one: %s', async (_, connection, more) => {
    const users = await HeldTable.hold(system.databases.url('directory'), 'users');
    const user = newUser();
    const headers = { ...own(), connection, 'content-length': String(user.length) };
    const client = await RawConnection.open(system.port);
    await client.send(requestHead('POST /api/v4/users', headers) + user + more);
    await users.waiters(1);
    await users.release();
    const text = await client.readToEnd();
    expect(statusesIn(text)).toEqual([201]);
    expect((await parseAnswer(text)).headers.get('connection')).toBe('close');
  });

  it('are not answered a second time within a body that is not read', async () => {
    const client = await RawConnection.open(system.port);
    await client.send(`${requestHead('POST /api/v4/users', { 'transfer-encoding': 'chunked' })}zz\r\n`);
    expect(statusesIn(await client.readToEnd())).toEqual([401]);
  });

  it('are answered within the body of the last request, after the answers before', async () => {
    const broken = `${requestHead('POST /api/v4/users', { ...own(), 'transfer-encoding': 'chunked' })}zz\r\n`;
    const client = await RawConnection.open(system.port);
    await client.send(requestHead('GET /api/v4/users', own()) + broken);
    const text = await client.readToEnd();
    expect(statusesIn(text)).toEqual([200, 400]);
    expect(text).toMatch(/HTTP\/1.1 400.*connection: close.*"code":"bad_request"/is);
  });
});

describe('Expect: 100-continue', () => {
  const expecting = { expect: '100-continue' };

  it.each([
    ['of a known length', (body: string) => [{ 'content-length': String(body.length) }, body] as const],
    ['in chunks', (body: string) => [{ 'transfer-encoding': 'chunked' }, `${chunk(body)}0\r\n\r\n`] as const],
  ])('requests the body if nothing else is wrong: %s', async (_, framed) => {
    const [length, body] = framed(newUser());
    const client = await RawConnection.open(system.port);
    await client.send(requestHead('POST /api/v4/users', { ...own(), ...expecting, ...length }));
    await client.read(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    await client.send(body + requestHead('GET /healthz', { connection: 'close' }));
    expect(statusesIn(await client.readToEnd())).toEqual([100, 201, 200]);
  });

  it.each([
    [401, 'POST /api/v4/users', () => ({ 'content-length': '20' })],
    [404, 'POST /api/v4/nothing', () => ({ ...own(), 'content-length': '20' })],
    [405, 'PUT /api/v4/users', () => ({ ...own(), 'transfer-encoding': 'chunked' })],
    [413, 'POST /api/v4/users', () => ({ ...own(), 'content-length': '2000000' })],
  ])('does not request a body that is refused: %i to %s', async (status, line, headers) => {
    const client = await RawConnection.open(system.port);
    await client.send(requestHead(line, { ...headers(), ...expecting }));
    const text = await client.readToEnd();
    expect(statusesIn(text)).toEqual([status]);
    expect((await parseAnswer(text)).headers.get('connection')).toBe('close');
  });
});

describe('the end of the gateway', () => {
  it('closes an idle connection, and responds to a slow request on another', async () => {
    const ending = await TestSystem.start({ platform: 'own' });
    const { client } = await ending.newInstitution();
    const user = newUser();
    const headers = { authorization: client.authorization, 'content-length': String(user.length) };
    const silent = await RawConnection.open(ending.port);
    const slow = await RawConnection.open(ending.port);
    await slow.send(requestHead('POST /api/v4/users', headers) + user.slice(0, 1));
    const stopped = ending.stop();
    expect(await silent.readToEnd()).toBe('');
    await slow.send(user.slice(1));
    expect(statusesIn(await slow.readToEnd())).toEqual([201]);
    await stopped;
  });
});
