import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../platform/core/clock.ts';
import type { Database } from '../../platform/data/database.ts';
import { appliedSequence } from '../../platform/data/erasure/applied-erasures.ts';

/** Waits until all databases have applied the journal up to a sequence. @returns the services that have not in time */
export async function untilApplied(databases: ReadonlyMap<string, Database>, sequence: number): Promise<string[]> {
  const until = monotonicMs() + AT_MOST_MS;
  for (;;) {
    const states = await Promise.all(
      [...databases].map(async ([service, db]) => [service, await appliedSequence(db)] as const),
    );
    const behind = states.filter(([, applied]) => applied < sequence).map(([service]) => service);
    if (behind.length === 0 || monotonicMs() > until) return behind;
    await delay(POLL_MS);
  }
}

const POLL_MS = 250;
const AT_MOST_MS = 120_000;
