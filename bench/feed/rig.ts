import { setTimeout as delay } from 'node:timers/promises';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { services } from '../../deploy/installation/services.ts';
import type { EmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { isBusy } from '../../platform/core/errors/refusal.ts';
import { migrate } from '../../platform/data/migrate.ts';
import { ERASURES_STREAM } from '../../platform/events/nats/nats-user.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import { Operator } from '../../test/support/operator.ts';
import type { Program } from '../../test/support/process/program.ts';
import { portOf, spawnService } from '../../test/support/process/service-process.ts';
import { quantile } from '../quantile.ts';

export interface Part {
  readonly program: Program;
  readonly operator: Operator;
}

/**
 * Runs work on directory and webhooks as in production, with NATS between them, and stops them afterwards.
 * @param env additional variables
 */
export async function withRig(
  postgres: EmbeddedPostgres,
  env: Readonly<Record<string, string>>,
  work: (rig: { readonly directory: Part; readonly webhooks: Part }) => Promise<void>,
): Promise<void> {
  const names = ['directory', 'webhooks'];
  await postgres.ensureDatabases(names);
  for (const { name, migrations } of services)
    if (names.includes(name)) await migrate({ databaseUrl: postgres.url(name), migrations, log: silentLogger });
  const nats = await TestNats.start(natsUsers);
  const parts: Part[] = [];
  const start = async (name: string): Promise<Part> => {
    const own = {
      NODE_ENV: 'production',
      NATS_URL: nats.urlOf(name),
      ERASURE_JOURNAL: `nats:${ERASURES_STREAM}`,
      ...env,
    };
    const program = spawnService({ service: name, databaseUrl: postgres.url(name) }, new Map(), own);
    const part = { program, operator: new Operator(await portOf(program)) };
    parts.push(part);
    return part;
  };
  try {
    await work({ directory: await start('directory'), webhooks: await start('webhooks') });
  } finally {
    for (const { operator, program } of parts) {
      operator.close();
      program.kill('SIGKILL');
    }
    await nats.remove();
  }
}

/**
 * Writes at a fixed rate, without waiting for earlier writes; resolves when all are answered. Retries writes that a
 * busy service rejects.
 */
export async function atRate(
  perSecond: number,
  seconds: number,
  write: () => Promise<unknown>,
): Promise<{ perSecond: number }> {
  const underWay: Promise<unknown>[] = [];
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1_000;
  while (underWay.length < Math.floor(perSecond * seconds)) {
    for (let due = Math.floor(elapsed() * perSecond) - underWay.length; due > 0; due--) underWay.push(patiently(write));
    await delay(TICK_MS);
  }
  await Promise.all(underWay);
  return { perSecond: underWay.length / elapsed() };
}

async function patiently(write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      await delay(TICK_MS);
    }
  }
}

/** The distribution of lags: `p50 4 ms, p99 9 ms, at most 12 ms`. */
export function spreadOf(lags: readonly number[]): string {
  const [p50, p99, most] = [0.5, 0.99, 1].map((part) => quantile(lags, part).toFixed(0));
  return `p50 ${p50} ms, p99 ${p99} ms, at most ${most} ms`;
}

export const TICK_MS = 5;
/** For code that has never run, and the first second of a lock holder. */
export const WARM_UP_SECONDS = 5;
