import { setTimeout as delay } from 'node:timers/promises';
import { Operator } from '../../support/operator.ts';
import { Program } from '../../support/program.ts';
import { query } from '../../support/query.ts';
import type { TestScope } from '../../support/test-scope.ts';
import { asOperator } from '../fleet/as-operator.ts';
import type { Platform } from '../fleet/platform.ts';
import type { Work } from '../traffic/work.ts';
import type { Answers, Order } from './attacker.ts';
import type { Attack } from './attacks/attack.ts';
import { type Appointments, fillInstitution } from './large-institution.ts';
import { ProcessWatch, type Used } from './process-watch.ts';

/** What an institution does to the platform, one attack after the other. */
export interface AttackPlan {
  readonly attacks: readonly Attack[];
  /** How long each lasts, and the time without any before them; in milliseconds. */
  readonly lastsMs: number;
  /** The part of the clients of a full attack, of 1. */
  readonly strength: number;
  /** How long the platform has to itself between them, in milliseconds. */
  readonly pauseMs: number;
  readonly appointments: Appointments;
}

/** A time, with an attack or without; milliseconds of the monotonic clock. */
export interface AttackRun {
  /** None in the time before all of them. */
  readonly attack: Attack | undefined;
  readonly began: number;
  readonly ended: number;
  /** What the attacker was answered. */
  readonly answers: Answers;
  /** By each process that is there. */
  readonly used: readonly Used[];
  /** Processes that are gone. */
  readonly gone: readonly string[];
}

interface AttackOptions {
  readonly scope: TestScope;
  readonly platform: Platform;
  readonly work: Work;
  readonly print: (line: string) => void;
}

/** Has a second institution do its worst while the first one works, and the same time without it for comparison. */
export async function attackAll(
  plan: AttackPlan,
  { scope, platform, work, print }: AttackOptions,
): Promise<AttackRun[]> {
  const operator = new Operator(platform.ports.get('directory') ?? 0);
  const institutionId = await operator.newInstitution('noisy neighbour');
  const institution = await asOperator(platform.ports, (call) =>
    fillInstitution(call({ kind: 'operator', institutionId }), plan.appointments),
  );
  await postponeCheckpoints(platform);
  print('the neighbour has moved in');
  const attackRuns: AttackRun[] = [];
  for (const attack of [undefined, ...plan.attacks]) {
    const client = await operator.newClient(institutionId, '');
    const order: Order = {
      attack: attack?.name ?? '',
      urls: platform.urls,
      authorization: client.authorization,
      lastsMs: plan.lastsMs,
      strength: plan.strength,
      institution,
    };
    const attacker = attack && (await launch(scope, order));
    const processes = new ProcessWatch(platform);
    const began = performance.now();
    const answers = attacker ? await answersOf(attacker) : await delay(plan.lastsMs, {});
    await work.watch.answered();
    const ended = performance.now();
    attackRuns.push({ attack, began, ended, answers, used: processes.used, gone: processes.gone });
    print(`${attack?.name ?? 'no attack'}: over, ${JSON.stringify(answers)}`);
    await delay(plan.pauseMs);
  }
  operator.close();
  return attackRuns;
}

/** A timed checkpoint raises the p99 of writes by 300 to 700 ms here, whichever attack it meets. */
async function postponeCheckpoints(platform: Platform): Promise<void> {
  const url = platform.databaseUrl('directory');
  await query(url, "ALTER SYSTEM SET checkpoint_timeout = '1d'");
  await query(url, 'SELECT pg_reload_conf()');
}

/** Starts the attacker's process and waits until it begins: to start a process is no attack. */
async function launch(scope: TestScope, order: Order): Promise<Program> {
  const attacker = scope.run(
    Program.node('test/faults/neighbour/attack-process.ts', [], { env: { ORDER: JSON.stringify(order) } }),
  );
  await attacker.waitForOutput(/begins/);
  return attacker;
}

/** Waits until the attacker has done its worst; returns what it was answered. */
async function answersOf(attacker: Program): Promise<Answers> {
  const { code } = await attacker.exited;
  if (code !== 0) throw new Error(`the attacker failed: ${attacker.stderr}`);
  return JSON.parse(attacker.stdout.slice('begins\n'.length));
}
