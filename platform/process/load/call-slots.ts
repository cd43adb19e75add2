import { FairShares } from './fair-shares.ts';
import type { MemoryPressure } from './memory-pressure.ts';

/** How a service is loaded. */
export interface ServiceLoad {
  readonly callsInFlight: number;
  /** Since its start, because too many were in flight, of all or of an institution. */
  readonly callsRefused: number;
  /** The same, because the process held more memory than it may. */
  readonly callsRefusedForMemory: number;
}

/** The places of calls under way, shared by institutions; none is to be had while the process holds too much memory, but for a few. */
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

  /** Takes a place for a call; false when it is to be refused. */
  take(institutionId: string): boolean {
    // Memory that nobody uses any more is given back when there is something to do.
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

/** Of the places: so many calls are no load, whatever the process holds. */
const IDLE_THRESHOLD_PART = 0.04;
