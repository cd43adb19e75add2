import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import { FindingRule, FindingState } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import type { SessionVisit } from '../../route/screen.ts';
import type { Faults } from '../../route/sent-form.ts';
import { readFilter, type Selection } from '../time-records/filter.ts';
import { PATH } from '../time-records/record-of.ts';

/** The page of findings. */
export const FINDINGS = `${PATH}/findings`;

export const rules = lowerCaseTexts(FindingRule);
export const states = lowerCaseTexts(FindingState);

/** What was not kept, in words. */
export const RULES: Readonly<Record<(typeof rules.all)[number], string>> = {
  break_too_short: 'Break too short',
  stretch_too_long: 'Too long without a break',
  rest_too_short: 'Rest too short',
  day_too_long: 'Day too long',
  average_too_long: 'Too long on average',
  sunday_work: 'Work on a Sunday',
  holiday_work: 'Work on a holiday',
};

/** The choices of the filters Rule and State. */
export const RULE_OPTIONS = [['', 'All'], ...rules.all.map((rule) => [rule, RULES[rule]] as const)] as const;
export const STATE_OPTIONS = [
  ['', 'Open'],
  ['acknowledged', 'Acknowledged'],
  ['all', 'All'],
] as const;

/** The findings that an address selects. */
export interface Selected {
  readonly days: Selection['days'];
  readonly asked: {
    readonly from: string;
    /** The day after the last. */
    readonly to: string;
    readonly rule?: (typeof rules.all)[number];
    readonly state: (typeof states.all)[number];
    readonly member?: ReturnType<typeof memberOf>;
  };
}

/** Reads the filters of an address that has a period, or their faults. */
export async function readFindingsFilter(
  visit: Pick<SessionVisit, 'call' | 'query' | 'present'>,
): Promise<{ readonly selected: Selected } | { readonly faults: Faults }> {
  const { show: _, group: _group, people: _people, ...query } = visit.query;
  const { rule = '', state = '' } = query;
  const read = await readFilter({ ...visit, query });
  const isIn = (options: readonly (readonly [string, string])[], value: string) =>
    options.some(([each]) => each === value);
  const [person, another] = 'selection' in read ? (read.selection.chosen?.users ?? []) : [];
  const faults = {
    ...('faults' in read && read.faults),
    ...(another && { person: 'Several people match. Type an email or a code.' }),
    ...(!isIn(RULE_OPTIONS, rule) && { rule: 'Choose one of these.' }),
    ...(!isIn(STATE_OPTIONS, state) && { state: 'Choose one of these.' }),
  };
  if ('faults' in read || Object.keys(faults).length > 0) return { faults };
  const { days, end } = read.selection;
  const chosen = rules.all.find((each) => each === rule);
  return {
    selected: {
      days,
      asked: {
        from: days.from,
        to: end,
        ...(chosen && { rule: chosen }),
        state: states.all.find((each) => each === state) ?? 'open',
        ...(person && { member: memberOf(person.id) }),
      },
    },
  };
}

/** The part of a request that names a person. */
export function memberOf(userId: string) {
  return { identity: { case: 'userId', value: userId } } as const;
}

/** The Monday on which the week of a date begins. */
export function mondayOf(date: string): string {
  const day = Temporal.PlainDate.from(date);
  return String(day.subtract({ days: day.dayOfWeek - 1 }));
}
