import { readFileSync } from 'node:fs';

/** What a process has used so far, as Linux counts it. */
export interface Usage {
  readonly cpuMs: number;
  readonly rssMiB: number;
  /** The most that it ever held. */
  readonly peakRssMiB: number;
}

/** Reads what a process of this machine has used, threads of the runtime included. Linux only. */
export function usageOf(pid: number): Usage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN);
  // Behind the name, which may hold anything: the 12th and 13th fields are user and system time in ticks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { cpuMs: ticks * MS_PER_TICK, rssMiB: kib('VmRSS') / 1024, peakRssMiB: kib('VmHWM') / 1024 };
}

/** Linux shows ticks of a hundredth of a second to every program, whatever the kernel's own are. */
const MS_PER_TICK = 10;
