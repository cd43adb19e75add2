import type { Clock } from '../../core/clock.ts';
import { toInstantText } from '../../core/instant.ts';
import type { AdvisoryLock } from '../../data/advisory-lock.ts';
import { readBacklog } from '../../data/outbox/backlog.ts';
import type { Reader } from '../../data/tx.ts';
import type { Logger } from '../../observability/log.ts';

/**
 * The wait of a relay for its lock. Of several replicas all but one wait, for as long as that one lives; it is a fault only where events wait, too:
 * then whoever holds the lock delivers none of them, and the log says who that is.
 */
export class LockWait {
  readonly #options: { readonly db: Reader; readonly clock: Clock; readonly log: Logger };
  readonly #lock: AdvisoryLock;
  #lookedAt: number | undefined;
  #logged = false;

  constructor(options: { readonly db: Reader; readonly clock: Clock; readonly log: Logger }, lock: AdvisoryLock) {
    this.#options = options;
    this.#lock = lock;
  }

  /** Another session has the lock. Looks once a minute whether events have waited that long; says so once. */
  async look(): Promise<void> {
    const { db, clock, log } = this.#options;
    const now = clock.now();
    this.#lookedAt ??= now;
    if (now - this.#lookedAt < LONG_MS) return;
    this.#lookedAt = now;
    const { oldestAt } = await readBacklog(db);
    const isLong = oldestAt !== null && oldestAt < toInstantText(now - LONG_MS);
    if (isLong && !this.#logged)
      log.warn(
        { holder: await this.#lock.holder(), oldestAt },
        'events wait, and another session holds the lock of their relay',
      );
    this.#logged = isLong;
  }

  /** The lock was got. */
  end(): void {
    this.#lookedAt = undefined;
    this.#logged = false;
  }
}

const LONG_MS = 60_000;
