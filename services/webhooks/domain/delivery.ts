import { type AttemptResult, isSuccess } from '../../../platform/core/attempt.ts';
import { retryAfterMs } from './retry-after.ts';
import { nextAttemptAt } from './retry-schedule.ts';

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'cancelled';

/** An event to be delivered to an endpoint. */
export interface Delivery {
  readonly id: string;
  readonly status: DeliveryStatus;
  /** Attempts since the delivery was created or last requested again. */
  readonly attemptCount: number;
  /** Epoch milliseconds; null unless it is pending. */
  readonly nextAttemptAt: number | null;
}

/**
 * The delivery after an attempt that ended at `at` (epoch milliseconds): succeeded, pending until the next attempt, or
 * failed for good.
 */
export function afterAttempt(delivery: Delivery, result: AttemptResult, at: number): Delivery {
  const attemptCount = delivery.attemptCount + 1;
  if (isSuccess(result)) return { ...delivery, status: 'succeeded', attemptCount, nextAttemptAt: null };
  const next = nextAttemptAt({
    deliveryId: delivery.id,
    attempts: attemptCount,
    failedAt: at,
    retryAfterMs: retryAfterMs(result.retryAfter, at),
  });
  return { ...delivery, status: next === null ? 'failed' : 'pending', attemptCount, nextAttemptAt: next };
}

/** A delivery whose event is no longer stored: it ends without another attempt. */
export function withoutEvent(delivery: Delivery): Delivery {
  return { ...delivery, status: 'cancelled', nextAttemptAt: null };
}
