import { monotonicMs } from '../../core/clock.ts';

/** Whether the process, including buffers and code, uses more memory than its limit. Reads the usage at intervals, however often it is called. */
export class MemoryPressure {
  readonly #bytesAtMost: number;
  #isHigh = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param bytesAtMost limit of resident memory; 0 for none */
  constructor(bytesAtMost: number) {
    this.#bytesAtMost = bytesAtMost;
  }

  get isHigh(): boolean {
    if (this.#bytesAtMost === 0) return false;
    const now = monotonicMs();
    if (now - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#lookedAt = now;
      this.#isHigh = process.memoryUsage.rss() > this.#bytesAtMost;
    }
    return this.#isHigh;
  }
}

const LOOK_EVERY_MS = 250;
