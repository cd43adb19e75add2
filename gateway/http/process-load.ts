import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { monotonicMs } from '../../platform/core/clock.ts';

/** How busy the process was in the last {@link SAMPLE_MS}. */
interface Load {
  /** The average delay of the event loop, in milliseconds. */
  readonly delayMs: number;
  /** The part of the time in which the event loop was active. */
  readonly utilization: number;
  /**
   * The part of a processor that this thread has had. A loop that was paused amid its work counts as active for as long
   * as that lasted.
   */
  readonly cpuShare: number;
  readonly heapBytes: number;
  readonly memoryBytes: number;
}

/**
 * Samples the load of this process while somebody asks for it: measuring the event loop's delay takes a hundred timers
 * a second, which an idle process does not need. The first sample ends {@link SAMPLE_MS} after the first question; until
 * then only the memory is known.
 */
export class ProcessLoad {
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #timer: NodeJS.Timeout | undefined;
  #wasAsked = false;
  #load: Load | undefined;
  #before: Before = before();

  /** The load in the last sample. Costs nothing. */
  read(): Load {
    this.#wasAsked = true;
    if (this.#load) return this.#load;
    this.#delays.reset();
    this.#delays.enable();
    this.#before = before();
    this.#timer = setTimeout(() => this.#sample(), SAMPLE_MS).unref();
    this.#load = { delayMs: 0, utilization: 0, cpuShare: 0, ...memory() };
    return this.#load;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#delays.disable();
    this.#load = undefined;
  }

  #sample(): void {
    if (!this.#wasAsked) {
      this.stop();
      return;
    }
    const { atMs, cpu, loop } = this.#before;
    this.#before = before();
    const { user, system } = process.threadCpuUsage(cpu);
    const delayMs = Math.max(0, this.#delays.mean / 1e6 - RESOLUTION_MS);
    this.#load = {
      // Without a single timer in the whole time, it is not known how late it was.
      delayMs: Number.isNaN(delayMs) ? Number.POSITIVE_INFINITY : delayMs,
      utilization: performance.eventLoopUtilization(this.#before.loop, loop).utilization,
      cpuShare: (user + system) / 1_000 / (this.#before.atMs - atMs),
      ...memory(),
    };
    this.#wasAsked = false;
    this.#delays.reset();
    this.#timer?.refresh();
  }
}

interface Before {
  readonly atMs: number;
  readonly cpu: NodeJS.CpuUsage;
  readonly loop: EventLoopUtilization;
}

function before(): Before {
  return { atMs: monotonicMs(), cpu: process.threadCpuUsage(), loop: performance.eventLoopUtilization() };
}

function memory() {
  const { heapUsed, rss } = process.memoryUsage();
  return { heapBytes: heapUsed, memoryBytes: rss };
}

const SAMPLE_MS = 250;
const RESOLUTION_MS = 10;
