import { WorkingTimeRules } from '../../proto/gen/lyceum/common/v1/working_time_rules_pb.ts';
import { hyphenatedTexts } from './enum-texts.ts';

/** The choices of rules of working time by their names: `de-arbzg`; of a user group also `none`. */
export const workingTimeRules = hyphenatedTexts(WorkingTimeRules);

export type WorkingTimeChoice = (typeof workingTimeRules.all)[number];

/** A set of rules. */
export type RuleSetName = Exclude<WorkingTimeChoice, 'none'>;

/** The value of a stored choice; undefined for none, and for one that a later release has added. */
export function rulesNamed(name: WorkingTimeChoice | null): WorkingTimeRules | undefined {
  return workingTimeRules.all.some((each) => each === name) ? workingTimeRules.from(name ?? 'none') : undefined;
}

/** The set of rules that a value of the contract names; null for none. */
export function ruleSetOf(rules: WorkingTimeRules | undefined): RuleSetName | null {
  const name = rules ? workingTimeRules.of(rules) : 'none';
  return name === 'none' ? null : name;
}

/** The names of all sets of rules. */
export const ruleSetNames = workingTimeRules.all.filter(
  (name) => name !== 'none',
) as readonly RuleSetName[] as readonly [RuleSetName, ...RuleSetName[]];
