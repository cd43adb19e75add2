import type { TrackedTime } from '../../../services/timetracking/domain/hours.ts';
import type { Finding } from '../../../services/timetracking/domain/working-time/finding.ts';
import { findingsOf } from '../../../services/timetracking/domain/working-time/findings.ts';
import { daysAfter, localDays } from '../../../services/timetracking/domain/working-time/local-days.ts';
import type { RuleSet } from '../../../services/timetracking/domain/working-time/rule-set.ts';
import { ruleSets } from '../../../services/timetracking/domain/working-time/rule-sets.ts';

/**
 * Records of a person as text: `05 08:00-16:30 -12:00-12:30` is the fifth of October from eight to half past four with
 * a pause; `05 22:00-06 06:00` passes midnight, `!` marks one that was closed automatically.
 */
export function recordsOf(text: string, zone: string, month = '2026-10'): TrackedTime[] {
  return text.split(', ').map((each, index) => {
    const [day = '', times = '', ...pauses] = each
      .replace('!', '')
      .replace(/-(\d\d) /, '-$1T')
      .split(' ');
    const [from = '', to = ''] = times.split('-');
    const at = (given: string) => {
      const [date, time] = given.includes('T') ? given.split('T') : [day, given];
      return Temporal.PlainDateTime.from(`${month}-${date}T${time}`).toZonedDateTime(zone).epochMilliseconds;
    };
    return {
      id: `r${index}`,
      start: at(from),
      end: to === 'open' ? null : at(to),
      pauses: pauses.map((pause) => {
        const [begin = '', over = ''] = pause.slice(1).split('-');
        return { start: at(begin), end: at(over) };
      }),
      autoClosed: each.includes('!'),
      correctedAt: null,
    };
  });
}

export const OCTOBER = { start: '2026-10-01', end: '2026-11-01' };

export interface Given {
  readonly zone?: string;
  readonly month?: string;
  readonly holidays?: readonly string[];
  readonly ruleSet?: RuleSet;
}

/** The findings of records by a rule set. */
export function judged(set: string, text: string, given: Given = {}): Finding[] {
  const { zone = 'Europe/Berlin', month = '2026-10', holidays = [] } = given;
  const ruleSet = given.ruleSet ?? (ruleSets.get(set) as RuleSet);
  const period = month === '2026-10' ? OCTOBER : { start: `${month}-01`, end: daysAfter(`${month}-01`, 31) };
  return findingsOf(recordsOf(text, zone, month), {
    ruleSet,
    period,
    days: localDays(period, zone),
    holidays: new Set(holidays),
  });
}

/** Findings as `rule actual/limit`, with what is special about them. */
export function shortly(findings: readonly Finding[]): string {
  const all = findings.map(({ rule, date, actual, limit, severity, isUnsure, records }) =>
    [date.slice(8), rule, `${actual}/${limit}`, records.map(({ id }) => id).join('+')]
      .concat(severity === 'notice' && !rule.endsWith('_work') ? ['notice'] : [], isUnsure ? ['unsure'] : [])
      .join(' '),
  );
  return all.sort().join('; ');
}
