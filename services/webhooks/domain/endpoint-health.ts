import { type AttemptResult, isGone, isSuccess } from '../../../platform/core/attempt.ts';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { WAIT_AT_MOST_MS } from './retry-schedule.ts';

/** An endpoint that has failed for this long without a success is disabled. */
export const DISABLED_AFTER_MS = 5 * DAY_MS;

/** A failure this long after the previous one starts a new streak: nothing was tried in between. */
const STREAK_ENDS_AFTER_MS = 2 * WAIT_AT_MOST_MS;

export type DisabledReason = 'failures' | 'gone';

/** Whether events are sent to an endpoint, and how it has responded lately. Instants are epoch milliseconds. */
export interface EndpointHealth {
  readonly isEnabled: boolean;
  /** Why the platform has disabled it; null if it is enabled or its owner has disabled it. */
  readonly disabledReason: DisabledReason | null;
  /** The first and the last of the failures since the last success; null without failures. */
  readonly failingSince: number | null;
  readonly lastFailedAt: number | null;
}

export const HEALTHY: EndpointHealth = {
  isEnabled: true,
  disabledReason: null,
  failingSince: null,
  lastFailedAt: null,
};

/**
 * The endpoint after an attempt that ended at `at`. A disabled one stays as it is, whatever the outcome of attempts
 * still in flight.
 */
export function healthAfter(health: EndpointHealth, result: AttemptResult, at: number): EndpointHealth {
  if (!health.isEnabled) return health;
  if (isSuccess(result)) return HEALTHY;
  const failingSince = continues(health, at) ? (health.failingSince ?? at) : at;
  const failing = { ...health, failingSince, lastFailedAt: at };
  if (isGone(result)) return disabled(failing, 'gone');
  return at - failingSince >= DISABLED_AFTER_MS ? disabled(failing, 'failures') : failing;
}

/** The endpoint after its owner enables or disables it. Enabling an enabled one changes nothing. */
export function switched(health: EndpointHealth, isEnabled: boolean): EndpointHealth {
  if (isEnabled) return health.isEnabled ? health : HEALTHY;
  return { ...health, isEnabled: false };
}

function continues({ lastFailedAt }: EndpointHealth, at: number): boolean {
  return lastFailedAt !== null && at - lastFailedAt <= STREAK_ENDS_AFTER_MS;
}

function disabled(health: EndpointHealth, disabledReason: DisabledReason): EndpointHealth {
  return { ...health, isEnabled: false, disabledReason };
}
