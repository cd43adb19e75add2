import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from './run.ts';

/** Signals, each with the time after which the next one is sent, in milliseconds. */
export type EndSteps = readonly (readonly [signal: NodeJS.Signals, ms: number])[];

/** Sends the signals one after the other until the process is gone; returns whether it is. */
export async function endProcess(
  steps: EndSteps,
  kill: (signal: NodeJS.Signals) => unknown,
  isGone: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const [signal, ms] of steps) {
    kill(signal);
    const timeout = AbortSignal.timeout(ms);
    while (!timeout.aborted) {
      if (await isGone()) return true;
      await delay(POLL_MS);
    }
  }
  return false;
}

const POLL_MS = 25;

/** Ends a process whose owner was killed; returns whether it is gone. @param path a part of its command line */
export function endOrphan(steps: EndSteps, pid: number, path: string): Promise<boolean> {
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended in the meantime.
    }
  };
  return endProcess(steps, kill, async () => !(await worksOn(pid, path)));
}

/** Whether the process exists and its command line names the path; another process can have got the pid. */
export async function worksOn(pid: number, path: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  // There is no way to tell.
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux')
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').includes(path);
  return (await run('/bin/ps', ['-ww', '-o', 'args=', '-p', String(pid)], null)).output.includes(path);
}

/** Whether a process with this id runs, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
