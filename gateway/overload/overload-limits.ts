import { getHeapStatistics } from 'node:v8';
import { memoryBytesOf } from '../../platform/process/load/process-memory.ts';

/** The load beyond which a gateway sheds requests. */
export interface OverloadLimits {
  /** Requests below `/api/v4` in flight at once; see FairShares. */
  readonly requestsInFlight: number;
  /** Bytes of the bodies of requests in flight; see FairShares. */
  readonly bodyBytesInFlight: number;
  /** The maximum average delay of the event loop, in milliseconds; 0 disables the check. */
  readonly eventLoopDelayMs: number;
  /** The maximum utilisation of the event loop, from 0 to 1; 0 disables the check. */
  readonly eventLoopUtilization: number;
  /** The maximum size of the heap, garbage included, in bytes; 0 disables the check. */
  readonly heapBytes: number;
  /** The maximum memory of the process, buffers and code included, in bytes; 0 disables the check. */
  readonly memoryBytes: number;
  /** Answers that clients have not read yet, in bytes; see TenantShares. */
  readonly unsentBytes: number;
  /** The size of the cache of large answers, in bytes; 0 disables it; see CachedAnswers. */
  readonly cachedBytes: number;
  /** The least that the reader of an answer must read, on average over each grace period, in bytes per second; 0 disables the check. */
  readonly readBytesPerSecond: number;
  readonly readGraceMs: number;
}

/**
 * The part of the engine's heap limit at which requests are shed: close to the limit the garbage collector works more and more for less and
 * less memory.
 */
const HEAP_PART = 0.9;

export const defaultOverloadLimits: OverloadLimits = {
  // A single client gets half of them: enough for all that its rate limit allows in a minute, sent at one moment.
  requestsInFlight: 2_400,
  // A single client gets half of them: 32 of the largest bodies, which take several times as much memory once parsed.
  bodyBytesInFlight: 64 * 1024 * 1024,
  eventLoopDelayMs: 500,
  eventLoopUtilization: 0,
  heapBytes: Math.floor(getHeapStatistics().heap_size_limit * HEAP_PART),
  memoryBytes: memoryBytesOf(undefined),
  unsentBytes: 128 * 1024 * 1024,
  // An institution gets a quarter of them: the details of six of the largest versions.
  cachedBytes: 64 * 1024 * 1024,
  readBytesPerSecond: 16 * 1024,
  readGraceMs: 10_000,
};
