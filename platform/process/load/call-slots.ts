import { integer } from '../../core/config/variables.ts';
import type { MemoryPressure } from './memory-pressure.ts';

/** The load of a service. */
export interface ServiceLoad {
  readonly callsInFlight: number;
  /** Rejected since its start because too many were in flight. */
  readonly callsRefused: number;
  /** Rejected because the process used more memory than its limit. */
  readonly callsRefusedForMemory: number;
}

/** Slots for calls in flight; only a few are available while the process uses too much memory. */
export class CallSlots {
  readonly #slots: number;
  readonly #idleThreshold: number;
  readonly #memory: MemoryPressure | undefined;
  #callsInFlight = 0;
  #callsRefused = 0;
  #callsRefusedForMemory = 0;

  constructor(slots: number, memory?: MemoryPressure) {
    this.#slots = slots;
    this.#idleThreshold = Math.ceil(slots * IDLE_THRESHOLD_PART);
    this.#memory = memory;
  }

  get load(): ServiceLoad {
    return {
      callsInFlight: this.#callsInFlight,
      callsRefused: this.#callsRefused,
      callsRefusedForMemory: this.#callsRefusedForMemory,
    };
  }

  /** Takes a slot for a call; false if the call must be rejected. */
  take(): boolean {
    // Unused memory is freed only while there is work, so a few calls always pass.
    if (this.#callsInFlight >= this.#idleThreshold && this.#memory?.isHigh) {
      this.#callsRefusedForMemory++;
      return false;
    }
    if (this.#callsInFlight >= this.#slots) {
      this.#callsRefused++;
      return false;
    }
    this.#callsInFlight++;
    return true;
  }

  leave(): void {
    this.#callsInFlight--;
  }
}

/** Fraction of the slots: that many calls are accepted regardless of memory. */
const IDLE_THRESHOLD_PART = 0.04;

/** Equal to a gateway's limit of requests. */
export const CALLS_IN_FLIGHT = 2_400;

/** The variable that limits the calls of a service in flight, in any process. */
export const maxCallsInFlight = integer({
  description:
    'maximum number of calls in flight in a service; further calls are rejected immediately and can be retried',
  fallback: String(CALLS_IN_FLIGHT),
  minimum: 1,
  maximum: 100_000,
});
