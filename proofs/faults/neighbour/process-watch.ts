import { existsSync, writeFileSync } from 'node:fs';
import { type Usage, usageOf } from '../../../bench/process-usage.ts';
import type { Platform, PlatformProcess } from '../fleet/platform.ts';

/** The resources a process of the platform used in a period. */
export interface Used {
  readonly name: string;
  /** Its peak memory. */
  readonly mib: number;
  /** Its pod's memory limit. */
  readonly limitMiB: number;
  readonly cpuMs: number;
}

/** Watches the processes of the platform from now on. Their usage is known on Linux only. */
export class ProcessWatch {
  readonly #platform: Platform;
  readonly #before: readonly (PlatformProcess & { readonly usage: Usage | undefined })[];

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#before = platform.processes.map((process) => {
      const path = `/proc/${process.pid}/clear_refs`;
      const isKnown = existsSync(path);
      if (isKnown) writeFileSync(path, FORGET_PEAK);
      return { ...process, usage: isKnown ? usageOf(process.pid) : undefined };
    });
  }

  /** The names of those that have ended. */
  get gone(): string[] {
    const now = new Set(this.#platform.processes.filter(({ isRunning }) => isRunning).map(({ pid }) => pid));
    return this.#before.filter(({ pid }) => !now.has(pid)).map(({ name }) => name);
  }

  /** The usage of the running ones. */
  get used(): Used[] {
    const gone = this.gone;
    return this.#before.flatMap(({ name, pid, memoryMiB, usage }) => {
      if (!usage || gone.includes(name)) return [];
      const { peakRssMiB, cpuMs } = usageOf(pid);
      return [{ name, mib: peakRssMiB, limitMiB: memoryMiB, cpuMs: cpuMs - usage.cpuMs }];
    });
  }
}

/** The value that resets VmHWM (proc(5)). */
const FORGET_PEAK = '5';
