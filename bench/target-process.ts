import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { usageOf } from './process-usage.ts';
import type { TargetMessage } from './targets/target.ts';

/** One or more processes measured as one target; the load goes to the process started last. */
export class TargetProcess {
  readonly #children: ChildProcess[] = [];
  #port = 0;

  /**
   * Starts a process of the target and waits until it listens; returns its port. On failure, stops the earlier ones.
   */
  async add(script: string, environment: Readonly<Record<string, string>>): Promise<number> {
    const child = fork(script, { env: { ...process.env, ...environment } });
    this.#children.push(child);
    const message = await Promise.race([
      this.#next(child, 'ready'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`))),
    ]).catch((error: unknown) => {
      this.stop();
      throw error;
    });
    this.#port = message.kind === 'ready' ? message.port : 0;
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** CPU time of all its processes so far, in milliseconds. */
  async cpuMs(): Promise<number> {
    const answers = this.#children.map(async (child) => {
      const answer = this.#next(child, 'cpu');
      child.send('cpu');
      const message = await answer;
      return message.kind === 'cpu' ? message.ms : 0;
    });
    return (await Promise.all(answers)).reduce((sum, ms) => sum + ms, 0);
  }

  /** What each of its processes takes now, in MiB, in the order in which they were started. Linux only. */
  rssMiB(): readonly number[] {
    return this.#children.map(({ pid = 0 }) => usageOf(pid).rssMiB);
  }

  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }

  async #next(child: ChildProcess, kind: TargetMessage['kind']): Promise<TargetMessage> {
    for (;;) {
      const [message] = (await once(child, 'message')) as [TargetMessage];
      if (message.kind === kind) return message;
    }
  }
}
