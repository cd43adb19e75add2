import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { connect, makeTestDirectory, query, withServer } from './testing/server.ts';
import { spawnOwner } from './testing/spawn-owner.ts';

const CANNOT_CONNECT_NOW = '57P03';

const directory: string = await makeTestDirectory();
const dataDir: string = join(directory, 'data');
afterAll(() => rm(directory, { recursive: true, force: true }));

it('exactly one of several concurrent starts wins, and is not disturbed', async () => {
  const owners = [spawnOwner(dataDir), spawnOwner(dataDir), spawnOwner(dataDir)];
  const reports = await Promise.all(owners.map((owner) => owner.read()));
  const results = reports.map((report) => report.code ?? 'running').sort();
  expect(results).toEqual(['DATA_DIR_IN_USE', 'DATA_DIR_IN_USE', 'running']);
  expect(await query(reports.find((report) => report.url)?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  for (const owner of owners) owner.order('stop');
  await Promise.all(owners.map((owner) => owner.ended));
});

it('everything committed is kept when the owner is killed during writes', async () => {
  const owner = spawnOwner(dataDir);
  const { url } = await owner.read();
  owner.order('write');
  let committed = 0;
  while (committed < 200) committed = (await owner.read()).number ?? 0;
  owner.child.kill('SIGKILL');
  await owner.ended;
  // The server outlives its owner.
  expect(await query(url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

  await withServer(dataDir, async (server) => {
    const [row] = await query(
      server.url('postgres'),
      'SELECT count(*)::int AS count, max(number) AS last FROM numbers',
    );
    expect(row?.count).toBeGreaterThanOrEqual(committed);
    expect(row?.count).toBe(row?.last);
  });
});

it('a killed server is restarted for the same clients', async () => {
  await withServer(dataDir, async (server) => {
    const url = server.url('postgres');
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await query(url, 'CHECKPOINT');
    const client = await connect(url);
    const { promise: lost, resolve } = Promise.withResolvers<void>();
    client.once('end', resolve);
    const pid = await readFile(join(dataDir, 'postgresql', 'cluster', 'postmaster.pid'), 'utf8');
    process.kill(Number.parseInt(pid, 10), 'SIGKILL');
    await lost;
    const answer = async (): Promise<unknown> =>
      query(url, 'SELECT answer FROM kept').catch((error) => {
        if (!['ECONNREFUSED', 'ECONNRESET', CANNOT_CONNECT_NOW].includes(error.code)) throw error;
        return answer();
      });
    expect(await answer()).toEqual([{ answer: 42 }]);
  });
});
