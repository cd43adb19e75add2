import type { Mutant } from './mutant.ts';

/** A mutant that no test finds, and why none needs to. */
export interface Accepted extends Pick<Mutant, 'file' | 'code' | 'before' | 'after'> {
  readonly reason: string;
}

export const accepted: readonly Accepted[] = [];

/** The entry for a mutant, matched by what is written, wherever in its file that stands. */
export function acceptanceOf({ file, code, before, after }: Mutant): Accepted | undefined {
  return accepted.find(
    (entry) => entry.file === file && entry.code === code && entry.before === before && entry.after === after,
  );
}
