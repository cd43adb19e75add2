import type { Period } from '../periods.ts';
import type { LocalDays } from './local-days.ts';
import type { RuleSet } from './rule-set.ts';

/** What the records of a person are judged by. */
export interface Judge {
  readonly ruleSet: RuleSet;
  /** Only findings of these local days. */
  readonly period: Period;
  /** The days of the institution's zone around them. */
  readonly days: LocalDays;
  /** The dates of its holidays. */
  readonly holidays: ReadonlySet<string>;
}
