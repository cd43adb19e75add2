import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from '../../libraries/embedded-postgres/index.ts';
import { findNatsServer } from './find-nats-server.ts';
import { newPasswords } from './passwords.ts';
import { startNatsServer } from './start-nats-server.ts';

describe('the program', () => {
  it('is the one that the environment names', async () => {
    expect(await findNatsServer({ NATS_SERVER_BIN: process.execPath })).toBe(process.execPath);
    await expect(findNatsServer({ NATS_SERVER_BIN: '/nowhere/nats-server' })).rejects.toThrow(
      'NATS_SERVER_BIN: /nowhere/nats-server is not an executable program.',
    );
  });

  it('is found in the folders of packages without PATH', async () => {
    expect(await findNatsServer({ PATH: '' })).toMatch(/nats-server$/);
  });
});

const own = () => ({ users: [], passwords: newPasswords([]) });

describe('a server', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lyceum-nats-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('left running by an earlier owner is ended before the next starts', async () => {
    const program = await findNatsServer(process.env);
    const pidOf = async () => Number(await readFile(join(directory, 'pid'), 'utf8'));
    const first = await startNatsServer({ ...own(), program, directory, port: await findFreePort(null) });
    const left = await pidOf();
    const second = await startNatsServer({ ...own(), program, directory, port: await findFreePort(null) });
    await first.exited;
    expect(await pidOf()).not.toBe(left);
    await second.stop();
    await second.exited;
  });

  it('reports a program that cannot be run', async () => {
    const program = join(directory, 'program');
    await writeFile(program, '#!/nowhere/interpreter\n', { mode: 0o755 });
    await expect(startNatsServer({ ...own(), program, directory, port: await findFreePort(null) })).rejects.toThrow(
      /^The NATS server did not start\. spawn .* ENOENT\n/,
    );
  });

  it('reports why it cannot start', async () => {
    const program = await findNatsServer(process.env);
    const port = await findFreePort(null);
    const running = await startNatsServer({ ...own(), program, directory, port });
    const other = join(directory, 'other');
    // The port answers, but from the other server.
    await expect(startNatsServer({ ...own(), program, directory: other, port })).rejects.toThrow(
      'address already in use',
    );
    await running.stop();
  });
});
