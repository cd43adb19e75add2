import type { EventWait } from './audit/event-waits.ts';
import type { Verdict } from './audit/verdict.ts';
import type { Phase } from './injections/fault.ts';
import { attackTable } from './neighbour/attack-table.ts';
import type { AttackRow } from './neighbour/judge-attack.ts';
import type { Attempt, WriteRecord } from './traffic/journal.ts';
import { needs } from './traffic/kinds.ts';

/** One line of the table. */
export interface Row {
  readonly fault: string;
  readonly requests: number;
  /** `503: 12, cut off: 3`. */
  readonly errors: string;
  /** From the end of the cause until the last failed response of any kind of request; in milliseconds. */
  readonly recoveryMs: number;
  /** The longest time an event of the period waited in its outbox. */
  readonly eventWaitedMs: number;
  /** Failures of requests that do not depend on the failed part, in words. */
  readonly failedElsewhere: readonly string[];
  readonly lost: number;
  readonly doubled: number;
}

interface Seen {
  readonly attempts: readonly Attempt[];
  readonly verdict: Verdict;
  readonly waits: readonly EventWait[];
}

export function rowOf({ fault, began, healed, ended }: Phase, { attempts, verdict, waits }: Seen): Row {
  // Requests in flight when a fault began count for it: before that all was well.
  const own = attempts.filter((attempt) => attempt.ended >= began && attempt.ended < ended);
  const count = (records: readonly WriteRecord[]) =>
    records.filter(({ acknowledged = 0 }) => acknowledged >= began && acknowledged < ended).length;
  return {
    fault: fault.name,
    requests: own.length,
    errors: errorsOf(own),
    recoveryMs: Math.max(0, ...own.filter(({ failed }) => failed).map((failure) => failure.ended - healed)),
    eventWaitedMs: waits.reduce((longest, { from, to }) => {
      const at = from - performance.timeOrigin;
      return at >= began && at < ended ? Math.max(longest, to - from) : longest;
    }, 0),
    failedElsewhere: own
      .filter(({ failed, kind }) => failed && !needs(kind, fault.touches))
      .filter((failure) => !fault.touches.includes('identity') || failure.ended < began + CREDENTIALS_LAST_MS)
      .map(({ kind, outcome, began: from, ended: to }) => `${kind}: ${outcome} after ${seconds(to - from)}`),
    lost: count(verdict.lost),
    doubled: count(verdict.doubled),
  };
}

/** Gateways use what identity returned for fifteen seconds, and refresh it every five. */
const CREDENTIALS_LAST_MS = 10_000;

/** The tables for the terminal: faults, and attacks of a neighbour. */
export function tablesOf({ rows, attackRuns }: { rows: readonly Row[]; attackRuns: readonly AttackRow[] }): string {
  const tables = [rows.length > 0 ? [FAULTS, ...rows.map(cellsOf)] : [], attackTable(attackRuns)];
  return tables
    .filter(({ length }) => length > 0)
    .map(textOf)
    .join('\n\n');
}

const FAULTS = [
  'fault',
  'requests',
  'errors by status',
  'longest recovery',
  'longest wait of an event',
  'errors elsewhere',
  'lost',
  'doubled',
];

function cellsOf({
  fault,
  requests,
  errors,
  recoveryMs,
  eventWaitedMs,
  failedElsewhere,
  lost,
  doubled,
}: Row): string[] {
  const counts = [failedElsewhere.length, lost, doubled].map(String);
  return [fault, String(requests), errors || 'none', seconds(recoveryMs), seconds(eventWaitedMs), ...counts];
}

function textOf(lines: readonly (readonly string[])[]): string {
  const [head = []] = lines;
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
