import type { Mutant } from './mutant.ts';

/** A mutant that no test finds, and why none needs to. */
export interface Accepted extends Pick<Mutant, 'file' | 'code' | 'before' | 'after'> {
  readonly reason: string;
}

export const accepted: readonly Accepted[] = [
  {
    file: 'services/timetracking/domain/local-day.ts',
    code: 'if (firstMoment > at) return firstMoment - 1;',
    before: 'firstMoment > at',
    after: 'firstMoment >= at',
    reason: 'the two are never equal: the first moment of the next day is not on the day of the instant',
  },
];

/** The entry for a mutant, matched by what is written, wherever in its file that stands. */
export function acceptanceOf({ file, code, before, after }: Mutant): Accepted | undefined {
  return accepted.find(
    (entry) => entry.file === file && entry.code === code && entry.before === before && entry.after === after,
  );
}
