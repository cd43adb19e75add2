import { FairShares } from './fair-shares.ts';
import type { MemoryPressure } from './memory-pressure.ts';

/** The load of a service. */
export interface ServiceLoad {
  readonly callsInFlight: number;
  /** Rejected since its start because too many were in flight, in total or for an institution. */
  readonly callsRefused: number;
  /** Rejected because the process used more memory than its limit. */
  readonly callsRefusedForMemory: number;
}

/** Slots for calls in flight, shared by institutions; only a few are available while the process uses too much memory. */
export class CallSlots {
  readonly #slots: FairShares;
  readonly #idleThreshold: number;
  readonly #memory: MemoryPressure | undefined;
  #callsRefused = 0;
  #callsRefusedForMemory = 0;

  constructor(slots: number, memory?: MemoryPressure) {
    this.#slots = new FairShares(slots, 'shared');
    this.#idleThreshold = Math.ceil(slots * IDLE_THRESHOLD_PART);
    this.#memory = memory;
  }

  get load(): ServiceLoad {
    return {
      callsInFlight: this.#slots.taken,
      callsRefused: this.#callsRefused,
      callsRefusedForMemory: this.#callsRefusedForMemory,
    };
  }

  /** Takes a slot for a call; false if the call must be rejected. */
  take(institutionId: string): boolean {
    // Unused memory is freed only while there is work, so a few calls always pass.
    if (this.#slots.taken >= this.#idleThreshold && this.#memory?.isHigh) {
      this.#callsRefusedForMemory++;
      return false;
    }
    if (this.#slots.take(institutionId)) return true;
    this.#callsRefused++;
    return false;
  }

  leave(institutionId: string): void {
    this.#slots.leave(institutionId);
  }
}

/** Fraction of the slots: that many calls are accepted regardless of memory. */
const IDLE_THRESHOLD_PART = 0.04;
