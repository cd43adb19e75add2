import { setTimeout as delay } from 'node:timers/promises';

/** Receives the changes between counting together and counting alone. */
export interface SharingListener {
  /** Counts are no longer shared: this process counts alone until {@link onShared}. Called once for each such time. */
  onAlone(reason: unknown): void;
  /** Counts are shared again. */
  onShared(): void;
}

/** Whether counts are currently shared. Once the cells fail, sharing stays off until a retry succeeds. */
export class Sharing {
  readonly #open: () => Promise<void>;
  readonly #listener: SharingListener;
  readonly #closing = new AbortController();
  #isOn = false;
  #pauseMs = SHORTEST_PAUSE_MS;
  #retrying: Promise<void> | undefined;

  /** @param open opens the shared store */
  constructor(open: () => Promise<void>, listener: SharingListener) {
    this.#open = open;
    this.#listener = listener;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Tries once; on failure keeps retrying in the background. */
  async start(): Promise<void> {
    const fault = await this.#tryOnce();
    if (fault) this.end(fault.reason);
  }

  /** Stops sharing until a retry succeeds. */
  end(reason: unknown): void {
    if (this.#retrying || this.#closing.signal.aborted) return;
    this.#isOn = false;
    this.#listener.onAlone(reason);
    this.#retrying = this.#retry().finally(() => {
      this.#retrying = undefined;
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#isOn = false;
    await this.#retrying;
  }

  async #retry(): Promise<void> {
    const { signal } = this.#closing;
    do {
      await delay(this.#pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      // A connection that comes and goes is retried less and less often.
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    } while (!signal.aborted && (await this.#tryOnce()));
    if (!this.#isOn) return;
    this.#listener.onShared();
    const settled = setTimeout(() => {
      this.#pauseMs = SHORTEST_PAUSE_MS;
    }, SETTLED_MS);
    settled.unref();
  }

  /** Returns the reason of a failure, or null. */
  async #tryOnce(): Promise<{ readonly reason: unknown } | null> {
    try {
      await this.#open();
      this.#isOn = !this.#closing.signal.aborted;
      return null;
    } catch (reason) {
      return { reason };
    }
  }
}

const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
const SETTLED_MS = 10_000;
