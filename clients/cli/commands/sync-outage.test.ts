import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeInFile } from '../../../test/support/copy-places.ts';
import { FaultyProxy } from '../../../test/support/faulty-proxy.ts';
import { KeptCopy } from '../../../test/support/kept-copy.ts';
import { newUser } from '../../../test/support/test-directory.ts';
import { TestSystem } from '../../../test/support/test-system.ts';
import { until } from '../../../test/support/until.ts';

it('follows on after an outage of the API that is longer than its requests are repeated', async () => {
  const system = await TestSystem.start();
  const { client } = await system.newInstitution();
  const proxy = await FaultyProxy.open(system.url);
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-outage-'));
  const copy = new KeptCopy(placeInFile(join(folder, 'copy.db')), client, () => proxy.url);
  const program = copy.start('--follow');
  try {
    await until('the copy', () => program.stderr.includes('logs: 0'), 60_000);
    proxy.fates.push(...Array.from({ length: 1_000 }, () => 'lost' as const));
    const { id } = await newUser(client);
    await until('two failures', () => program.stderr.split('It is tried again.').length > 2, 120_000);
    expect([program.isRunning, (await copy.records('users')).size]).toEqual([true, 0]);
    proxy.fates.length = 0;
    await until('the change in the copy', async () => (await copy.records('users')).has(id), 120_000);
  } finally {
    program.kill('SIGKILL');
    await program.exited;
    await proxy.close();
    await rm(folder, { recursive: true });
  }
});
