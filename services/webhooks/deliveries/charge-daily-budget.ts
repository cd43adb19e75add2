import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { webhooksConfig } from '../config.ts';
import { secondsToNextDay } from '../domain/delivery-budget.ts';
import { refuse } from '../domain/refusals.ts';
import { takeOfDay } from '../store/delivery-budgets.ts';
import type { EndpointKey } from '../store/endpoint-queues.ts';

interface Request {
  readonly runtime: Runtime;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Counts deliveries that a client requests in addition to those of events. Refuses more than its institution may
 * request in a day.
 */
export async function chargeDailyBudget(
  tx: Tx,
  { institutionId }: EndpointKey,
  count: number,
  { runtime, now }: Request,
): Promise<void> {
  const left = await takeOfDay(tx, institutionId, { count, limit: webhooksConfig(runtime).requestedPerDay, now });
  if (left < 0) {
    const extensions = { deliveriesLeft: left + count, retryAfterSeconds: secondsToNextDay(now) };
    refuse('DELIVERIES_EXHAUSTED', { extensions });
  }
}
