import { type CommonTime, MAX_LAG_MS } from './common-time.ts';
import type { SharedCells } from './shared-cells.ts';
import type { Sharing } from './sharing.ts';
import { type Decision, type Rate, Window } from './window.ts';
import { fromBytes, toBytes } from './window-bytes.ts';

interface Waiting {
  /** Of this process's clock. */
  readonly now: number;
  readonly decide: (decision: Decision) => void;
}

interface CounterOptions {
  readonly rate: Rate;
  readonly cells: SharedCells;
  readonly time: CommonTime;
  readonly sharing: Sharing;
  /** Called for each request that was counted only here. */
  readonly onLocal: () => void;
  /** Called when requests are counted ahead: the counter must be settled. */
  readonly onAhead: (counter: SharedCounter) => void;
}

/**
 * One key's window as this process knows it. It is in one of two modes, which {@link SharedCounter.#exchange} alone
 * changes:
 *
 * - RESTING: nothing is in flight. A request is decided at once if it was counted ahead, if the window is full, or if
 *   sharing has ended (then it is counted only here). Any other one begins an exchange, and so does
 *   {@link SharedCounter.settle}.
 * - EXCHANGING: the cell is read or written. Requests that arrive meanwhile wait for the next write, which counts them
 *   all: one round trip for any number of requests. At rest again when none waits.
 *
 * While much of the window is left, a write also counts some requests that have not come yet. They are decided without
 * a write when they do, and the next write puts their own instants in place of these. So never more than the limit
 * pass, and a request may be refused while another process holds the rest: each holds a twentieth of the rest at most,
 * until it settles. So a full window may have room before its oldest instant leaves: a request has the cell read again
 * if that is some time ago.
 */
export class SharedCounter {
  readonly #key: string;
  readonly #options: CounterOptions;
  /** All instants known to count, including those counted only here. */
  #window: Window;
  /** The revision of the window's cell; undefined when it must be read first. */
  #revision: number | undefined;
  /**
   * Instants counted only here that must still go into the cell. A write whose answer is lost may count its requests
   * twice, never too few.
   */
  #unsent: number[] = [];
  /** The requests to come that the cell counts at one instant. */
  #ahead = NOTHING_AHEAD;
  /** How many of these have not come yet. */
  #left = 0;
  #waiting: Waiting[] = [];
  /** When to settle, if it is time to. */
  #due: number | undefined;
  #mode: 'RESTING' | 'EXCHANGING' = 'RESTING';
  /** When the cell was read or written last, or a request wanted to have a full one read again, by our own clock. */
  #knownAt = Number.NEGATIVE_INFINITY;

  constructor(key: string, options: CounterOptions) {
    this.#key = key;
    this.#options = options;
    this.#window = this.#windowOf([]);
  }

  take(now: number): Decision | Promise<Decision> {
    const { rate, sharing } = this.#options;
    const at = this.#moveTo(this.#window, now);
    if (this.#window.count >= rate.limit) {
      if (!sharing.isOn || now - this.#knownAt < READ_AGAIN_MS) return this.#window.take(at);
      this.#knownAt = now;
      this.#revision = undefined;
    } else if (this.#isAhead(at)) return this.#takeUnsent(at);
    // Wait for a write in flight even if sharing has ended meanwhile: its requests come first.
    if (!sharing.isOn && this.#mode === 'RESTING') return this.#takeAlone(now);
    return new Promise((decide) => {
      this.#waiting.push({ now, decide });
      if (this.#mode === 'RESTING') void this.#exchange();
    });
  }

  /**
   * Writes which of the requests counted ahead have come, and gives the others back, once no more may come. Returns
   * whether that is done.
   */
  async settle(now: number): Promise<boolean> {
    if (this.#ahead.size > 0 && this.#mode === 'RESTING' && this.#options.time.at(now) - this.#ahead.at >= AHEAD_MS) {
      this.#due = now;
      await this.#exchange();
    }
    return this.#ahead.size === 0;
  }

  async #exchange(): Promise<void> {
    this.#mode = 'EXCHANGING';
    // Requests of the same moment go together.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#due !== undefined) {
      const batch = this.#waiting.filter((each) => !this.#decideAhead(each));
      this.#waiting = [];
      if (batch.length === 0 && this.#due === undefined) break;
      const now = Math.max(...batch.map((each) => each.now), this.#due ?? Number.NEGATIVE_INFINITY);
      this.#due = undefined;
      this.#left = 0;
      const isCounted = await this.#count(batch, now);
      if (!isCounted) for (const each of batch) each.decide(this.#takeAlone(each.now));
    }
    this.#mode = 'RESTING';
  }

  /** Counts requests in the cell; returns whether it has decided about them. */
  async #count(batch: readonly Waiting[], now: number): Promise<boolean> {
    const { cells, sharing } = this.#options;
    try {
      for (let tries = 0; sharing.isOn && tries < MAX_TRIES; tries++) {
        if (this.#revision === undefined) await this.#read();
        const next = this.#windowOf(this.#window.instants);
        const decisions = batch.map(({ now }) => next.take(this.#moveTo(next, now)));
        const isChanged = this.#unsent.length > 0 || this.#ahead.size > 0 || decisions.some(({ allowed }) => allowed);
        const ahead = this.#nextAhead(next, batch.length);
        const bytes = toBytes([...next.instants, ...Array<number>(ahead.size).fill(ahead.at)]);
        const revision = isChanged ? await cells.write(this.#key, bytes, this.#revision ?? 0) : this.#revision;
        this.#revision = revision ?? undefined;
        if (this.#revision === undefined) continue;
        this.#window = next;
        this.#knownAt = now;
        this.#unsent = [];
        if (isChanged) [this.#ahead, this.#left] = [ahead, ahead.size];
        if (ahead.size > 0) this.#options.onAhead(this);
        for (const [index, { decide }] of batch.entries()) decide(decisions[index] as Decision);
        return true;
      }
    } catch (error) {
      // Whether the cell has the old or the new instants ahead is not known. They stay until they leave the window.
      this.#ahead = NOTHING_AHEAD;
      sharing.end(error);
    }
    this.#revision = undefined;
    return false;
  }

  #decideAhead({ now, decide }: Waiting): boolean {
    const at = this.#moveTo(this.#window, now);
    if (!this.#isAhead(at)) return false;
    decide(this.#takeUnsent(at));
    return true;
  }

  #isAhead(at: number): boolean {
    return this.#left > 0 && at - this.#ahead.at < AHEAD_MS && this.#options.sharing.isOn;
  }

  /**
   * At most twice as many as the key has asked for since the last write, so that one that rarely asks holds nothing.
   */
  #nextAhead(window: Window, asked: number): Ahead {
    if (window.count === 0 || asked === 0) return NOTHING_AHEAD;
    const at = window.newest;
    const recent = at - this.#ahead.at < AHEAD_MS ? this.#unsent.length + asked : 0;
    return { at, size: Math.min(2 * recent, Math.floor((this.#options.rate.limit - window.count) / AHEAD_PART)) };
  }

  /**
   * A cell is a hint: instants that cannot be requests of this window are ignored. So a forged or corrupt cell blocks
   * no client for longer than one window. A missing cell has never been written, or all NATS servers have restarted:
   * the state known here is written into it again.
   */
  async #read(): Promise<void> {
    const { cells, rate, time } = this.#options;
    const cell = await cells.read(this.#key);
    this.#revision = cell?.revision ?? 0;
    if (!cell) return;
    const { at, size } = this.#ahead;
    let own = 0;
    const plausible = time
      .learn(fromBytes(cell.value), rate.windowMs)
      .filter((instant) => !(instant === at && ++own <= size));
    this.#window = this.#windowOf([...plausible, ...this.#unsent]);
  }

  #takeAlone(now: number): Decision {
    const at = this.#moveTo(this.#window, now);
    // Read the cell again before the next write.
    this.#revision = undefined;
    this.#unsent = this.#unsent.filter((instant) => at - instant < this.#options.rate.windowMs);
    this.#options.onLocal();
    return this.#takeUnsent(at);
  }

  #takeUnsent(at: number): Decision {
    const decision = this.#window.take(at);
    if (decision.allowed) this.#unsent.push(at);
    this.#left -= 1;
    return decision;
  }

  /**
   * Moves a window to an instant of this process's clock; returns the common one that counts: no earlier than what
   * has been counted already. A clock that is far behind was set back, which the window handles.
   */
  #moveTo(window: Window, now: number): number {
    const own = this.#options.time.at(now);
    const ahead = window.count > 0 ? window.newest - own : 0;
    const at = ahead > 0 && ahead <= MAX_LAG_MS ? window.newest : own;
    window.moveTo(at);
    return at;
  }

  #windowOf(instants: readonly number[]): Window {
    return Window.of(instants, this.#options.rate);
  }
}

/** Requests counted before they come: the instant at which the cell counts them, and their number. */
interface Ahead {
  readonly at: number;
  readonly size: number;
}

const NOTHING_AHEAD: Ahead = { at: Number.NEGATIVE_INFINITY, size: 0 };
/** The largest part of a window's rest that a process counts ahead. */
const AHEAD_PART = 20;
/**
 * For how long requests may be counted ahead: by as much too early do they leave the window if the process is killed
 * before it settles.
 */
export const AHEAD_MS = 10_000;
/** How often a full window is read again, at most. */
const READ_AGAIN_MS = 1_000;
/** The limit of compare-and-set attempts; each failure means that another process made progress. */
const MAX_TRIES = 100;
