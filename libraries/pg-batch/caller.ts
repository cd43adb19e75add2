/** A caller that waits for the result of some work. */
export interface Caller {
  /** Until when, in milliseconds of `performance.now()`. `Infinity` is the process's own work, like no caller. */
  readonly deadline: number;
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal | undefined;
}

/** Whether a caller waits for the result of the work, and can be told at once that the database is busy. */
export function isForSomebody(caller: Caller | undefined): boolean {
  return caller !== undefined && caller.deadline !== Number.POSITIVE_INFINITY;
}

/** Whether the caller has stopped waiting. */
export function isGone({ deadline, signal }: Caller): boolean {
  return signal?.aborted === true || isPast(deadline);
}

/**
 * Whether all callers have stopped waiting. An undefined one is the process's own work, which always needs its result.
 */
export function areGone(callers: readonly (Caller | undefined)[]): boolean {
  return callers.length > 0 && callers.every((caller) => caller !== undefined && isGone(caller));
}

/** @param instant milliseconds of `performance.now()` */
export function isPast(instant: number): boolean {
  return instant <= Math.floor(performance.now());
}

/** The delay of a timer until a deadline, in milliseconds, in the range that Node accepts: 1 if it has passed. */
function timerMs(deadline: number): number {
  return Math.max(1, Math.min(Math.ceil(deadline - Math.floor(performance.now())), LONGEST_TIMER_MS));
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Cancels statements in flight when all their callers have stopped waiting. It repeats the request until they have
 * ended, because a cancel request may fail or reach the server between two statements. Quick statements, which are
 * nearly all, only cost a timer that never fires.
 */
export class StatementWatch {
  readonly #callers: readonly Caller[];
  readonly #cancel: () => Promise<void>;
  readonly #recheck = () => this.#check();
  #timer: NodeJS.Timeout | undefined;
  #cancelled: Promise<void> | undefined;
  #hasEnded = false;

  /**
   * @param callers an undefined one, or one without a deadline, is the process's own work, which is never cancelled
   * @param cancel sends the server a cancel request; never rejects
   */
  constructor(callers: readonly (Caller | undefined)[], cancel: () => Promise<void>) {
    this.#cancel = cancel;
    this.#callers = callers.every(isForSomebody) ? (callers as readonly Caller[]) : [];
    if (this.#callers.length > 0) this.#timer = setTimeout(() => this.#begin(), Math.min(QUICK_MS, this.#timerMs()));
  }

  /** Whether all callers have stopped waiting. */
  get areCallersGone(): boolean {
    return this.#callers.length > 0 && this.#callers.every(isGone);
  }

  /** Whether a cancel request was sent. */
  get isCancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  /**
   * Ends the watch. Returns whether a cancel request was sent: the server may still act on it, so the connection must
   * not be used again.
   */
  async end(): Promise<boolean> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    for (const { signal } of this.#callers) signal?.removeEventListener('abort', this.#recheck);
    await this.#cancelled;
    return this.#cancelled !== undefined;
  }

  #begin(): void {
    for (const { signal } of this.#callers) signal?.addEventListener('abort', this.#recheck, { once: true });
    this.#check();
  }

  #check(): void {
    clearTimeout(this.#timer);
    if (this.#cancelled) return;
    if (this.areCallersGone) this.#cancelAll();
    else this.#timer = setTimeout(this.#recheck, this.#timerMs());
  }

  #cancelAll(): void {
    this.#cancelled = this.#cancel().then(() => {
      if (!this.#hasEnded) this.#timer = setTimeout(() => this.#cancelAll(), AGAIN_MS);
    });
  }

  /**
   * The time until the last deadline of the callers that are not gone. All may be gone already, while the statements
   * waited for a connection.
   */
  #timerMs(): number {
    return timerMs(Math.max(...this.#callers.filter(({ signal }) => !signal?.aborted).map(({ deadline }) => deadline)));
  }
}

/** Only statements that last longer are worth listening for callers that disconnect. */
const QUICK_MS = 20;
/** The interval between cancel requests. */
const AGAIN_MS = 500;
