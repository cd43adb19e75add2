import { readdirSync, readFileSync } from 'node:fs';

/** The resources that a process has used so far, from Linux. */
export interface Usage {
  readonly cpuMs: number;
  /** How often its main thread has gone on after a wait. */
  readonly wakeUps: number;
  readonly rssMiB: number;
  /** Peak memory. */
  readonly peakRssMiB: number;
}

/** Reads what a process on this machine has used, including the runtime's threads. Linux only. */
export function usageOf(pid: number): Usage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const value = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
  return {
    cpuMs: statOf(pid).ownMs,
    wakeUps: value('voluntary_ctxt_switches'),
    rssMiB: value('VmRSS') / 1024,
    peakRssMiB: value('VmHWM') / 1024,
  };
}

/**
 * The CPU time of all processes of a program that this process has started, directly or not, with those that have
 * ended. Linux only.
 */
export function cpuMsOfProgram(name: string): number {
  const stats = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((entry) => {
        try {
          return [[Number(entry), statOf(Number(entry))] as const];
        } catch {
          // It has ended meanwhile; its parent has its time.
          return [];
        }
      }),
  );
  const isOwn = (pid: number): boolean => pid === process.pid || (pid > 1 && isOwn(stats.get(pid)?.parent ?? 0));
  return [...stats]
    .filter(([pid, stat]) => stat.name === name && isOwn(pid))
    .reduce((sum, [, { ownMs, endedMs }]) => sum + ownMs + endedMs, 0);
}

/**
 * `/proc/PID/stat`: the name is in parentheses and can contain anything; then come the state, the parent, and times in
 * ticks.
 */
function statOf(pid: number) {
  const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const fields = rest.split(' ').map(Number);
  const ms = (user: number, system: number) => ((fields[user] ?? 0) + (fields[system] ?? 0)) * MS_PER_TICK;
  // The times of children are those of processes that have ended.
  return { name, parent: fields[1] ?? 0, ownMs: ms(11, 12), endedMs: ms(13, 14) };
}

/** Linux reports ticks of a hundredth of a second, whatever the kernel's own are. */
const MS_PER_TICK = 10;
