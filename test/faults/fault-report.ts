import type { EventWait } from './audit/event-waits.ts';
import type { Evidence } from './audit/evidence.ts';
import type { Verdict } from './audit/verdict.ts';
import type { Platform } from './fleet/platform.ts';
import type { Spell } from './neighbour/attack-all.ts';
import { faultsOfSpell, rowOfSpell, type SpellRow } from './neighbour/judge-spell.ts';
import { type Row, rowOf } from './report.ts';
import type { Plan } from './strikes/plans.ts';
import type { Phase } from './strikes/strike.ts';
import type { Struck } from './strikes/strike-all.ts';
import type { Work } from './traffic/work.ts';

export interface FaultReport {
  readonly rows: readonly Row[];
  /** Of a neighbour's attacks, the time without any first. */
  readonly spells: readonly SpellRow[];
  /** Every broken promise, in words; empty when all were kept. */
  readonly broken: readonly string[];
  /** What the run consisted of, in one sentence. */
  readonly summary: string;
  /** What processes have logged as errors. */
  readonly errorLines: readonly string[];
}

interface Run extends Struck {
  readonly plan: Plan;
  readonly platform: Platform;
  readonly work: Work;
  /** How many writes were given up, and asked for again at the end. */
  readonly givenUp: number;
  readonly spells: readonly Spell[];
  readonly evidence: Evidence;
  readonly verdict: Verdict;
  readonly waits: readonly EventWait[];
  /** What the relays did wrong, in words. */
  readonly relays: readonly string[];
}

/** What is to be said of a run. */
export function reportOf(run: Run): FaultReport {
  const { plan, platform, work, givenUp, phases, unhealed, evidence, verdict, waits } = run;
  const { journal } = work;
  const rows = phases.map((phase: Phase) => rowOf(phase, { attempts: journal.attempts, verdict, waits }));
  const spells = run.spells.map((spell) => ({ spell, row: rowOfSpell(spell, journal, verdict) }));
  // What the machine takes without an attack is not the attacker's doing.
  const p99AtMostMs = (spells[0]?.row.p99Ms ?? 0) + plan.p99AddedAtMostMs;
  const { lost, doubled } = verdict;
  return {
    rows,
    spells: spells.map(({ row }) => row),
    broken: [
      ...unhealed,
      ...journal.wrongs,
      ...verdict.broken,
      ...run.relays,
      ...(lost.length > 0 ? [`${lost.length} acknowledged writes are lost`] : []),
      ...(doubled.length > 0 ? [`${doubled.length} writes are doubled`] : []),
      ...rows.flatMap(({ fault, failedElsewhere }) =>
        failedElsewhere.map((failure) => `${fault}: it does not need what was struck, and failed: ${failure}`),
      ),
      ...spells.flatMap(({ spell, row }) => faultsOfSpell(spell, row, p99AtMostMs)),
    ],
    summary: `${journal.attempts.length} requests, ${journal.writes.length} writes (${givenUp} given up and asked for again), ${evidence.outbox.length} events, ${evidence.deliveries.length} deliveries, ${evidence.webhooks.log.length} requests and answers of webhooks.`,
    errorLines: platform.errorLines,
  };
}
