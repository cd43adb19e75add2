import type { Program } from '../../../test/support/process/program.ts';

/** The errors that a process logged or wrote to standard error. Each line starts with the name of the process. */
export function errorLinesOf(name: string, { stdout, stderr }: Program): string[] {
  const errors = stdout.split('\n').filter((line) => /"level":[56]0/.test(line));
  return [...errors, ...stderr.split('\n').filter(Boolean)].map((line) => `${name}: ${line}`);
}
