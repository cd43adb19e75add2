import type { EventWait } from './audit/evidence.ts';
import type { Verdict } from './audit/verdict.ts';
import type { Platform } from './fleet/platform.ts';
import type { Phase } from './injections/fault.ts';
import type { Plan } from './injections/plans.ts';
import type { AttackRun } from './neighbour/attack-all.ts';
import { ATTACKS, type AttackRow, failuresOfAttack, rowOfAttack } from './neighbour/judge-attack.ts';
import { type Attempt, within } from './traffic/journal.ts';
import { needs } from './traffic/kinds.ts';
import type { Work } from './traffic/work.ts';

export interface FaultReport {
  readonly rows: readonly Row[];
  /** Of a neighbour's attacks, the period without an attack first. */
  readonly attackRuns: readonly AttackRow[];
  /** Every violation, in words; empty if there is none. */
  readonly broken: readonly string[];
  /** The contents of the run, in one sentence. */
  readonly summary: string;
  /** Errors logged by processes. */
  readonly errorLines: readonly string[];
}

interface Run {
  readonly plan: Pick<Plan, 'maxP99Times'>;
  readonly platform: Platform;
  readonly work: Work;
  /** How many writes were given up, and repeated at the end. */
  readonly givenUp: number;
  readonly events: number;
  readonly phases: readonly Phase[];
  readonly attackRuns: readonly AttackRun[];
  readonly verdict: Verdict;
  readonly waits: readonly EventWait[];
  /** Other violations, in words. */
  readonly broken: readonly string[];
}

/** The report of a run. */
export function reportOf({ plan, platform, work, givenUp, events, verdict, ...run }: Run): FaultReport {
  const { journal, receiver } = work;
  const rows = run.phases.map((phase) => rowOf(phase, journal.attempts, verdict, run.waits));
  const attackRuns = run.attackRuns.map((attackRun) => ({ attackRun, row: rowOfAttack(attackRun, journal, verdict) }));
  // That requests take longer on a busy platform is not the attacker's effect.
  const p99AtMostMs = Math.max(PROMISED_MS, (attackRuns[1]?.row.p99Ms ?? 0) * plan.maxP99Times);
  const { lost, doubled } = verdict;
  return {
    rows,
    attackRuns: attackRuns.map(({ row }) => row),
    broken: [
      ...run.broken,
      ...journal.wrongs,
      ...verdict.broken,
      ...(lost.length > 0 ? [`${lost.length} acknowledged writes are lost`] : []),
      ...(doubled.length > 0 ? [`${doubled.length} writes are doubled`] : []),
      ...rows.flatMap(({ fault, failedElsewhere }) =>
        failedElsewhere.map((failure) => `${fault}: it does not depend on what failed, and failed too: ${failure}`),
      ),
      ...attackRuns.flatMap(({ attackRun, row }) => failuresOfAttack(attackRun, row, p99AtMostMs)),
    ],
    summary: `${journal.attempts.length} requests, ${journal.writes.length} writes (${givenUp} given up and asked for again), ${events} events, ${receiver.log.length} requests and answers of webhooks.`,
    errorLines: platform.errorLines,
  };
}

/** The effect of a fault. */
interface Row {
  readonly fault: string;
  /** `503: 12, cut off: 3`. */
  readonly errors: string;
  /** Failures of requests that do not depend on the failed part, in words. */
  readonly failedElsewhere: readonly string[];
  /** Its line of the table, a cell for each of `FAULTS`. */
  readonly cells: readonly (string | number)[];
}

const FAULTS = [
  ...['fault', 'requests', 'errors by status', 'longest recovery', 'longest wait of an event'],
  ...['errors elsewhere', 'lost', 'doubled'],
];

function rowOf(
  { fault, began, healed, ended }: Phase,
  attempts: readonly Attempt[],
  verdict: Verdict,
  waits: readonly EventWait[],
): Row {
  // Requests in flight when a fault began count for it: before that all was well.
  const own = attempts.filter((attempt) => attempt.ended >= began && attempt.ended < ended);
  const failures = own.filter(({ failed }) => failed);
  const failedElsewhere = failures
    .filter(({ kind }) => !needs(kind, fault.touches))
    .filter((failure) => !fault.touches.includes('identity') || failure.ended < began + CREDENTIALS_LAST_MS)
    .map(({ kind, outcome, began: from, ended: to }) => `${kind}: ${outcome} after ${seconds(to - from)}`);
  // From the end of the cause until the last failed response of any kind of request.
  const recoveryMs = Math.max(0, ...failures.map((failure) => failure.ended - healed));
  const waitedMs = waits
    .filter(({ from }) => from - performance.timeOrigin >= began && from - performance.timeOrigin < ended)
    .reduce((longest, { from, to }) => Math.max(longest, to - from), 0);
  const counts = [failedElsewhere, ...[verdict.lost, verdict.doubled].map((records) => within(records, began, ended))];
  const errors = errorsOf(own);
  const cells = [fault.name, own.length, errors || 'none', seconds(recoveryMs), seconds(waitedMs)];
  return { fault: fault.name, errors, failedElsewhere, cells: [...cells, ...counts.map(({ length }) => length)] };
}

/** The tables for the terminal: faults, and attacks of a neighbour. */
export function tablesOf({ rows, attackRuns }: Pick<FaultReport, 'rows' | 'attackRuns'>): string {
  const tables = [
    [FAULTS, ...rows.map(({ cells }) => cells)],
    [ATTACKS, ...attackRuns.map(({ cells }) => cells)],
  ];
  return tables
    .filter(({ length }) => length > 1)
    .map(textOf)
    .join('\n\n');
}

function textOf(lines: readonly (readonly (string | number)[])[]): string {
  const [head = []] = lines;
  const widths = head.map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)));
  const text = lines.map(
    (line) => `| ${line.map((cell, column) => String(cell).padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [text[0], `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...text.slice(1)].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function errorsOf(attempts: readonly Attempt[]): string {
  const errors = attempts.filter(({ outcome }) => typeof outcome === 'string' || outcome >= 400);
  const counts = [...Map.groupBy(errors, ({ outcome }) => outcome)];
  return counts
    .map(([outcome, { length }]) => `${outcome}: ${length}`)
    .sort()
    .join(', ');
}

/** Gateways use what identity returned for fifteen seconds, and refresh it every five. */
const CREDENTIALS_LAST_MS = 10_000;
/** The time that docs/service-levels.md promises for reads: several times a quiet day's, on a machine that is fast. */
const PROMISED_MS = 250;
