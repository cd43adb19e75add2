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
  /** Called for each request that was counted only here. */
  readonly onLocal: () => void;
}

/**
 * One key's window as this gateway knows it. Requests that arrive during a write wait for the next one, which counts them all: one round
 * trip for any number of requests. Other gateways can only add to the window, so a full one stays full until its oldest instant leaves.
 */
export class SharedCounter {
  readonly #key: string;
  readonly #options: CounterOptions;
  /** All instants known to count, including those counted only here. */
  #window: Window;
  /** The revision of the window's cell; undefined when it must be read first. */
  #revision: number | undefined;
  /**
   * Instants counted only here that must still go into the cell. A write whose answer is lost may count its requests twice, never too few.
   */
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
    // Wait for a write in flight even if sharing has ended meanwhile: its requests come first.
    if (!sharing.isOn && !this.#isRunning) return this.#takeAlone(now);
    return new Promise((decide) => {
      this.#waiting.push({ now, decide });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Requests of the same moment go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const isCounted = await this.#count(batch);
      if (!isCounted) for (const { now, decide } of batch) decide(this.#takeAlone(now));
    }
    this.#isRunning = false;
  }

  /** Counts requests in the cell; returns whether it has decided about them. */
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
   * A cell is a hint: instants that cannot be requests of this window are ignored. So a forged or corrupt cell blocks no client for longer
   * than one window plus the tolerated clock difference. A missing cell has never been written, or all NATS servers have restarted: what is
   * known here goes into it again.
   */
  async #read(now: number): Promise<void> {
    const { cells, rate } = this.#options;
    const cell = await cells.read(this.#key);
    this.#revision = cell?.revision ?? 0;
    if (!cell) return;
    const plausible = fromBytes(cell.value).filter(
      (instant) => instant > now - rate.windowMs && instant <= now + SKEW_MS_AT_MOST,
    );
    this.#window = this.#windowOf([...plausible, ...this.#unsent]);
  }

  #takeAlone(now: number): Decision {
    const at = this.#moveTo(this.#window, now);
    const { rate, onLocal } = this.#options;
    const decision = this.#window.take(at);
    // Read the cell again before the next write.
    this.#revision = undefined;
    this.#unsent = this.#unsent.filter((instant) => at - instant < rate.windowMs);
    if (decision.allowed) this.#unsent.push(at);
    onLocal();
    return decision;
  }

  /**
   * Moves a window to an instant; returns the instant that counts. Clocks of gateways differ a little: a request is counted no earlier than
   * what another gateway has counted already. A clock that is far behind was set back, which the window handles.
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
/** The limit of compare-and-set attempts; each failure means another gateway made progress. */
const TRIES_AT_MOST = 100;
