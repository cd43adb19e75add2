import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Operator } from '../../../test/support/operator.ts';
import { Scrape } from '../../../test/support/scrape.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { OneProcess } from '../../faults/fleet/one-process.ts';

/** The disk changes what PostgreSQL has stored on it: readers get 503, never what the disk made of it. */
const scope = new TestScope();
let platform: OneProcess;
let client: TestClient;
let path: string;
beforeAll(async () => {
  platform = await OneProcess.start(scope, {});
  const operator = new Operator(platform.ports);
  client = await operator.newClient(await operator.newInstitution('Nordhafen'), platform.urls[0] ?? '');
  operator.close();
  const created = await client.post('/users', { email: 'ada@nordhafen.example', name: 'Ada Lovelace' });
  path = `/users/${created.body.data.id}`;
}, 240_000);
afterAll(() => scope.clear());

const checksumFailures = async () =>
  (await Scrape.of(platform.metricsUrl)).value('lyceum_db_checksum_failures', { service: 'directory' });
const damageLines = () => platform.errorLines.filter((line) => line.includes('"resource":"pages"'));

it.each([
  ['a table', 'users'],
  ['an index', 'users_pkey'],
])(
  'a byte of a page of %s is flipped: 503, one line in the log, and the old answers when the page is back',
  async (_, relation) => {
    const { postgres } = platform.on;
    // A process logs damage once a minute.
    await platform.kill();
    await platform.launch();
    await postgres.rows('directory', 'SELECT pg_stat_reset()');
    expect(await checksumFailures()).toBe(0);
    const before = await client.get(path);
    expect(before.status).toBe(200);
    const located = `SELECT pg_relation_filepath('${relation}') AS file`;
    const [{ file } = { file: '' }] = await postgres.rows<{ file: string }>('directory', located);
    const logged = damageLines().length;
    const flip = async () => {
      await postgres.halt();
      await flipIn(join(postgres.data.dataPath, 'cluster', file));
      await postgres.resume();
      await until('the server', async () => (await client.get('/rooms')).status === 200, 60_000);
    };

    await flip();
    expect((await client.get(path)).status).toBe(503);
    expect((await client.get(path)).status).toBe(503);
    expect((await client.patch(path, { name: 'Other' })).status).toBe(503);
    expect(damageLines()).toHaveLength(logged + 1);
    expect(damageLines().at(-1)).toContain(file);
    // PostgreSQL reports its counts a second later.
    await until('the metric', async () => ((await checksumFailures()) ?? 0) > 0);

    await flip();
    expect((await client.get(path)).body.data).toEqual(before.body.data);
  },
  240_000,
);

/** Flips every bit of a byte in the middle of each page, or flips it back: it may be a row, a key, or unused. */
async function flipIn(path: string): Promise<void> {
  const { size } = await stat(path);
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  for (let at = PAGE_BYTES - 100; at < size; at += PAGE_BYTES) {
    await file.read(byte, 0, 1, at);
    await file.write(Buffer.from([(byte[0] ?? 0) ^ 0xff]), 0, 1, at);
  }
  await file.sync();
  await file.close();
}

const PAGE_BYTES = 8_192;
