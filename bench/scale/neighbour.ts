import { DataDirectory } from '../../test/support/data-directory.ts';
import { signalAll } from '../../test/support/process/process-tree.ts';
import { load } from '../load.ts';
import { punching, requestOf } from '../scenarios.ts';
import { startOne } from '../shapes.ts';

interface School {
  readonly id: string;
  readonly userIds: readonly string[];
  readonly authorizations: readonly string[];
}

interface Task {
  /** Of a target with both servers. */
  readonly environment: Readonly<Record<string, string>>;
  /** Both on the first server. */
  readonly schools: readonly School[];
  /** Gives an institution to the other server. */
  placeBusy(id: string): Promise<void>;
  readonly otherDataDir: string;
}

const SECONDS = 10;
const CONNECTIONS = 8;
const BUSY_CONNECTIONS = 32;

/**
 * How many punches of an institution on the first server are answered in a second, alone and beside one that sends as
 * many as it can: on the same server, on the other one, and there while that stands still.
 */
export async function reportNeighbour(
  { environment, schools, placeBusy, otherDataDir }: Task,
  print: (line: string) => void,
): Promise<void> {
  const [neighbour, busy] = schools as readonly [School, School];
  let begun = 0;
  const round = async (others: School | undefined) => {
    const target = await startOne('one-process.ts', environment);
    const ended = new AbortController();
    const crowd = others ? keepBusy(target.url, others, ended.signal) : undefined;
    const { userIds, authorizations } = neighbour;
    const scenario = punching(
      (n) => userIds[n % userIds.length] as string,
      (n) => Math.floor(n / userIds.length),
    );
    const common = {
      url: target.url,
      prefix: '/api/v4',
      authorizations,
      connections: CONNECTIONS,
      next: () => begun++,
    };
    try {
      await load(scenario, { ...common, extent: { duration: 3 } });
      const { requestsPerSecond } = await load(scenario, { ...common, extent: { duration: SECONDS } });
      return requestsPerSecond;
    } finally {
      // Those of a round that was cut leave members who are clocked in.
      begun += userIds.length;
      ended.abort();
      await crowd;
      target.stop();
    }
  };
  const alone = await round(undefined);
  const told = (name: string, perSecond: number) =>
    print(
      `${name.padEnd(44)} ${perSecond.toFixed(0).padStart(6)} punches a second, ratio ${(perSecond / alone).toFixed(2)}`,
    );
  told('alone', alone);
  told('beside a busy one on the same server', await round(busy));
  await placeBusy(busy.id);
  told('beside a busy one on another server', await round(busy));
  const other = new DataDirectory(otherDataDir);
  const processes = await other.postgresProcesses();
  signalAll(processes, 'SIGSTOP');
  try {
    told('beside one on another server that stands still', await round(busy));
  } finally {
    signalAll(processes, 'SIGCONT');
  }
}

/** Punches as fast as answers come, whatever they are. */
async function keepBusy(url: string, { userIds, authorizations }: School, signal: AbortSignal): Promise<void> {
  let begun = Math.floor(Math.random() * 1_000) * userIds.length;
  const work = async () => {
    while (!signal.aborted) {
      const n = begun++;
      const { steps } = punching(
        () => userIds[n % userIds.length] as string,
        () => Math.floor(n / userIds.length),
      );
      for (const { method, path, ...step } of steps) {
        const { headers, body } = requestOf(step, n, authorizations[n % authorizations.length]);
        await fetch(`${url}/api/v4${path(n)}`, { method, headers, signal, ...(body !== undefined && { body }) })
          .then((answer) => answer.arrayBuffer())
          .catch(() => undefined);
      }
    }
  };
  await Promise.all(Array.from({ length: BUSY_CONNECTIONS }, work));
}
