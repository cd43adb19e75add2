import type { AdvisoryLock, Reader } from '../../../libraries/pg-batch/index.ts';
import type { Clock } from '../../core/clock.ts';
import { toInstantText } from '../../core/instant.ts';
import { readBacklog } from '../../data/outbox/backlog.ts';
import type { Logger } from '../../observability/log.ts';

/**
 * The wait of a relay for its lock. Of several replicas, all but one wait as long as that one lives. It is a fault only
 * if events wait, too: then the holder of the lock delivers none of them, and the log names the holder.
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

  /** Called while another session holds the lock. Checks once a minute whether events wait that long; logs it once. */
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

  /** Called when the lock is taken. */
  end(): void {
    this.#lookedAt = undefined;
    this.#logged = false;
  }
}

const LONG_MS = 60_000;
