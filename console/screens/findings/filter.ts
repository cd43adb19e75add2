import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import { FindingRule, FindingState } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { t } from '../../components/language.ts';
import type { SessionVisit } from '../../route/screen.ts';
import type { Faults } from '../../route/sent-form.ts';
import { readFilter, type Selection } from '../time-records/filter.ts';
import { PATH } from '../time-records/record-of.ts';

/** The page of findings. */
export const FINDINGS = `${PATH}/findings`;

export const rules = lowerCaseTexts(FindingRule);
export const states = lowerCaseTexts(FindingState);

/** The choices of the filter Rule. */
export function ruleOptions() {
  return [['', t.words.all], ...rules.all.map((rule) => [rule, t.findings.rules[rule]] as const)] as const;
}

/** The choices of the filter State. */
export function stateOptions() {
  return [
    ['', t.findings.open],
    ['acknowledged', t.findings.acknowledged],
    ['all', t.words.all],
  ] as const;
}

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
    ...(another && { person: t.findings.severalPeople }),
    ...(!isIn(ruleOptions(), rule) && { rule: t.failures.chooseOne }),
    ...(!isIn(stateOptions(), state) && { state: t.failures.chooseOne }),
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
