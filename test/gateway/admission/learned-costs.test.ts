import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { flood } from '../../support/flood.ts';
import { HeldTable } from '../../support/postgres/held-table.ts';
import { query } from '../../support/postgres/query.ts';
import { importUsers } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

const system = await TestSystem.start({ shape: 'one process' });
const school = await system.newInstitution();
const [large = '', small = ''] = (await importUsers(school, 2)).map((id) => `/users/${id}`);
const id = large.slice('/users/'.length);
await query(
  system.databases.url('directory'),
  `UPDATE users SET image = 'https://x.example/' || repeat('i', 1000000) WHERE id = '${id}'`,
);
afterAll(() => system.stop());

/** How many of ten requests for the large record wait, because the others hold what a client may have. */
async function countWaiting(): Promise<number> {
  const users = await HeldTable.hold(system.databases.url('directory'), 'users', 'reads');
  const storm = flood(10, () => school.client.get(large));
  await until('all ten are there', () => system.lyceum.load.requestsInFlight === 10);
  await users.waiters(1);
  const { requestsWaiting } = system.lyceum.load;
  await users.release();
  expect((await storm.all).map(({ status }) => status)).toEqual(Array(10).fill(200));
  return requestsWaiting;
}

it('a large answer stays as costly as it is, whatever is refused, not modified, small or without a body', async () => {
  const { client } = school;
  const { status, headers } = await client.get(large);
  expect([status, Number(headers.get('content-length')) > 1_000_000]).toEqual([200, true]);
  expect(await countWaiting()).toBe(8);
  const own = { authorization: client.authorization };
  const kinds: [status: number, path: string, init: RequestInit][] = [
    [304, large, { headers: { ...own, 'if-none-match': headers.get('etag') ?? '' } }],
    [400, `${small}?fields=nothing`, { headers: own }],
    [404, `/users/${randomUUID()}`, { headers: own }],
    [200, small, { headers: own, method: 'HEAD' }],
    [200, small, { headers: own }],
  ];
  for (const [status, path, init] of kinds)
    for (let n = 0; n < 60; n++) expect((await fetch(`${system.url}/api/v4${path}`, init)).status).toBe(status);
  expect(await countWaiting()).toBe(8);
});

it('what is refused, not modified or without a body teaches nothing in any time', async () => {
  const { client } = school;
  const { headers } = await client.get(large);
  const own = { authorization: client.authorization };
  for (let n = 0; n < 30; n++) {
    system.clock.advance(60_000);
    for (const [status, path, init] of [
      [304, large, { headers: { ...own, 'if-none-match': headers.get('etag') ?? '' } }],
      [400, `${small}?fields=nothing`, { headers: own }],
      [404, `/users/${randomUUID()}`, { headers: own }],
      [200, small, { headers: own, method: 'HEAD' }],
    ] as [number, string, RequestInit][])
      expect((await fetch(`${system.url}/api/v4${path}`, init)).status).toBe(status);
  }
  expect(await countWaiting()).toBe(8);
});
