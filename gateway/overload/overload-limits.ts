import { getHeapStatistics } from 'node:v8';
import { memoryBytesOf } from '../../platform/process/load/process-memory.ts';

/** What a gateway bears before it sheds requests. */
export interface OverloadLimits {
  /** Requests below `/api/v4` that are under way at once; see FairShares. */
  readonly requestsInFlight: number;
  /** Bytes of the bodies of requests that are under way; see FairShares. */
  readonly bodyBytesInFlight: number;
  /** How late the event loop may come to its timers on average, in milliseconds; 0 for as late as it likes. */
  readonly eventLoopDelayMs: number;
  /** The part of the time that the event loop may work, of 1; 0 for all of it. */
  readonly eventLoopUtilization: number;
  /** What the heap may hold, garbage included, in bytes; 0 for as much as it likes. */
  readonly heapBytes: number;
  /** What the whole process may hold, buffers and code included, in bytes; 0 for as much as it likes. */
  readonly memoryBytes: number;
  /** Answers that clients have not taken yet, in bytes; see TenantShares. */
  readonly unsentBytes: number;
  /** Large answers that are kept for those who ask again, in bytes; 0 for none; see CachedAnswers. */
  readonly cachedBytes: number;
  /** What the reader of an answer takes at least, on average over each time of grace, in bytes a second; 0 for as little as it likes. */
  readonly readBytesPerSecond: number;
  readonly readGraceMs: number;
}

/** The least part of the engine's heap that is left when requests are shed: the garbage collector works ever more in ever less room. */
const HEAP_PART = 0.9;

export const defaultOverloadLimits: OverloadLimits = {
  // A client alone gets half of them: enough for all that the rate limit gives it in a minute, sent at one moment.
  requestsInFlight: 2_400,
  // A client alone gets half of them: 32 of the largest bodies, and with what is made of these several times as much memory.
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
