import { once } from 'node:events';
import { request as requestSecurely } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { answering } from '../../test/support/calls/answering.ts';
import { Authority } from '../../test/support/calls/certificates.ts';
import { connectTransport } from '../../test/support/calls/connect-transport.ts';
import { testVerifier, tokenOf } from '../../test/support/calls/test-identities.ts';
import { startServers, type TestServers } from '../../test/support/calls/test-servers.ts';
import { newContext } from '../../test/support/probe/call-operation.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { exchange } from '../../test/support/raw-http.ts';
import { command } from '../handler/command.ts';
import { query } from '../handler/query.ts';
import { callForReply } from './caller.ts';
import { muxTransport } from './mux-transport.ts';
import { isRemoteReady } from './remote-health.ts';
import { callerCredentials, serviceTls } from './tls.ts';

/** The port of a service from the view of a client without our library, such as `curl`. */
const { createUser, getUser, listUsers, batchGetUsers } = UserService.method;
const LIST = '/lyceum.directory.v1.UserService/ListUsers';
const PAGE = '{"page":{"size":1}}';
const institutionId = '01990000-0000-7000-8000-000000000001';
const identity = {
  'lyceum-identity': tokenOf({ kind: 'operator', institutionId }),
  'lyceum-institution-id': institutionId,
};
const json = { 'content-type': 'application/json' };

let servers: TestServers;
let port: number;
let work: () => Promise<string>;
/** How often the service has run a call. */
let answered: number;
const probe = await startProbe();
const count = async () => {
  answered++;
  return {};
};
const users = answering(UserService, {
  createUser: command(createUser, { run: async () => ({ response: { user: { name: await work() } } }) }),
  getUser: query(getUser, count),
  listUsers: query(listUsers, count),
  batchGetUsers: query(batchGetUsers, count),
});
const service = probe.service({ implementations: [users] });
afterAll(() => probe.stop());
beforeEach(async () => {
  answered = 0;
  work = async () => 'done';
  servers = await startServers({ services: [service], verifier: testVerifier });
  port = servers.connectPort;
});
afterEach(() => servers.stop(1_000));

/** Sends one request as bytes; returns status and body. */
async function send(line: string, headers: Readonly<Record<string, string>>, body = '') {
  const all = { host: `127.0.0.1:${port}`, connection: 'close', 'content-length': `${body.length}`, ...headers };
  const head = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  const answer = await exchange(port, [line, ...head, '', body].join('\r\n'));
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), body: answer.split('\r\n\r\n')[1] ?? '' };
}
const post = (headers: Readonly<Record<string, string>>, body = PAGE, path = LIST) =>
  send(`POST ${path} HTTP/1.1`, { ...json, ...identity, ...headers }, body);

/** A list without users says from when on to ask for changes. */
const PAGE_OF_NOBODY = expect.stringMatching(/^\{"nextUpdatedSince":"[^"]+"\}$/);

describe('plain HTTP', () => {
  it('is answered', async () => {
    expect(await post({})).toEqual({ status: 200, body: PAGE_OF_NOBODY });
    expect(await post({}, '{}', '/grpc.health.v1.Health/Check')).toEqual({ status: 200, body: '{"status":"SERVING"}' });
    expect(answered).toBe(1);
  });

  it('that arrives byte by byte is answered', async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    const answer = text(socket);
    const all = { host: 'localhost', connection: 'close', 'content-length': `${PAGE.length}`, ...json, ...identity };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    const [first = '', second = '', ...rest] = [`POST ${LIST} HTTP/1.1`, ...head, '', PAGE].join('\r\n');
    for (const part of [first, second, rest.join('')]) {
      socket.write(part);
      // After a round trip on another connection, the bytes written before have arrived.
      await post({});
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each<[string, Record<string, string>, string, number, string]>([
    ['a field that the contract does not have', {}, '{"page":{"size":1},"pgae":{}}', 400, 'invalid_argument'],
    ['invalid JSON', {}, '{', 400, 'invalid_argument'],
    ['a deadline of nothing', { 'connect-timeout-ms': '0' }, PAGE, 504, 'deadline_exceeded'],
    ['a deadline that is past', { 'connect-timeout-ms': '-5' }, PAGE, 400, 'invalid_argument'],
    ['a message that is too large', { 'content-length': `${65 * 1024 * 1024}` }, '', 429, 'resource_exhausted'],
    [
      'no identity, before its body is there',
      { 'lyceum-identity': '', 'content-length': '9' },
      '',
      401,
      'unauthenticated',
    ],
    ['an identity that was made up', { 'lyceum-identity': 'a.b.c' }, PAGE, 401, 'unauthenticated'],
    ['half an idempotency key', { 'lyceum-idempotency-key': 'k' }, PAGE, 400, 'invalid_argument'],
    ['a compression that nobody knows', { 'content-encoding': 'lzw' }, PAGE, 501, 'unimplemented'],
  ])('with %s is refused', async (_, headers, body, status, code) => {
    const answer = await post(headers, body);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code]);
    expect(answered).toBe(0);
  });
});

describe('a browser', () => {
  it.each<[string, Record<string, string>, number, string?]>([
    ['from a page of another origin', { origin: 'https://evil.example' }, 403],
    ['from a page that says it is ours', { origin: 'http://localhost:9090' }, 403],
    ['without an origin, but with fetch metadata', { 'sec-fetch-site': 'none' }, 403],
    ['whose page has taken our address for its name', { host: 'evil.example:9090' }, 403],
    ['whose page is on a host that looks like an address', { host: '127.0.0.1.evil.example' }, 403],
    ['that sends a form', { 'content-type': 'text/plain' }, 415],
    ['that sends a form of fields', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    [
      'that follows a link',
      {},
      405,
      `GET ${LIST}?connect=v1&encoding=json&message=%7B%22page%22%3A%7B%22size%22%3A1%7D%7D HTTP/1.1`,
    ],
    ['that asks whether it may', { origin: 'https://evil.example' }, 403, `OPTIONS ${LIST} HTTP/1.1`],
    ['with a host that is none', { host: 'a b' }, 400],
    ['with a host and a path', { host: 'localhost/x' }, 400],
    ['of the last century, without a host', { host: '' }, 400, `POST ${LIST} HTTP/1.0`],
  ])('%s gets nothing done', async (_, headers, status, line = `POST ${LIST} HTTP/1.1`) => {
    const answer = await send(line, { ...json, ...identity, ...headers }, PAGE);
    expect(answer.status).toBe(status);
    expect(answered).toBe(0);
    expect((await post({})).status).toBe(200);
  });

  it.each([
    ...['localhost:9090', '[::1]:9090', '10.0.0.7', 'directory:9090', 'directory.lyceum.svc', 'host.docker.internal'],
  ])('is not what calls %s', async (host) => {
    expect((await post({ host })).status).toBe(200);
  });
});

describe('a stop', () => {
  it('does not wait for silent connections or incomplete requests', async () => {
    const silent = connect(port, '127.0.0.1');
    const hesitant = connect(port, '127.0.0.1', () => hesitant.write('P'));
    const ended = [silent, hesitant].map((socket) => once(socket.resume(), 'close'));
    await Promise.all([silent, hesitant].map((socket) => once(socket, 'connect')));
    await post({});
    await servers.stop(50);
    await Promise.all(ended);
  });

  it('lets responses in flight end, and closes idle connections', async () => {
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<string>();
    work = () => {
      begun.resolve();
      return held.promise;
    };
    const [transport, idle] = [1, 2].map(() => connectTransport('connect json', `127.0.0.1:${port}`));
    const call = (by = transport) =>
      callForReply({ transportOf: () => by as never }, newContext(), createUser, { user: { email: 'a@x.example' } });
    const read = callForReply({ transportOf: () => idle as never }, newContext(), getUser, { id: 'x' });
    await read;
    const under = call();
    await begun.promise;
    const stopped = servers.stop(20_000);
    await expect(call(idle)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    held.resolve('late');
    expect((await under).message.user?.name).toBe('late');
    await stopped;
  });
});

describe('with TLS', () => {
  const authority = new Authority('ours');
  let secured: TestServers;
  let at: number;
  beforeAll(async () => {
    const tls = serviceTls(authority.issue('localhost', { roles: ['directory'] }));
    secured = await startServers({ services: [service], verifier: testVerifier, tls });
    at = secured.connectPort;
  });
  afterAll(async () => {
    await secured.stop(1_000);
    authority.remove();
  });

  const certificate = (roles: string[]) => {
    const { GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key, GRPC_TLS_CA: ca } = authority.issue('caller', { roles });
    return { cert, key, ca };
  };
  const statusFor = async (
    headers: Readonly<Record<string, string>>,
    own: object,
  ): Promise<[number | undefined, string]> => {
    const address = { host: '127.0.0.1', port: at, servername: 'localhost', path: LIST, method: 'POST', agent: false };
    const request = requestSecurely({ ...address, headers: { ...json, ...identity, ...headers }, ...own });
    request.on('error', () => undefined);
    request.end(PAGE);
    const [answer] = await once(request, 'response');
    return [answer.statusCode, JSON.parse(await text(answer)).code];
  };

  it('HTTP/1.1 is answered by any name, and never to a browser', async () => {
    const own = certificate(['operator']);
    expect(await statusFor({ host: 'lyceum.example' }, own)).toEqual([200, undefined]);
    expect(await statusFor({ origin: 'https://lyceum.example' }, own)).toEqual([403, 'permission_denied']);
  });

  it('clients without a certificate, and clients without TLS, are not answered', async () => {
    await expect(statusFor({}, { ca: certificate([]).ca })).rejects.toThrow();
    expect(await exchange(at, `POST ${LIST} HTTP/1.1\r\nhost: localhost\r\n\r\n`)).not.toContain('200');
  });
});

describe('at the port of another protocol', () => {
  const authority = new Authority('ours');
  afterAll(() => authority.remove());

  it.each([false, true])('a caller by gRPC learns which port it is; with TLS: %s', async (secured) => {
    const certificate = authority.issue('localhost', { roles: ['directory'] });
    const tls = secured ? serviceTls(certificate) : undefined;
    const credentials = secured ? callerCredentials(certificate) : undefined;
    const own = await startServers({ services: [service], verifier: testVerifier, tls });
    const faults: string[] = [];
    const targets = [{ host: 'localhost', port: own.connectPort }];
    const resolve = async () => ['127.0.0.1'];
    const onUnreachable = (_: string, fault: string) => faults.push(fault);
    const transport = muxTransport({ targets, resolve, credentials, onUnreachable });
    expect(await isRemoteReady(transport, 'probe')).toBe(false);
    transport.close();
    await own.stop(0);
    expect(faults).toEqual(['it does not speak gRPC: is it the port of Connect (CONNECT_PORT)?']);
  });
});
