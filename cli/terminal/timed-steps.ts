import { monotonicMs } from '../../platform/core/clock.ts';
import type { Terminal } from './terminal.ts';

/** Runs steps, and prints of each how long it took. */
export function timedSteps(terminal: Pick<Terminal, 'print' | 'progress'>) {
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = monotonicMs();
    const result = await work();
    terminal.progress('');
    terminal.print(`${name.padEnd(6)}  ${((monotonicMs() - begun) / 1_000).toFixed(1).padStart(6)} s`);
    return result;
  };
}
