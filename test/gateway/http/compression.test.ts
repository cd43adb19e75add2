import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';

let path: string;

const system = await TestSystem.start();
const school = await system.newInstitution();
for (let n = 0; n < 5; n++) path = (await newUser(school.client)).path;

async function send(method: string, target: string, coding: string) {
  const { clientId, clientSecret } = school.client;
  const headers = { 'accept-encoding': coding };
  const sent = request(`${system.url}/api/v4${target}`, { method, auth: `${clientId}:${clientSecret}`, headers }).end();
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
    sent.on('response', resolve).on('error', reject),
  );
  return { headers: answer.headers, bytes: await buffer(answer) };
}

it('a list above 1 KiB is compressed for a client that accepts it, and HEAD says so', async () => {
  const [plain, gzip, head] = await Promise.all([
    send('GET', '/users', 'identity'),
    send('GET', '/users', 'gzip'),
    send('HEAD', '/users', 'gzip'),
  ]);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(gzip.headers['content-length']).toBe(String(gzip.bytes.length));
  expect(gzip.bytes.length * 2).toBeLessThan(plain.bytes.length);
  expect(JSON.parse(gunzipSync(gzip.bytes).toString()).data).toEqual(JSON.parse(plain.bytes.toString()).data);
  expect(head.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': expect.any(String) });
  expect(head.bytes.length).toBe(0);
});

it.each([
  ['a small list', () => '/users?limit=1', 'gzip'],
  ['a resource with an ETag', () => path, 'gzip'],
  ['a list, if the client does not want it', () => '/users', 'gzip;q=0'],
  ['a list, if the weight is none', () => '/users', `gzip;q=0.${'1'.repeat(6_000)}${'0'.repeat(6_000)}`],
])('%s is not compressed', async (_, target, coding) => {
  const { headers, bytes } = await send('GET', target(), coding);
  expect([headers['content-encoding'], JSON.parse(bytes.toString()).meta.version]).toEqual([undefined, 'v4']);
});
