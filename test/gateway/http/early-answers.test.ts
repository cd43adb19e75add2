import { describe, expect, it } from 'vitest';
import { RawConnection } from '../../support/raw-connection.ts';
import { chunk, parseAnswer, requestHead, statusesIn } from '../../support/raw-http.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

/** Responses sent before the whole request has been read, and what happens to their connection. */
const MIB = 1024 * 1024;

const system = await TestSystem.start();
const school = await system.newInstitution();

const own = () => ({ authorization: school.client.authorization });

/** Every kind of response that leaves a body unread: the request without its length. */
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

/** Sixteen mebibytes, with Content-Length and in chunks. */
const LENGTHS: [how: string, headers: Record<string, string>, body: string][] = [
  ['of a known length', { 'content-length': String(16 * MIB) }, ' '.repeat(16 * MIB)],
  ['in chunks', { 'transfer-encoding': 'chunked' }, `${chunk(' '.repeat(16 * MIB))}0\r\n\r\n`],
];

describe.each(LENGTHS)('a body %s that is not read', (_, length, body) => {
  it.each(EARLY)('does not cost the client that sends it all the answer: %i to %s', async (status, line, headers) => {
    for (const wish of [{}, { connection: 'close' }]) {
      const client = await RawConnection.open(system.port);
      expect(await client.send(requestHead(line, { ...headers(), ...length, ...wish }) + body)).toBe(true);
      const text = await client.readToEnd();
      const answer = await parseAnswer(text);
      expect([answer.status, answer.headers.get('connection')]).toEqual([status, 'close']);
      expect(statusesIn(text)).toEqual([status]);
    }
  });
});

describe('a body that is not read, of a client who is refused temporarily', () => {
  const refusal = async (port: number, headers: Record<string, string>) => {
    const client = await RawConnection.open(port);
    const length = { 'content-length': String(16 * MIB) };
    expect(await client.send(requestHead('POST /api/v4/users', { ...headers, ...length }) + ' '.repeat(16 * MIB))).toBe(
      true,
    );
    const answer = await parseAnswer(await client.readToEnd());
    return [answer.status, answer.headers.get('connection'), answer.headers.has('retry-after')];
  };

  it('does not cost him a 429', async () => {
    const overLimit = await system.newInstitution();
    const counted = await RawConnection.open(system.port);
    const authorization = overLimit.client.authorization;
    const line = 'GET /api/v4/nothing';
    void counted.send(
      requestHead(line, { authorization }).repeat(999) + requestHead(line, { authorization, connection: 'close' }),
    );
    expect(statusesIn(await counted.readToEnd())).toEqual(Array(1000).fill(404));
    expect(await refusal(system.port, { authorization })).toEqual([429, 'close', true]);
  });

  it('does not cost him a 503', async () => {
    const full = await TestSystem.start({ admission: { requestsInFlight: 0 }, shape: 'one process' });
    expect(await refusal(full.port, {})).toEqual([503, 'close', true]);
    await full.stop();
  });
});

describe('a client that sends for ever', () => {
  it.each([
    ['POST /api/v4/users', { 'transfer-encoding': 'chunked' }],
    ['GET /healthz', { 'transfer-encoding': 'chunked' }],
    ['POST /api/v4/users', { 'content-length': '99999999999' }],
    // The next bytes it sends are not a request.
    ['POST /api/v4/users', { 'content-length': '1' }],
  ])('is read up to a number of bytes: %s %j', async (line, length: Record<string, string>) => {
    const client = await RawConnection.open(system.port);
    await client.send(requestHead(line, length));
    await client.read(/\r\n\r\n/);
    const piece = Buffer.from(chunk(' '.repeat(MIB - 20)));
    // The operating system's buffers on both sides add to the server's limit.
    expect(await client.sendForEver(piece)).toBeLessThan(64 * MIB);
  });
});

describe('a client that stops sending and does not close', () => {
  const stopWithin = async (length: Record<string, string>) => {
    const client = await RawConnection.open(system.port);
    await client.send(requestHead('POST /api/v4/users', { ...own(), ...length, 'content-type': 'text/plain' }));
    await client.send('1');
    await client.read(/\r\n\r\n\{.*\}/);
    return client;
  };

  it.each([
    ['a long body', { 'content-length': String(2 * MIB) }],
    ['chunks', { 'transfer-encoding': 'chunked' }],
  ])('is disconnected some time after its last answer: %s', async (_, length: Record<string, string>) => {
    const client = await stopWithin(length);
    await until('the server takes no more', async () => !(await client.send('\r\n')));
    expect(statusesIn(await client.readToEnd())).toEqual([415]);
  });

  it('is disconnected within a short body, too, without a second answer', async () => {
    const client = await stopWithin({ 'content-length': '20' });
    expect(statusesIn(await client.readToEnd())).toEqual([415]);
  });
});

describe('a client that ends its side within the body', () => {
  it.each([
    [401, () => ({})],
    [400, own],
  ])('is answered with %i, and the connection ends', async (status, headers) => {
    for (const length of [20, 200_000]) {
      const client = await RawConnection.open(system.port);
      await client.send(requestHead('POST /api/v4/users', { ...headers(), 'content-length': String(length) }));
      client.endSending();
      expect(statusesIn(await client.readToEnd())).toEqual([status]);
    }
  });
});

describe('a short remainder of a body', () => {
  it.each(EARLY.filter(([status]) => status !== 413))(
    'is dropped, and the connection goes on: %i to %s',
    async (status, line, headers) => {
      const body = ' '.repeat(60_000);
      const client = await RawConnection.open(system.port);
      await client.send(requestHead(line, { ...headers(), 'content-length': String(body.length) }));
      const first = await parseAnswer(await client.read(/\r\n\r\n./s));
      expect(first.headers.get('connection')).not.toBe('close');
      await client.send(body + requestHead('GET /healthz', { connection: 'close' }));
      expect(statusesIn(await client.readToEnd())).toEqual([status, 200]);
    },
  );
});
