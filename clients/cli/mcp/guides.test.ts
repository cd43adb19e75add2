import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { Guides } from './guides.ts';

let server: Server;
let guides: Guides;
/** What the installation answers; undefined while it has no such page. */
let page: string | undefined;

beforeEach(async () => {
  server = createServer((_, response) => response.writeHead(page === undefined ? 404 : 200).end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  guides = new Guides(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4`);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const indexOf = (title: string) =>
  JSON.stringify({ entries: [{ href: '/docs/guides/a#b', title, subtitle: '', text: '' }] });

it('finds what the documentation has now, not what it had at first', async () => {
  page = indexOf('Old rooms');
  expect((await guides.search('rooms')).map(({ title }) => title)).toEqual(['Old rooms']);
  page = indexOf('New rooms');
  expect((await guides.search('rooms')).map(({ title }) => title)).toEqual(['New rooms']);
});

it('says where the page of a code is when it cannot be read', async () => {
  page = undefined;
  expect(await guides.pageOf('conflict')).toMatch(/^The page cannot be read now: http:.*\/errors\/conflict\.md$/);
  page = '# Conflict';
  expect(await guides.pageOf('conflict')).toBe('# Conflict');
});

it('gives up a page that does not come', async () => {
  const asked = Promise.withResolvers<void>();
  const silent = createServer(() => asked.resolve());
  onTestFinished(async () => {
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const limit = new AbortController();
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/api/v4`;
  const waiting = new Guides(url, () => limit.signal);
  const page = waiting.pageOf('conflict');
  await asked.promise;
  limit.abort(new DOMException('too late', 'TimeoutError'));
  expect(await page).toMatch(/^The page cannot be read now: /);
  await expect(waiting.search('rooms')).rejects.toThrow('too late');
});
