import type { SharedCells } from '../../platform/events/nats/shared-cells.ts';
import type { Sharing } from './sharing.ts';
import { type Decision, type Rate, Window } from './window.ts';
import { fromBytes, toBytes } from './window-bytes.ts';

interface Waiting {
  readonly now: number;
  readonly decide: (decision: Decision) => void;
}

interface CounterOptions {
  readonly rate: Rate;
  readonly cells: SharedCells;
  readonly sharing: Sharing;
  /** Told of each request that was counted here alone. */
  readonly onLocal: () => void;
}

/**
 * One key's window as this gateway knows it. Requests that come while a write is on its way wait for the next one, which counts them all: one
 * round trip for as many as there are. Others can only add to the window, so that one that was full stays full until its oldest instant leaves.
 */
export class SharedCounter {
  readonly #key: string;
  readonly #options: CounterOptions;
  /** All that counts as far as is known, what was counted here alone included. */
  #window: Window;
  /** Of the window's cell; undefined when it must be read first. */
  #revision: number | undefined;
  /** What of it was counted here alone, and belongs into the cell. A write whose answer is lost may count its requests twice: never too few. */
  #unsent: number[] = [];
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(key: string, options: CounterOptions) {
    this.#key = key;
    this.#options = options;
    this.#window = this.#windowOf([]);
  }

  take(now: number): Decision | Promise<Decision> {
    const { rate, sharing } = this.#options;
    const at = this.#moveTo(this.#window, now);
    if (this.#window.count >= rate.limit) return this.#window.take(at);
    // A write on its way is waited for, however the sharing stands by now: its requests come first.
    if (!sharing.isOn && !this.#isRunning) return this.#takeAlone(now);
    return new Promise((decide) => {
      this.#waiting.push({ now, decide });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // What comes in the same moment goes together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const isCounted = await this.#count(batch);
      if (!isCounted) for (const { now, decide } of batch) decide(this.#takeAlone(now));
    }
    this.#isRunning = false;
  }

  /** Counts requests in the cell; tells whether it has decided about them. */
  async #count(batch: readonly Waiting[]): Promise<boolean> {
    const { cells, sharing } = this.#options;
    try {
      for (let tries = 0; sharing.isOn && tries < TRIES_AT_MOST; tries++) {
        if (this.#revision === undefined) await this.#read(Math.max(...batch.map(({ now }) => now)));
        const next = this.#windowOf(this.#window.instants);
        const decisions = batch.map(({ now }) => next.take(this.#moveTo(next, now)));
        const isChanged = this.#unsent.length > 0 || decisions.some(({ allowed }) => allowed);
        const bytes = toBytes(next.instants);
        const revision = isChanged ? await cells.write(this.#key, bytes, this.#revision ?? 0) : this.#revision;
        this.#revision = revision ?? undefined;
        if (this.#revision === undefined) continue;
        this.#window = next;
        this.#unsent = [];
        for (const [index, { decide }] of batch.entries()) decide(decisions[index] as Decision);
        return true;
      }
    } catch (error) {
      sharing.end(error);
    }
    this.#revision = undefined;
    return false;
  }

  /**
   * A cell is a hint: whatever it holds, what can be no request of this window does not count. So a cell that is forged or spoilt refuses nobody
   * for longer than one window, and the difference that clocks may have.
   */
  async #read(now: number): Promise<void> {
    const { cells, rate } = this.#options;
    const cell = await cells.read(this.#key);
    const stored = cell ? fromBytes(cell.value) : [];
    const believed = stored.filter((instant) => instant > now - rate.windowMs && instant <= now + SKEW_MS_AT_MOST);
    this.#window = this.#windowOf([...believed, ...this.#unsent]);
    this.#revision = cell?.revision ?? 0;
  }

  #takeAlone(now: number): Decision {
    const at = this.#moveTo(this.#window, now);
    const { rate, onLocal } = this.#options;
    const decision = this.#window.take(at);
    // The window is read again before it is next written.
    this.#revision = undefined;
    this.#unsent = this.#unsent.filter((instant) => at - instant < rate.windowMs);
    if (decision.allowed) this.#unsent.push(at);
    onLocal();
    return decision;
  }

  /**
   * Moves a window to an instant; returns the instant that counts. Clocks of gateways differ a little: a request is counted no earlier than what
   * another has counted already. A clock that is far behind was set back, which is the window's to settle.
   */
  #moveTo(window: Window, now: number): number {
    const ahead = window.count > 0 ? window.newest - now : 0;
    const at = ahead > 0 && ahead <= SKEW_MS_AT_MOST ? window.newest : now;
    window.moveTo(at);
    return at;
  }

  #windowOf(instants: readonly number[]): Window {
    return Window.of(instants, this.#options.rate);
  }
}

const SKEW_MS_AT_MOST = 2_000;
/** Each lost try is another gateway's success; nobody loses so often. */
const TRIES_AT_MOST = 100;
