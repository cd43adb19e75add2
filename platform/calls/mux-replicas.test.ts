import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { newContext } from '../../test/support/probe/call-operation.ts';
import { callForReply } from './caller.ts';
import { muxTransport } from './mux-transport.ts';
import type { RemoteTransport } from './remote-transport.ts';

const { getUser } = UserService.method;
const PROGRAM = fileURLToPath(new URL('../../test/support/calls/replica-process.ts', import.meta.url));

const WAIT_OPTIONS = { timeout: 15_000, interval: 10 };

const ALL = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const replicas = new Map<string, ChildProcess>();
let transport: RemoteTransport;
/** What the name of the service resolves to. */
let resolved: string[];
const resolve = vi.fn<() => Promise<string[]>>();
let port = 0;
beforeAll(async () => {
  for (const host of ALL) await startReplica(host);
});
beforeEach(() => {
  resolved = [...replicas.keys()];
  resolve.mockImplementation(async () => [...resolved]);
  transport = muxTransport({ targets: [{ host: 'directory', port }], resolve, resolveEveryMs: 50 });
});
afterEach(() => transport.close());
afterAll(() => {
  for (const replica of replicas.values()) replica.kill('SIGKILL');
});

/** Starts a replica on its own address; all have the port of the first. */
async function startReplica(host: string): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, `${host}:${port}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  replicas.set(host, child);
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
  port = Number(line);
}

/** Reads concurrently; returns the hosts that answered. Any failure fails the test. */
async function read(count: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () =>
      callForReply({ transportOf: () => transport }, newContext(), getUser, { id: 'x' }),
    ),
  );
  return answers.map(({ message }) => message.user?.code?.split(':')[0] ?? '');
}

/** Reads until exactly these hosts answer. */
const answeredBy = (...hosts: string[]) =>
  vi.waitFor(async () => expect([...new Set(await read(30))].sort()).toEqual(hosts), WAIT_OPTIONS);

it('a replica killed under load fails no read, and is used again after a restart', async () => {
  await answeredBy(...ALL);
  let loaded = true;
  let reads = 0;
  const load = Promise.all(
    Array.from({ length: 32 }, async () => {
      while (loaded) {
        await read(1);
        reads++;
      }
    }),
  );
  const victim = replicas.get('127.0.0.3');
  await vi.waitFor(() => expect(reads).toBeGreaterThan(200), WAIT_OPTIONS);
  victim?.kill('SIGKILL');
  await once(victim as ChildProcess, 'exit');
  await answeredBy('127.0.0.2', '127.0.0.4');
  await startReplica('127.0.0.3');
  await answeredBy(...ALL);
  loaded = false;
  await load;
});

it('replicas are added and removed with the addresses of the name, without a failed read; a failing resolver removes none', async () => {
  resolved = ['127.0.0.2'];
  await answeredBy('127.0.0.2');
  resolved = ['127.0.0.2', '127.0.0.4'];
  await answeredBy('127.0.0.2', '127.0.0.4');
  resolve.mockRejectedValue(new Error('SERVFAIL'));
  const resolutions = resolve.mock.calls.length;
  await vi.waitFor(() => expect(resolve.mock.calls.length).toBeGreaterThan(resolutions + 2), WAIT_OPTIONS);
  await answeredBy('127.0.0.2', '127.0.0.4');
});

it('without replicas there is an outage, which a new replica ends', async () => {
  await answeredBy(...ALL);
  const all = [...replicas.values()];
  for (const replica of all) replica.kill('SIGKILL');
  await Promise.all(all.map((replica) => replica.exitCode ?? once(replica, 'exit')));
  await expect(read(1)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  await startReplica('127.0.0.2');
  await answeredBy('127.0.0.2');
});
