import { totalmem } from 'node:os';
import { monotonicMs } from '../../core/clock.ts';
import { integer, optional } from '../../core/config/variables.ts';

/**
 * Whether the process, including buffers and code, uses more memory than its limit. Reads the usage at intervals,
 * however often it is called.
 */
export class MemoryPressure {
  readonly #maxBytes: number;
  #isHigh = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param maxBytes limit of resident memory; 0 for none */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isHigh(): boolean {
    if (this.#maxBytes === 0) return false;
    const now = monotonicMs();
    if (now - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#lookedAt = now;
      this.#isHigh = process.memoryUsage.rss() > this.#maxBytes;
    }
    return this.#isHigh;
  }
}

const LOOK_EVERY_MS = 250;

const MIB = 1024 * 1024;

/** The variable that limits the memory of a process. */
export const maxMemoryMb = optional(
  integer({
    description:
      'resident memory of the process above which only a few requests and calls at a time are served, in megabytes; default: 88 % of the memory limit of the container; 0 disables the check',
    minimum: 0,
    maximum: 1_000_000,
  }),
);

/** A process's memory limit in bytes; 0 for none. @param megabytes the variable's value */
export function memoryBytesOf(megabytes: number | undefined): number {
  return megabytes === undefined ? Math.floor(containerBytes() * MEMORY_PART) : megabytes * MIB;
}

/** The container's memory limit in bytes; 0 if there is none, or none below the machine's memory. */
function containerBytes(): number {
  const limit = process.constrainedMemory();
  return limit < totalmem() ? limit : 0;
}

/** The fraction of a container's memory at which requests are shed: over the limit the kernel kills the process. */
const MEMORY_PART = 0.88;
