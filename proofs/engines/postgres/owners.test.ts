import { mkdir, readFile, rm, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../../dev/embedded-postgres.ts';
import { makeTestDirectory, query, withServer } from '../../../libraries/embedded-postgres/testing/server.ts';
import { spawnOwner } from '../../../libraries/embedded-postgres/testing/spawn-owner.ts';
import { openClient } from '../../../libraries/pg-batch/index.ts';

const CANNOT_CONNECT_NOW = '57P03';

let directory: string;
beforeAll(async () => {
  directory = await makeTestDirectory();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('owners', () => {
  it('rejects a second start with a message, and does not disturb the first', async () => {
    const dataDir = join(directory, 'second');
    await withServer(dataDir, async (server) => {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
        cause: { code: 'DATA_DIR_IN_USE' },
        message: `Lyceum already runs on the data directory ${dataDir} (process ${process.pid}, PostgreSQL on port ${server.port}). Stop it first, or set DATA_DIR to another directory.`,
      });
      const other = spawnOwner(dataDir);
      expect(await other.read()).toMatchObject({ code: 'DATA_DIR_IN_USE' });
      await other.ended;
      expect(await query(server.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });

  it('lets exactly one of several concurrent starts win', async () => {
    const dataDir = join(directory, 'race');
    const owners = [spawnOwner(dataDir), spawnOwner(dataDir), spawnOwner(dataDir)];
    const reports = await Promise.all(owners.map((owner) => owner.read()));
    expect(reports.map((report) => report.code ?? 'running').sort()).toEqual([
      'DATA_DIR_IN_USE',
      'DATA_DIR_IN_USE',
      'running',
    ]);
    expect(await query(reports.find((report) => report.url)?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    for (const owner of owners) owner.order('stop');
    await Promise.all(owners.map((owner) => owner.ended));
  });

  it('keeps everything committed when its owner is killed during writes', async () => {
    const dataDir = join(directory, 'killed');
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
      const rows = await query(
        server.url('postgres'),
        'SELECT count(*)::int AS count, max(number) AS last FROM numbers',
      );
      expect(rows[0]?.count).toBeGreaterThanOrEqual(committed);
      expect(rows[0]?.count).toBe(rows[0]?.last);
    });
  });

  it('starts again after its owner was killed while creating the cluster', async () => {
    const dataDir = join(directory, 'half');
    const records = join(dataDir, 'postgresql');
    await mkdir(records, { recursive: true });
    const changes = watch(records);
    const owner = spawnOwner(dataDir);
    for await (const { filename } of changes) {
      if (filename?.startsWith('cluster.new-')) break;
    }
    owner.child.kill('SIGKILL');
    await owner.ended;
    const rows = await withServer(dataDir, (server) => query(server.url('postgres'), 'SELECT 1 AS one'));
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('ends its server when it exits without stopping it', async () => {
    const owner = spawnOwner(join(directory, 'careless'));
    const { url } = await owner.read();
    owner.order('exit');
    await owner.ended;
    const end = async (): Promise<unknown> =>
      query(url ?? '', 'SELECT 1').then(end, (error) => (error.code === 'ECONNREFUSED' ? error.code : end()));
    expect(await end()).toBe('ECONNREFUSED');
  });

  it('restarts a killed server for the same clients', async () => {
    const dataDir = join(directory, 'revived');
    await withServer(dataDir, async (server) => {
      const url = server.url('postgres');
      await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await query(url, 'CHECKPOINT');
      const client = await openClient({ connectionString: url });
      const { promise: lost, resolve } = Promise.withResolvers<void>();
      client.once('end', resolve);
      process.kill(
        Number.parseInt(await readFile(join(dataDir, 'postgresql', 'cluster', 'postmaster.pid'), 'utf8'), 10),
        'SIGKILL',
      );
      await lost;
      const answer = async (): Promise<unknown> =>
        query(url, 'SELECT answer FROM kept').catch((error) => {
          if (!['ECONNREFUSED', 'ECONNRESET', CANNOT_CONNECT_NOW].includes(error.code)) throw error;
          return answer();
        });
      expect(await answer()).toEqual([{ answer: 42 }]);
    });
  });
});
