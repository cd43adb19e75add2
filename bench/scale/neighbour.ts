import { setTimeout as delay } from 'node:timers/promises';
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
/** No more than the neighbour's own requests: a machine that has no time left would be measured otherwise. */
const BUSY_CONNECTIONS = 32;
const PAUSE_MS = 200;

/**
 * How many punches of an institution on the first server are answered in a second, alone and beside one that punches as
 * well: on the same server, on the other one, and there while that stands still.
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
    const crowd = others ? new Crowd(target.url, others, ended.signal) : undefined;
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
      const before = crowd?.answers ?? 0;
      const { requestsPerSecond } = await load(scenario, { ...common, extent: { duration: SECONDS } });
      return { perSecond: requestsPerSecond, ofCrowd: ((crowd?.answers ?? 0) - before) / SECONDS };
    } finally {
      // Those of a round that was cut leave members who are clocked in.
      begun += userIds.length;
      ended.abort();
      await crowd?.ended;
      target.stop();
    }
  };
  const { perSecond: alone } = await round(undefined);
  const told = (name: string, { perSecond, ofCrowd }: Awaited<ReturnType<typeof round>>) => {
    const ratio = (perSecond / alone).toFixed(2);
    print(`${name}: ${perSecond.toFixed(0)} punches a second, ratio ${ratio}; the other ${ofCrowd.toFixed(0)} answers`);
  };
  print(`alone: ${alone.toFixed(0)} punches a second`);
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

/** Punches, whatever the answers are. */
class Crowd {
  readonly ended: Promise<unknown>;
  answers = 0;
  #begun: number;

  constructor(url: string, school: School, signal: AbortSignal) {
    this.#begun = Math.floor(Math.random() * 1_000) * school.userIds.length;
    this.ended = Promise.all(Array.from({ length: BUSY_CONNECTIONS }, () => this.#work(url, school, signal)));
  }

  async #work(url: string, { userIds, authorizations }: School, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const n = this.#begun++;
      const { steps } = punching(
        () => userIds[n % userIds.length] as string,
        () => Math.floor(n / userIds.length),
      );
      for (const { method, path, ...step } of steps) {
        const { headers, body } = requestOf(step, n, authorizations[n % authorizations.length]);
        const answer = fetch(`${url}/api/v4${path(n)}`, {
          method,
          headers,
          signal,
          ...(body !== undefined && { body }),
        });
        await answer.then((it) => it.arrayBuffer()).catch(() => undefined);
        this.answers++;
        await delay(PAUSE_MS);
      }
    }
  }
}
