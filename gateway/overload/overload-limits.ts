import { getHeapStatistics } from 'node:v8';

/** What a gateway bears before it sheds requests. */
export interface OverloadLimits {
  /** Requests below `/api/v4` that are under way at once; see FairShares. */
  readonly requestsInFlight: number;
  /** How late the event loop may come to its timers on average, in milliseconds; 0 for as late as it likes. */
  readonly eventLoopDelayMs: number;
  /** The part of the time that the event loop may work, of 1; 0 for all of it. */
  readonly eventLoopUtilization: number;
  /** What the heap may hold, garbage included, in bytes; 0 for as much as it likes. */
  readonly heapBytes: number;
}

/** The least part of the engine's heap that is left when requests are shed: the garbage collector works ever more in ever less room. */
const HEAP_PART = 0.9;

export const defaultOverloadLimits: OverloadLimits = {
  // A client alone gets half of them: enough for all that the rate limit gives it in a minute, sent at one moment.
  requestsInFlight: 2_400,
  eventLoopDelayMs: 500,
  eventLoopUtilization: 0,
  heapBytes: Math.floor(getHeapStatistics().heap_size_limit * HEAP_PART),
};
