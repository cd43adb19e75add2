import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callForReply } from '../../../platform/calls/caller.ts';
import { muxTransport } from '../../../platform/calls/mux-transport.ts';
import type { RemoteTransport } from '../../../platform/calls/remote-transport.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { newContext } from '../../../test/support/probe/call-operation.ts';

const { getUser } = UserService.method;
const PROGRAM = fileURLToPath(new URL('../../../test/support/nats/replica-process.ts', import.meta.url));

const WAIT_OPTIONS = { timeout: 15_000, interval: 10 };

let replicas: Map<string, ChildProcess>;
let transport: RemoteTransport;
/** What the name of the service resolves to. */
let resolved: string[];
let port: number;
beforeEach(async () => {
  replicas = new Map();
  port = 0;
  for (const host of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) await startReplica(host);
  resolved = [...replicas.keys()];
  transport = muxTransport({
    targets: [{ host: 'directory', port }],
    resolve: async () => [...resolved],
    resolveEveryMs: 50,
  });
});
afterEach(() => {
  transport.close();
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

it('all replicas of a service answer', async () => {
  await answeredBy('127.0.0.2', '127.0.0.3', '127.0.0.4');
});

it('a replica killed under load fails no read, and is used again after a restart', async () => {
  await answeredBy('127.0.0.2', '127.0.0.3', '127.0.0.4');
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
  await answeredBy('127.0.0.2', '127.0.0.3', '127.0.0.4');
  loaded = false;
  await load;
});

it('replicas are added and removed with the addresses of the name, without a failed read', async () => {
  resolved = ['127.0.0.2'];
  await answeredBy('127.0.0.2');
  resolved = ['127.0.0.2', '127.0.0.4'];
  await answeredBy('127.0.0.2', '127.0.0.4');
  resolved = ['127.0.0.4'];
  await answeredBy('127.0.0.4');
});

it('a failing resolver fails no read and removes no replica', async () => {
  await answeredBy('127.0.0.2', '127.0.0.3', '127.0.0.4');
  transport.close();
  let ill = false;
  const resolve = vi.fn(async () => (ill ? Promise.reject(new Error('SERVFAIL')) : [...resolved]));
  transport = muxTransport({ targets: [{ host: 'directory', port }], resolve, resolveEveryMs: 10 });
  await answeredBy('127.0.0.2', '127.0.0.3', '127.0.0.4');
  ill = true;
  const resolutions = resolve.mock.calls.length;
  await vi.waitFor(() => expect(resolve.mock.calls.length).toBeGreaterThan(resolutions + 2), WAIT_OPTIONS);
  await answeredBy('127.0.0.2', '127.0.0.3', '127.0.0.4');
});

it('without replicas there is an outage, which a new replica ends', async () => {
  await answeredBy('127.0.0.2', '127.0.0.3', '127.0.0.4');
  const all = [...replicas.values()];
  for (const replica of all) replica.kill('SIGKILL');
  await Promise.all(all.map((replica) => replica.exitCode ?? once(replica, 'exit')));
  await expect(read(1)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  await startReplica('127.0.0.2');
  await answeredByEventually('127.0.0.2');
});

/** Reads until one succeeds, from this host. */
const answeredByEventually = (host: string) =>
  vi.waitFor(async () => expect(await read(1)).toEqual([host]), WAIT_OPTIONS);
