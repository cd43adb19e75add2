import { existsSync, writeFileSync } from 'node:fs';
import { type Usage, usageOf } from '../../../bench/process-usage.ts';
import type { Platform, PlatformProcess } from '../fleet/platform.ts';

/** What a process of the platform has used in a spell. */
export interface Used {
  readonly name: string;
  /** The most that it held. */
  readonly mib: number;
  /** What its pod may hold. */
  readonly limitMiB: number;
  readonly cpuMs: number;
}

/** Watches the processes of the platform from now on. What they use is known on Linux only. */
export class ProcessWatch {
  readonly #platform: Platform;
  readonly #before: ReadonlyMap<PlatformProcess, Usage | undefined>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#before = new Map(
      platform.processes.map((process) => {
        const { pid } = process;
        if (!existsSync(`/proc/${pid}/clear_refs`)) return [process, undefined];
        writeFileSync(`/proc/${pid}/clear_refs`, FORGET_PEAK);
        return [process, usageOf(pid)];
      }),
    );
  }

  /** The names of those that are gone. */
  get gone(): string[] {
    const now = new Set(this.#platform.processes.filter(({ isRunning }) => isRunning).map(({ pid }) => pid));
    return [...this.#before.keys()].filter(({ pid }) => !now.has(pid)).map(({ name }) => name);
  }

  /** What those that are there have used. */
  get used(): Used[] {
    const gone = this.gone;
    return [...this.#before].flatMap(([{ name, pid, memoryMiB }, before]) => {
      if (!before || gone.includes(name)) return [];
      const { peakRssMiB, cpuMs } = usageOf(pid);
      return [{ name, mib: peakRssMiB, limitMiB: memoryMiB, cpuMs: cpuMs - before.cpuMs }];
    });
  }
}

/** What resets VmHWM (proc(5)). */
const FORGET_PEAK = '5';
