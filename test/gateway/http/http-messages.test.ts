import { describe, expect, it } from 'vitest';
import { exchange, parseAnswer, sendRaw } from '../../support/raw-http.ts';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start();
const school = await system.newInstitution();

const own = () => ({ authorization: school.client.authorization });
const send = (requestLine: string, headers: Record<string, string> = {}, body = '') =>
  sendRaw(system.port, requestLine, { ...own(), ...headers }, body);
const isAlive = async () => expect((await school.client.get('/users')).status).toBe(200);

describe('anything that is not HTTP gets a 400 problem, or its connection is closed', () => {
  const json = 'Host: x\r\nContent-Type: application/json\r\nIdempotency-Key: k\r\n';
  it.each([
    ['words', 'hello\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['another version', 'GET /api/v4/users HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['an unknown method', 'BREW /api/v4/users HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a method in lower case', 'get /api/v4/users HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a target with a space', 'GET /api/v4/us ers HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a target with a control character', 'GET /api/v4/us\x01ers HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a target with bytes beyond ASCII', 'GET /api/v4/\xfcsers HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header with a control character', 'GET /api/v4/users HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n'],
    ['a header without a colon', 'GET /api/v4/users HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a header name with a space', 'GET /api/v4/users HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n'],
    ['two lengths', `POST /api/v4/users HTTP/1.1\r\n${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['a length that is no number', `POST /api/v4/users HTTP/1.1\r\n${json}Content-Length: two\r\n\r\n{}`],
    ['a negative length', `POST /api/v4/users HTTP/1.1\r\n${json}Content-Length: -1\r\n\r\n{}`],
    [
      'both a length and chunks',
      `POST /api/v4/users HTTP/1.1\r\n${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
  ])('%s', async (_, message) => {
    const text = await exchange(system.port, Buffer.from(message, 'latin1'));
    if (text !== '') {
      const { status, body } = await parseAnswer(text);
      expect([status, body.code]).toEqual([400, 'bad_request']);
    }
    await isAlive();
  });

  it('random bytes, a hundred times', async () => {
    const bytes = () => crypto.getRandomValues(new Uint8Array(200));
    const texts = await Promise.all(
      Array.from({ length: 100 }, () => exchange(system.port, Buffer.concat([bytes(), Buffer.from('\r\n\r\n')]))),
    );
    for (const text of texts) if (text !== '') expect((await parseAnswer(text)).status).toBe(400);
    await isAlive();
  });
});

it.each([
  [
    'headers of 20,000 characters: 431',
    431,
    `GET /api/v4/users HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
  [
    'a target of 20,000 characters: 414',
    414,
    `GET /api/v4/users?email=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ],
  [
    'a target of 12,000 characters, and headers: 414',
    414,
    `GET /a?${'x'.repeat(12_000)} HTTP/1.1\r\nX: ${'x'.repeat(6_000)}\r\n\r\n`,
  ],
])('%s', async (_, status, message) => {
  const { body, ...answer } = await parseAnswer(await exchange(system.port, message));
  expect([answer.status, answer.headers.get('connection'), body.code, body.status]).toEqual([
    status,
    'close',
    'bad_request',
    status,
  ]);
  expect(body.instance).toBe(`urn:uuid:${answer.headers.get('x-request-id')}`);
  await isAlive();
});

describe('400', () => {
  it('a request of HTTP/1.1 without Host', async () => {
    const text = await exchange(system.port, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    const { status, body } = await parseAnswer(text);
    expect([status, body.code]).toEqual([400, 'bad_request']);
  });

  it.each([
    ['two lines of Host', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\n'],
    ['two hosts in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: a\r\nHOST: b\r\n'],
    [
      'two lines of Authorization',
      'GET /api/v4/users HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YTpi\r\nauthorization: Basic YTpj\r\n',
    ],
    [
      'two lines of Authorization, one of them empty',
      'GET /api/v4/users HTTP/1.1\r\nHost: a\r\nAuthorization:\r\nauthorization: Basic YTpj\r\n',
    ],
    [
      'two lines of Content-Type',
      'POST /api/v4/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\ncontent-type: text/plain\r\n',
    ],
    [
      'two lines of Idempotency-Key',
      'POST /api/v4/users HTTP/1.1\r\nHost: a\r\nIdempotency-Key: a\r\nidempotency-key: a\r\n',
    ],
    ['two lines of X-Request-Id', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Request-Id: a\r\nx-request-id: b\r\n'],
    ['HTTP/2.0', 'GET /healthz HTTP/2.0\r\nHost: a\r\n'],
    ['HTTP/0.9', 'GET /healthz HTTP/0.9\r\nHost: a\r\n'],
    ['a tunnel', 'CONNECT lyceum.example:443 HTTP/1.1\r\nHost: lyceum.example:443\r\n'],
    ['a tunnel to nowhere', 'CONNECT / HTTP/1.1\r\nHost: x\r\nAuthorization: Basic YTpi\r\nContent-Length: 2\r\n'],
  ])('%s, which ends the connection where its client or its protocol says so', async (_, lines) => {
    const text = await exchange(system.port, `${lines}Connection: close\r\n\r\n`);
    const { status, headers, body } = await parseAnswer(text);
    expect([status, headers.get('connection'), body.code]).toEqual([400, 'close', 'bad_request']);
    await isAlive();
  });

  it.each(['GET http://[/api/v4/users HTTP/1.1', 'POST http://[/api/v4/users HTTP/1.1'])('%s', async (line) => {
    const text = await exchange(system.port, `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect((await parseAnswer(text)).status).toBe(400);
  });
});

describe('lists may have several lines', () => {
  /** A header's second line follows its first. */
  const twice = (name: string, first: string, second: string) => ({ [name]: `${first}\r\n${name}: ${second}` });

  it('If-None-Match and If-Match', async () => {
    const { path, etag } = await newUser(school.client);
    const read = await send(`GET /api/v4${path} HTTP/1.1`, twice('If-None-Match', '"other"', etag));
    expect(read.status).toBe(304);
    const body = '{"name":"Renamed"}';
    const json = { 'content-type': 'application/json', 'content-length': `${body.length}` };
    const change = (second: string) =>
      send(`PATCH /api/v4${path} HTTP/1.1`, { ...json, ...twice('If-Match', '"other"', second) }, body);
    expect((await change('"another"')).status).toBe(412);
    expect((await change(etag)).status).toBe(200);
  });
});

describe('200', () => {
  it('a request of HTTP/1.0', async () => {
    expect((await send('GET /api/v4/users HTTP/1.0')).status).toBe(200);
  });

  it('a target that is a whole URL', async () => {
    expect((await send('GET http://a.example/api/v4/users?limit=1 HTTP/1.1')).body.pagination.limit).toBe(1);
  });

  it('an unknown expectation', async () => {
    expect((await send('GET /api/v4/users HTTP/1.1', { expect: 'miracles' })).status).toBe(200);
  });

  it('a request to change the protocol', async () => {
    const upgrade = { connection: 'upgrade, close', upgrade: 'websocket' };
    expect((await send('GET /api/v4/users HTTP/1.1', upgrade)).status).toBe(200);
    const h2c = { connection: 'Upgrade, HTTP2-Settings, close', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' };
    const body = '{"email":"upgrade@school.example","name":"Upgrade"}';
    const json = { 'content-type': 'application/json', 'idempotency-key': 'h2c', 'content-length': `${body.length}` };
    expect((await send('POST /api/v4/users HTTP/1.1', { ...h2c, ...json }, body)).status).toBe(201);
  });

  it('a target and a header of the maximum length', async () => {
    expect((await send(`GET /api/v4/users?email=${'x'.repeat(7_000)} HTTP/1.1`, { x: 'x'.repeat(7_000) })).status).toBe(
      200,
    );
  });

  it('a hundred headers, and the body in chunks of one byte', async () => {
    const headers = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x-${n}`, `${n}`]));
    const body = '{"email":"chunks@school.example","name":"Chunks"}';
    const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join('');
    const json = { 'content-type': 'application/json', 'idempotency-key': 'chunks', 'transfer-encoding': 'chunked' };
    const answer = await send('POST /api/v4/users HTTP/1.1', { ...headers, ...json }, `${chunks}0\r\n\r\n`);
    expect([answer.status, answer.body.data.name]).toEqual([201, 'Chunks']);
  });
});

describe('paths', () => {
  it.each([
    ['GET /api/v4/users/../courses HTTP/1.1', 404],
    ['GET /api/v4/./users HTTP/1.1', 404],
    ['GET /api/v4//users HTTP/1.1', 404],
    ['GET /api/v4/users/ HTTP/1.1', 404],
    ['GET /api/v4/locations//rooms HTTP/1.1', 404],
    ['GET /api/v4/Users HTTP/1.1', 404],
    ['GET /API/v4/users HTTP/1.1', 404],
    ['GET //api/v4/users HTTP/1.1', 404],
    ['GET /api/v4users HTTP/1.1', 404],
    ['GET /api/v4/users;x HTTP/1.1', 404],
    ['GET /api/v4/%zz HTTP/1.1', 404],
    ['GET /api/v4/users/%zz HTTP/1.1', 422],
    ['GET /api/v4/users/%ED%A0%80 HTTP/1.1', 422],
    ['GET /api/v4/users/.. HTTP/1.1', 422],
    ['GET * HTTP/1.1', 404],
    ['OPTIONS * HTTP/1.1', 404],
    ['GET /api/v4/%75sers HTTP/1.1', 200],
    ['DELETE /api/v4/%75sers HTTP/1.1', 405],
    ['TRACE /api/v4/users HTTP/1.1', 405],
    ['DELETE http://a.example/api/v4/users HTTP/1.1', 405],
  ])('%s answers %i', async (requestLine, status) => {
    expect((await send(requestLine)).status).toBe(status);
  });
});
