import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from '../embedded-postgres/free-port.ts';
import { findNatsServer } from './find-nats-server.ts';
import { newPasswords } from './passwords.ts';
import { startNatsServer } from './start-nats-server.ts';

describe('the program', () => {
  it('is the one that the environment names, or none', async () => {
    expect(await findNatsServer({ NATS_SERVER_BIN: process.execPath })).toBe(process.execPath);
    await expect(findNatsServer({ NATS_SERVER_BIN: '/nowhere/nats-server' })).rejects.toThrow(
      'NATS_SERVER_BIN: /nowhere/nats-server is no program that can be run.',
    );
  });

  it('is found where packages put it, whatever PATH lacks', async () => {
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

  it('that an earlier owner left behind is ended before the next begins', async () => {
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

  it('whose program cannot be run says so', async () => {
    const program = join(directory, 'program');
    await writeFile(program, '#!/nowhere/interpreter\n', { mode: 0o755 });
    await expect(startNatsServer({ ...own(), program, directory, port: await findFreePort(null) })).rejects.toThrow(
      /^The NATS server did not start\. spawn .* ENOENT\n/,
    );
  });

  it('that cannot start says why', async () => {
    const program = await findNatsServer(process.env);
    const port = await findFreePort(null);
    const running = await startNatsServer({ ...own(), program, directory, port });
    const other = join(directory, 'other');
    // The port answers, but not for the one that could not have it.
    await expect(startNatsServer({ ...own(), program, directory: other, port })).rejects.toThrow(
      'address already in use',
    );
    await running.stop();
  });
});
