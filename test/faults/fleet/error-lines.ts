import type { Program } from '../../support/program.ts';

/** What a process has logged as errors, or said on standard error, with its name before each line. */
export function errorLinesOf(name: string, { stdout, stderr }: Program): string[] {
  const errors = stdout.split('\n').filter((line) => /"level":[56]0/.test(line));
  return [...errors, ...stderr.split('\n').filter(Boolean)].map((line) => `${name}: ${line}`);
}
