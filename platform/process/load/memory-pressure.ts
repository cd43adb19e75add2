import { monotonicMs } from '../../core/clock.ts';

/** Whether the process, buffers and code included, holds more than it may. The system is asked once in a while, however often this is. */
export class MemoryPressure {
  readonly #bytesAtMost: number;
  #isHigh = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param bytesAtMost resident; 0 for as many as it likes */
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
