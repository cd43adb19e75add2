import type { Verdict } from './audit/verdict.ts';
import type { Strike } from './strikes/strike.ts';
import type { Attempt, WriteRecord } from './traffic/journal.ts';
import { needs } from './traffic/kinds.ts';

/** A strike and the time that belongs to it; milliseconds of the monotonic clock. */
export interface Phase {
  readonly strike: Strike;
  readonly began: number;
  /** When its cause was gone. */
  readonly healed: number;
  readonly ended: number;
}

/** One line of the table. */
export interface Row {
  readonly fault: string;
  readonly requests: number;
  /** `503: 12, cut off: 3`. */
  readonly errors: string;
  /** From the end of the cause until no request failed any more, in milliseconds: of those that the fault could touch, and of the others. */
  readonly recoveryMs: number;
  /** How many of the others have failed. */
  readonly failedElsewhere: number;
  readonly lost: number;
  readonly doubled: number;
}

export function rowOf({ strike, began, healed, ended }: Phase, attempts: readonly Attempt[], verdict: Verdict): Row {
  const own = attempts.filter((attempt) => attempt.began >= began && attempt.began < ended);
  const count = (records: readonly WriteRecord[]) =>
    records.filter(({ acknowledged = 0 }) => acknowledged >= began && acknowledged < ended).length;
  return {
    fault: strike.name,
    requests: own.length,
    errors: errorsOf(own),
    recoveryMs: Math.max(0, ...kindsOf(own).map((kind) => recoveryOf(kind, healed))),
    failedElsewhere: own.filter(({ failed, kind }) => failed && !needs(kind, strike.touches)).length,
    lost: count(verdict.lost),
    doubled: count(verdict.doubled),
  };
}

/** The table, for people. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['fault', 'requests', 'errors by status', 'longest recovery', 'errors elsewhere', 'lost', 'doubled'];
  const lines = [
    head,
    ...rows.map((row) => [
      row.fault,
      String(row.requests),
      row.errors || 'none',
      `${(row.recoveryMs / 1_000).toFixed(1)} s`,
      String(row.failedElsewhere),
      String(row.lost),
      String(row.doubled),
    ]),
  ];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  return [text[0], `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...text.slice(1)].join('\n');
}

function kindsOf(attempts: readonly Attempt[]): Attempt[][] {
  return [...Map.groupBy(attempts, ({ kind }) => kind).values()];
}

/** Until the last failure was known, or the first success, whichever came later. */
function recoveryOf(attempts: readonly Attempt[], healed: number): number {
  const after = attempts.filter(({ ended }) => ended > healed);
  const lastFailure = Math.max(healed, ...after.filter(({ failed }) => failed).map(({ ended }) => ended));
  const isSuccess = ({ failed, outcome, began }: Attempt) => !failed && typeof outcome === 'number' && began >= healed;
  const successes = after.filter((each) => isSuccess(each) && each.ended >= lastFailure).map(({ ended }) => ended);
  return lastFailure > healed ? Math.min(...successes) - healed : 0;
}

function errorsOf(attempts: readonly Attempt[]): string {
  const errors = attempts.filter(({ outcome }) => typeof outcome === 'string' || outcome >= 400);
  const counts = [...Map.groupBy(errors, ({ outcome }) => outcome)].map(([outcome, { length }]) => [outcome, length]);
  return counts
    .map(([outcome, length]) => `${outcome}: ${length}`)
    .sort()
    .join(', ');
}
