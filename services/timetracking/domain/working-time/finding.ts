import { lowerCaseTexts } from '../../../../platform/core/enum-texts.ts';
import { FindingRule } from '../../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import type { TrackedTime } from '../hours.ts';
import type { Interval } from '../log-faults.ts';

/** Rules as answers name them. */
export const ruleNames = lowerCaseTexts(FindingRule);

export type RuleName = (typeof ruleNames.all)[number];

/** A record that is no open session. */
export type ClosedTime = TrackedTime & Interval;

/** What a rule set does not allow in the records of a person. */
export interface Finding {
  readonly rule: RuleName;
  readonly ruleSet: string;
  readonly paragraph: string;
  readonly severity: 'violation' | 'notice';
  /** The local day to which it belongs. */
  readonly date: string;
  /** Whole minutes. */
  readonly actual: number;
  readonly limit: number;
  /** By start, at most {@link MAX_RECORDS}. */
  readonly records: readonly ClosedTime[];
  readonly isUnsure: boolean;
}

/** How many of its records a finding names. */
export const MAX_RECORDS = 100;
