import { isOver, type Wait } from '../call-scope.ts';
import { remainingMs } from '../clock.ts';

/**
 * Watches over statements on their way: when nobody waits for them any more they are cancelled, once. Quick ones, which nearly all are, cost
 * a timer that never fires.
 */
export class FlightWatch {
  readonly #waits: readonly Wait[];
  readonly #cancel: () => Promise<void>;
  readonly #look = () => this.#lookAgain();
  #timer: NodeJS.Timeout | undefined;
  #cancelled: Promise<void> | undefined;

  /**
   * @param waits of all callers; undefined among them is work of the service's own, which nobody's patience ends
   * @param cancel asks the server to cancel what it does; never rejects
   */
  constructor(waits: readonly (Wait | undefined)[], cancel: () => Promise<void>) {
    this.#cancel = cancel;
    this.#waits = waits.includes(undefined) ? [] : (waits as readonly Wait[]);
    if (this.#waits.length > 0) this.#timer = setTimeout(() => this.#begin(), Math.min(QUICK_MS, this.#latestMs()));
  }

  /** Whether nobody waits any more. */
  get isOver(): boolean {
    return this.#waits.length > 0 && this.#waits.every(isOver);
  }

  /** Ends the watch; returns whether the server was asked to cancel, and may still come to it: then the connection must not be used again. */
  async end(): Promise<boolean> {
    clearTimeout(this.#timer);
    for (const { signal } of this.#waits) signal?.removeEventListener('abort', this.#look);
    await this.#cancelled;
    return this.#cancelled !== undefined;
  }

  #begin(): void {
    for (const { signal } of this.#waits) signal?.addEventListener('abort', this.#look, { once: true });
    this.#lookAgain();
  }

  #lookAgain(): void {
    clearTimeout(this.#timer);
    if (this.#cancelled) return;
    if (this.isOver) this.#cancelled = this.#cancel();
    else this.#timer = setTimeout(this.#look, Math.max(1, Math.min(this.#latestMs(), LONGEST_TIMER_MS)));
  }

  /** None is left for callers who are gone, or late already. */
  #latestMs(): number {
    return Math.max(
      0,
      ...this.#waits.filter((wait) => !wait.signal?.aborted).map(({ deadline }) => remainingMs(deadline)),
    );
  }
}

/** Statements that end sooner are not worth listening for callers who go. */
const QUICK_MS = 20;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
