import type { EventWait } from './audit/event-waits.ts';
import type { Evidence } from './audit/evidence.ts';
import type { Verdict } from './audit/verdict.ts';
import type { Platform } from './fleet/platform.ts';
import type { Phase } from './injections/fault.ts';
import type { Injections } from './injections/inject-faults.ts';
import type { Plan } from './injections/plans.ts';
import type { AttackRun } from './neighbour/attack-all.ts';
import { type AttackRow, failuresOfAttack, rowOfAttack } from './neighbour/judge-attack.ts';
import { type Row, rowOf } from './report.ts';
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

interface Run extends Injections {
  readonly plan: Pick<Plan, 'maxP99Times'>;
  readonly platform: Platform;
  readonly work: Work;
  /** How many writes were given up, and repeated at the end. */
  readonly givenUp: number;
  readonly attackRuns: readonly AttackRun[];
  readonly evidence: Evidence;
  readonly verdict: Verdict;
  readonly waits: readonly EventWait[];
  /** The relays' violations, in words. */
  readonly relays: readonly string[];
}

/** The report of a run. */
export function reportOf(run: Run): FaultReport {
  const { plan, platform, work, givenUp, phases, unhealed, evidence, verdict, waits } = run;
  const { journal } = work;
  const rows = phases.map((phase: Phase) => rowOf(phase, { attempts: journal.attempts, verdict, waits }));
  const attackRuns = run.attackRuns.map((attackRun) => ({ attackRun, row: rowOfAttack(attackRun, journal, verdict) }));
  // That requests take longer on a busy platform is not the attacker's effect.
  const p99AtMostMs = Math.max(PROMISED_MS, (attackRuns[1]?.row.p99Ms ?? 0) * plan.maxP99Times);
  const { lost, doubled } = verdict;
  return {
    rows,
    attackRuns: attackRuns.map(({ row }) => row),
    broken: [
      ...unhealed,
      ...journal.wrongs,
      ...verdict.broken,
      ...run.relays,
      ...(lost.length > 0 ? [`${lost.length} acknowledged writes are lost`] : []),
      ...(doubled.length > 0 ? [`${doubled.length} writes are doubled`] : []),
      ...rows.flatMap(({ fault, failedElsewhere }) =>
        failedElsewhere.map((failure) => `${fault}: it does not depend on what failed, and failed too: ${failure}`),
      ),
      ...attackRuns.flatMap(({ attackRun, row }) => failuresOfAttack(attackRun, row, p99AtMostMs)),
    ],
    summary: `${journal.attempts.length} requests, ${journal.writes.length} writes (${givenUp} given up and asked for again), ${evidence.outbox.length} events, ${evidence.webhooks.log.length} requests and answers of webhooks.`,
    errorLines: platform.errorLines,
  };
}

/** The time that docs/service-levels.md promises for reads: several times a quiet day's, on a machine that is fast. */
const PROMISED_MS = 250;
