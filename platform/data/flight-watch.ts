import { FOR_EVER, isOver, type Wait } from '../core/call-scope.ts';
import { timerMs } from '../core/clock.ts';

/**
 * Watches over statements on their way: when nobody waits for them any more they are cancelled, again until they have ended, because a request to cancel
 * may fail, or reach the server between two of them. Quick ones, which nearly all are, cost a timer that never fires.
 */
export class FlightWatch {
  readonly #waits: readonly Wait[];
  readonly #cancel: () => Promise<void>;
  readonly #look = () => this.#lookAgain();
  #timer: NodeJS.Timeout | undefined;
  #cancelled: Promise<void> | undefined;
  #hasEnded = false;

  /**
   * @param waits of all callers; undefined among them, or one for ever, is work of the service's own, which nobody's patience ends
   * @param cancel asks the server to cancel what it does; never rejects
   */
  constructor(waits: readonly (Wait | undefined)[], cancel: () => Promise<void>) {
    this.#cancel = cancel;
    this.#waits = waits.some((wait) => !wait || wait.deadline === FOR_EVER) ? [] : (waits as readonly Wait[]);
    if (this.#waits.length > 0) this.#timer = setTimeout(() => this.#begin(), Math.min(QUICK_MS, this.#timerMs()));
  }

  /** Whether nobody waits any more. */
  get isOver(): boolean {
    return this.#waits.length > 0 && this.#waits.every(isOver);
  }

  /** Whether the server was asked to cancel. */
  get isCancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  /** Ends the watch; returns whether the server was asked to cancel, and may still come to it: then the connection must not be used again. */
  async end(): Promise<boolean> {
    this.#hasEnded = true;
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
    if (this.isOver) this.#cancelAll();
    else this.#timer = setTimeout(this.#look, this.#timerMs());
  }

  #cancelAll(): void {
    this.#cancelled = this.#cancel().then(() => {
      if (!this.#hasEnded) this.#timer = setTimeout(() => this.#cancelAll(), AGAIN_MS);
    });
  }

  /** Until the last of those who have not gone waits no more; all may have gone, while the statements waited for a connection. */
  #timerMs(): number {
    return timerMs(Math.max(...this.#waits.filter((wait) => !wait.signal?.aborted).map(({ deadline }) => deadline)));
  }
}

/** Statements that end sooner are not worth listening for callers who go. */
const QUICK_MS = 20;
/** How long after a request to cancel the next one is made. */
const AGAIN_MS = 500;
