import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { query } from '../../../test/support/postgres/query.ts';
import { Program } from '../../../test/support/process/program.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import { asOperator, type Platform } from '../fleet/platform.ts';
import type { Work } from '../traffic/work.ts';
import type { Answers, Order } from './attacker.ts';
import type { Attack } from './attacks/attack.ts';
import { wellBehaved } from './attacks/crowds.ts';
import { type Appointments, fillInstitution } from './large-institution.ts';
import { ProcessWatch, type Used } from './process-watch.ts';

/** One institution's attacks on the platform, one after the other. */
export interface AttackPlan {
  readonly attacks: readonly Attack[];
  /** Duration of each attack, and of the time without an attack before them; in milliseconds. */
  readonly lastsMs: number;
  /** The fraction of a full attack's clients. */
  readonly strength: number;
  /** Pause between attacks, in milliseconds. */
  readonly pauseMs: number;
  readonly appointments: Appointments;
}

/** A period with or without an attack; milliseconds of the monotonic clock. */
export interface AttackRun {
  /** Undefined in the period before all attacks. */
  readonly attack: Attack | undefined;
  readonly began: number;
  readonly ended: number;
  /** The responses to the attacker. */
  readonly answers: Answers;
  /** For each running process. */
  readonly used: readonly Used[];
  /** Processes that have ended. */
  readonly gone: readonly string[];
}

interface AttackOptions {
  readonly scope: TestScope;
  readonly platform: Platform;
  readonly work: Work;
  readonly print: (line: string) => void;
}

/**
 * Has a second institution attack while the first one works, and measures the same duration without an attack, and
 * beside a well-behaved institution that keeps the platform as busy, for comparison.
 */
export function attackAll(plan: AttackPlan, { scope, platform, work, print }: AttackOptions): Promise<AttackRun[]> {
  return asOperator(platform, async (operator) => {
    const { attacks, strength, lastsMs } = plan;
    const institutionId = await operator.newInstitution('noisy neighbour');
    const hasAppointments = attacks.some(({ needsNoAppointments }) => !needsNoAppointments);
    const appointments = hasAppointments ? plan.appointments : { crowded: 0, long: 0 };
    const institution = await fillInstitution(operator.call(institutionId), appointments);
    const syncToken = await operator.newSyncToken(institutionId);
    const consoleUrl = attacks.some(({ needsConsole }) => needsConsole) ? await platform.startConsole() : '';
    await operator.addAdministrator(institutionId, ADMINISTRATOR);
    await postponeCheckpoints(platform);
    print('the neighbour has moved in');
    const newClient = async (of: string) => (await operator.newClient(of, '')).authorization;
    const many = (count: number, make: () => Promise<string>) => Promise.all(Array.from({ length: count }, make));
    const colleagues = await many(Math.ceil(COLLEAGUES * strength), () => newClient(institutionId));
    const most = Math.max(0, ...attacks.map(({ others = 0 }) => others));
    const others = await many(most, async () => newClient(await operator.newInstitution(randomUUID())));
    const attackRuns: AttackRun[] = [];
    for (const attack of [undefined, wellBehaved, ...attacks]) {
      const order: Order = {
        ...{ attack: attack?.name ?? '', urls: platform.urls, lastsMs, strength },
        ...{ institution, syncToken, consoleUrl, colleagues, others },
        authorization: await newClient(institutionId),
        signInLink: attack?.needsConsole ? await operator.newSignInLink(institutionId, ADMINISTRATOR) : '',
      };
      const attacker = attack && (await launch(scope, order));
      const processes = new ProcessWatch(platform);
      const began = performance.now();
      const answers = attacker ? await answersOf(attacker) : await delay(lastsMs, {});
      await work.watch.answered();
      const ended = performance.now();
      attackRuns.push({ attack, began, ended, answers, used: processes.used, gone: processes.gone });
      print(`${attack?.name ?? 'no attack'}: over, ${JSON.stringify(answers)}`);
      await delay(plan.pauseMs);
    }
    return attackRuns;
  });
}

/** One of the institution's users. */
const ADMINISTRATOR = 'participant0@crowd.example';

/** Clients that together keep the platform busy with small requests. */
const COLLEAGUES = 40;

/** A timed checkpoint raises the p99 of writes by 300 to 700 ms here, whichever attack it meets. */
async function postponeCheckpoints(platform: Platform): Promise<void> {
  const url = platform.databaseUrl('directory');
  await query(url, "ALTER SYSTEM SET checkpoint_timeout = '1d'");
  await query(url, 'SELECT pg_reload_conf()');
}

/** Starts the attacker's process and waits until it begins, so that the start is not measured as part of the attack. */
async function launch(scope: TestScope, order: Order): Promise<Program> {
  const attacker = scope.run(
    Program.node('proofs/faults/neighbour/attack-process.ts', [], { env: { ORDER: JSON.stringify(order) } }),
  );
  await attacker.waitForOutput(/begins/);
  return attacker;
}

/** Waits for the end of the attack; returns the attacker's responses. */
async function answersOf(attacker: Program): Promise<Answers> {
  const { code } = await attacker.exited;
  if (code !== 0) throw new Error(`the attacker failed: ${attacker.stderr}`);
  return JSON.parse(attacker.stdout.slice('begins\n'.length));
}
