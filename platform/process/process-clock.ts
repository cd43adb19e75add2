import type { Reader } from '../../libraries/pg-batch/index.ts';
import { bigint, sqlStatement } from '../../libraries/typed-sql/index.ts';
import { agree, CorrectedClock, monotonicMs, systemClock } from '../core/clock.ts';
import type { Logger } from '../observability/log.ts';

/** The clock of a process with a database: it asks that for its time. */
export class ProcessClock extends CorrectedClock {
  readonly #log: Logger;
  #isTrusted = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    super();
    this.#log = log;
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

  async #ask(db: Reader): Promise<void> {
    const begin = monotonicMs();
    const [row] = await db.rows(NOW, {});
    const end = monotonicMs();
    if (!row) return;
    const theirs = Number(row.ms) - (begin + end) / 2;
    const known = this.serverMs;
    const machine = systemClock.now() - end;
    // A step, of one clock or both: the median is never the one that alone was set, even if the others differ.
    this.serverMs = known === undefined || agree(known, theirs) ? theirs : medianOf(machine, known, theirs);
    this.#report(machine - theirs);
  }

  #report(differenceMs: number): void {
    const isTrusted = agree(differenceMs, 0);
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

function medianOf(one: number, other: number, third: number): number {
  return Math.max(Math.min(one, other), Math.min(Math.max(one, other), third));
}

const ASK_EVERY_MS = 10_000;

const NOW = sqlStatement(null, 'server_time', {
  parameters: {},
  result: { ms: bigint() },
  text: () => 'SELECT (1000 * extract(epoch FROM clock_timestamp()))::bigint AS ms',
});
