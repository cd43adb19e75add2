import { readdir, readFile } from 'node:fs/promises';

/**
 * Whether a process that received SIGSTOP has stopped with all its threads; assumed true if the system does not report
 * it.
 */
export async function isStopped(pid: number): Promise<boolean> {
  const tasks = `/proc/${pid}/task`;
  const threads = await readdir(tasks).catch(() => []);
  const states = await Promise.all(
    threads.map(async (thread) => {
      const stat = await readFile(`${tasks}/${thread}/stat`, 'utf8').catch(() => ') T');
      return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    }),
  );
  return states.every((state) => state === 'T' || state === 't');
}
