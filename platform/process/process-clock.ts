import type { Reader } from '../../libraries/pg-batch/index.ts';
import { bigint, sqlStatement } from '../../libraries/typed-sql/index.ts';
import { type Clock, monotonicMs, systemClock } from '../core/clock.ts';
import type { Logger } from '../observability/log.ts';

/**
 * The clock of a process with a database: the machine's, as long as that agrees with the database server's, which all
 * replicas share; otherwise the server's. It never goes back: behind it lie the instants that readers of changes hold.
 */
export class ProcessClock implements Clock {
  readonly #log: Logger;
  /** By how much the server's clock was ahead of the monotonic one when it was asked. */
  #serverMs: number | undefined;
  #isTrusted = true;
  #last = { at: 0, instant: Number.NEGATIVE_INFINITY };
  #timer: NodeJS.Timeout | undefined;

  /**
   * The same without the wait for a clock that was set back: what expires within a minute is compared with what another
   * process has signed, which may not wait.
   */
  readonly ofIdentities: Clock = { now: () => Math.floor(this.#seen(monotonicMs())) };

  constructor(log: Logger) {
    this.#log = log;
  }

  now(): number {
    const at = monotonicMs();
    const seen = this.#seen(at);
    // What was set back is waited for at half the speed. After a larger step nobody could wait.
    const slowest = this.#last.instant + (at - this.#last.at) / 2;
    const instant = slowest - seen < LONGEST_STEP_BACK_MS ? Math.max(seen, slowest) : seen;
    this.#last = { at, instant };
    return Math.floor(instant);
  }

  /** Asks the database server for its time, now and every ten seconds. */
  async follow(db: Reader): Promise<void> {
    const ask = () => this.#ask(db).catch(() => undefined);
    this.#timer = setInterval(ask, ASK_EVERY_MS).unref();
    await ask();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #seen(at: number): number {
    const machine = systemClock.now();
    if (this.#serverMs === undefined) return machine;
    const server = this.#serverMs + at;
    return agree(machine, server) ? machine : server;
  }

  async #ask(db: Reader): Promise<void> {
    const begin = monotonicMs();
    const [row] = await db.rows(NOW, {});
    const end = monotonicMs();
    if (!row) return;
    const theirs = Number(row.ms) - (begin + end) / 2;
    const known = this.#serverMs;
    const [machine, server] = [systemClock.now(), theirs + end];
    // Two of three decide: if the machine goes on as before, it is the server whose clock was set.
    const isServerWrong = known !== undefined && agree(machine, known + end) && !agree(machine, server);
    if (!isServerWrong) this.#serverMs = theirs;
    this.#report(machine - server);
  }

  #report(differenceMs: number): void {
    const isTrusted = Math.abs(differenceMs) <= TOLERATED_MS;
    if (isTrusted !== this.#isTrusted)
      this.#log[isTrusted ? 'info' : 'error'](
        { event: isTrusted ? 'clocks_agree' : 'clocks_differ', seconds: Math.round(differenceMs / 1_000) },
        isTrusted
          ? 'the clocks of this machine and of the database server agree again'
          : 'the clocks of this machine and of the database server differ by more than 30 seconds: set them by NTP',
      );
    this.#isTrusted = isTrusted;
  }
}

function agree(one: number, other: number): boolean {
  return Math.abs(one - other) <= TOLERATED_MS;
}

/** What two clocks may differ: see `nextUpdatedSince`. */
const TOLERATED_MS = 30_000;
const ASK_EVERY_MS = 10_000;
const LONGEST_STEP_BACK_MS = 900_000;

const NOW = sqlStatement(null, 'server_time', {
  parameters: {},
  result: { ms: bigint() },
  text: () => 'SELECT (1000 * extract(epoch FROM clock_timestamp()))::bigint AS ms',
});
