import { readFileSync } from 'node:fs';

/** The resources that a process has used so far, from Linux. */
export interface Usage {
  readonly cpuMs: number;
  readonly rssMiB: number;
  /** Peak memory. */
  readonly peakRssMiB: number;
}

/** Reads what a process on this machine has used, including the runtime's threads. Linux only. */
export function usageOf(pid: number): Usage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN);
  // After the name, which can contain anything: the 12th and 13th fields are user and system time in ticks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { cpuMs: ticks * MS_PER_TICK, rssMiB: kib('VmRSS') / 1024, peakRssMiB: kib('VmHWM') / 1024 };
}

/** Linux reports ticks of a hundredth of a second, whatever the kernel's own are. */
const MS_PER_TICK = 10;
