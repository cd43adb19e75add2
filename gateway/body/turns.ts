import { monotonicMs } from '../../services/chassis/clock.ts';

/** Work that occupies the event loop while it runs. */
type Work = () => void;

/**
 * Lets work that may occupy the event loop for long through little by little: for a few milliseconds at a time, or one piece that takes longer, with
 * a pause behind it that is as long, so that everything else goes on meanwhile. Holders have their turns one after the other, however much each waits with.
 */
export class Turns {
  /** Who waits with what, in the order of their turns. */
  readonly #waiting = new Map<string, Work[]>();
  #isRoundDue = false;

  /** Runs the work when it is the holder's turn; never at once. */
  take(holder: string, work: Work): void {
    const own = this.#waiting.get(holder);
    if (own) own.push(work);
    else this.#waiting.set(holder, [work]);
    this.#expectRound();
  }

  #expectRound(pauseMs = 0): void {
    if (this.#isRoundDue || this.#waiting.size === 0) return;
    this.#isRoundDue = true;
    if (pauseMs < ROUND_MS) setImmediate(() => this.#round());
    else setTimeout(() => this.#round(), pauseMs);
  }

  #round(): void {
    const begun = monotonicMs();
    do this.#next()?.();
    while (this.#waiting.size > 0 && monotonicMs() - begun < ROUND_MS);
    this.#isRoundDue = false;
    this.#expectRound(monotonicMs() - begun);
  }

  /** The next holder's first work; he is the last one then, if he waits with more. */
  #next(): Work | undefined {
    for (const [holder, own] of this.#waiting) {
      const work = own.shift();
      this.#waiting.delete(holder);
      if (own.length > 0) this.#waiting.set(holder, own);
      return work;
    }
    return undefined;
  }
}

const ROUND_MS = 2;
