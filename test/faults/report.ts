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
  /** From the end of the cause until the last failure, of any kind of request, was told; in milliseconds. */
  readonly recoveryMs: number;
  /** Failures of requests that do not need what was struck, in words. */
  readonly failedElsewhere: readonly string[];
  readonly lost: number;
  readonly doubled: number;
}

export function rowOf({ strike, began, healed, ended }: Phase, attempts: readonly Attempt[], verdict: Verdict): Row {
  // What was under way when a strike began is its own: before that all was well.
  const own = attempts.filter((attempt) => attempt.ended >= began && attempt.ended < ended);
  const count = (records: readonly WriteRecord[]) =>
    records.filter(({ acknowledged = 0 }) => acknowledged >= began && acknowledged < ended).length;
  return {
    fault: strike.name,
    requests: own.length,
    errors: errorsOf(own),
    recoveryMs: Math.max(0, ...own.filter(({ failed }) => failed).map((failure) => failure.ended - healed)),
    failedElsewhere: own
      .filter(({ failed, kind }) => failed && !needs(kind, strike.touches))
      .filter((failure) => !strike.touches.includes('directory') || failure.ended < began + CREDENTIALS_LAST_MS)
      .map(({ kind, outcome, began: from, ended: to }) => `${kind}: ${outcome} after ${seconds(to - from)}`),
    lost: count(verdict.lost),
    doubled: count(verdict.doubled),
  };
}

/** Gateways rely on what directory has told them for fifteen seconds, and ask it every five. */
const CREDENTIALS_LAST_MS = 10_000;

/** The table, for people. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['fault', 'requests', 'errors by status', 'longest recovery', 'errors elsewhere', 'lost', 'doubled'];
  const lines = [
    head,
    ...rows.map((row) => [
      row.fault,
      String(row.requests),
      row.errors || 'none',
      seconds(row.recoveryMs),
      String(row.failedElsewhere.length),
      String(row.lost),
      String(row.doubled),
    ]),
  ];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  return [text[0], `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...text.slice(1)].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function errorsOf(attempts: readonly Attempt[]): string {
  const errors = attempts.filter(({ outcome }) => typeof outcome === 'string' || outcome >= 400);
  const counts = [...Map.groupBy(errors, ({ outcome }) => outcome)].map(([outcome, { length }]) => [outcome, length]);
  return counts
    .map(([outcome, length]) => `${outcome}: ${length}`)
    .sort()
    .join(', ');
}
