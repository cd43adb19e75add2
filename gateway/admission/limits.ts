import { getHeapStatistics } from 'node:v8';
import { memoryBytesOf } from '../../platform/process/load/memory-pressure.ts';

/** The load beyond which a gateway sheds requests. */
export interface AdmissionLimits {
  /** Requests below `/api/v4` in the gateway at once, those included that wait for their turn. */
  readonly requestsInFlight: number;
  /** The sum of the costs of the requests to one service that the gateway works on at once; see Costs. */
  readonly costInFlight: number;
  /** How long a request waits for its turn, in milliseconds. */
  readonly waitMs: number;
  /** The maximum average delay of the event loop, in milliseconds; 0 disables the check. */
  readonly eventLoopDelayMs: number;
  /** The maximum size of the heap, garbage included, in bytes; 0 disables the check. */
  readonly heapBytes: number;
  /** The maximum memory of the process, buffers and code included, in bytes; 0 disables the check. */
  readonly memoryBytes: number;
  /**
   * The least that the reader of a large answer must read, on average over each grace period, in bytes per second; 0
   * disables the check.
   */
  readonly readBytesPerSecond: number;
  readonly readGraceMs: number;
}

/**
 * The part of the engine's heap limit at which requests are shed: close to the limit the garbage collector works more
 * and more for less and less memory.
 */
const HEAP_PART = 0.9;

export const defaultAdmissionLimits: AdmissionLimits = {
  // One institution alone gets two thirds: more than the rate limit gives a client in a minute.
  requestsInFlight: 2_400,
  // 128 small requests, but only 4 MiB of answers, or four of the largest bodies. A client alone gets half.
  costInFlight: 128,
  // With the time that it may take then (REQUEST_TIMEOUT_MS), less than the 30 s for which clients and proxies wait.
  waitMs: 15_000,
  eventLoopDelayMs: 500,
  heapBytes: Math.floor(getHeapStatistics().heap_size_limit * HEAP_PART),
  memoryBytes: memoryBytesOf(undefined),
  readBytesPerSecond: 16 * 1024,
  readGraceMs: 10_000,
};
