import { monotonicMs } from '../../platform/core/clock.ts';
import { FairQueue } from '../overload/fair-queue.ts';

/** Work that occupies the event loop while it runs. */
type Work = () => void;

/**
 * Lets work that may occupy the event loop for long through little by little: for a few milliseconds at a time, or one piece that takes longer, with
 * a pause behind it that is as long, so that everything else goes on meanwhile. Holders have their turns one after the other, however much each waits with.
 */
export class Turns {
  readonly #waiting = new FairQueue<Work>();
  #isRoundDue = false;

  /** Runs the work when it is the holder's turn; never at once. */
  take(holder: string, work: Work): void {
    this.#waiting.push(holder, work);
    this.#expectRound();
  }

  #expectRound(pauseMs = 0): void {
    if (this.#isRoundDue || this.#waiting.isEmpty) return;
    this.#isRoundDue = true;
    if (pauseMs < ROUND_MS) setImmediate(() => this.#round());
    else setTimeout(() => this.#round(), pauseMs);
  }

  #round(): void {
    const begun = monotonicMs();
    do this.#waiting.shift()?.();
    while (!this.#waiting.isEmpty && monotonicMs() - begun < ROUND_MS);
    this.#isRoundDue = false;
    this.#expectRound(monotonicMs() - begun);
  }
}

const ROUND_MS = 2;
