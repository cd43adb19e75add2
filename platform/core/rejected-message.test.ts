import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { exchange } from '../../test/support/raw-http.ts';
import { rejectMessage } from './rejected-message.ts';

const server = createServer((_request, response) => response.end())
  .on('clientError', rejectMessage)
  .listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());

const long = 'x'.repeat(20_000);

it.each([
  [400, 'nonsense\r\n\r\n'],
  [400, 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n'],
  [414, `GET /${long} HTTP/1.1\r\nhost: x\r\n\r\n`],
  [414, `GET /${long.slice(0, 9_000)} HTTP/1.1\r\nhost: ${long.slice(0, 9_000)}\r\n\r\n`],
  [431, `GET / HTTP/1.1\r\nhost: ${long}\r\n\r\n`],
  [431, `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(4_000)}\r\n`],
])('%i with the id of a request', async (status, message) => {
  const [head = '', body = ''] = (await exchange((server.address() as AddressInfo).port, message)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toContain('content-type: application/problem+json');
  const instance = `urn:uuid:${/x-request-id: (.*)/.exec(head)?.[1]}`;
  expect(JSON.parse(body)).toMatchObject({ type: 'about:blank', code: 'bad_request', status, instance });
});
