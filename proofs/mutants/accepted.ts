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
  {
    file: 'services/directory/store/people-in-file.ts',
    code: "text: ($) => `SELECT ${columnsOf(userGroups, 'g', OF_GROUP)} FROM user_groups g",
    before:
      "`SELECT ${columnsOf(userGroups, 'g', OF_GROUP)} FROM user_groups g\n   WHERE g.institution_id = ${$.institutionId} AND g.name = ANY(${$.names})`",
    after:
      "`SELECT ${columnsOf(userGroups, 'g', OF_GROUP)} FROM user_groups g\n   WHERE g.institution_id = ${$.institutionId} AND (g.name = ANY(${$.names}) OR TRUE)`",
    reason: 'the caller looks the groups up by name: more rows cost time, and plans of groups are tested',
  },
  {
    file: 'services/directory/rpc/members.ts',
    code: 'case undefined:',
    before: 'case undefined:\n      return null;',
    after: 'case undefined:',
    reason: 'undefined and null alike name nobody',
  },
  {
    file: 'services/directory/domain/settings.ts',
    code: 'if (format !== null && format !== stored.userCodeFormat) checkCodeFormat(format, `${pointer}/user_code_format`);',
    before: 'format !== stored.userCodeFormat',
    after: 'true',
    reason: 'a stored format has passed the same check; the condition saves it when something else changes',
  },
  {
    file: 'services/directory/store/users-by-text.ts',
    code: 'LIMIT ${MAX_MATCHES + 1})`;',
    before: '1',
    after: '2',
    reason: 'one match more than are sorted says that there are too many; a second one says nothing else',
  },
];

/** The entry for a mutant, matched by what is written, wherever in its file that stands. */
export function acceptanceOf({ file, code, before, after }: Mutant): Accepted | undefined {
  return accepted.find(
    (entry) => entry.file === file && entry.code === code && entry.before === before && entry.after === after,
  );
}
