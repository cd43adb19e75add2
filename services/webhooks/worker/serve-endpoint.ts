import { deadlineAfter } from '../../../platform/core/clock.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import type { Author } from '../../../platform/data/audit/author.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { disableEndpoint } from '../domain/endpoint.ts';
import { type EndpointHealth, HEALTHY, healthAfter } from '../domain/endpoint-health.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { Sender } from '../sender/sender.ts';
import { settle } from '../store/due-deliveries.ts';
import { holdLease, LEASE_MS, type Lease, type LeasedEndpoint, releaseLease } from '../store/endpoint-queues.ts';
import { lockEndpoint, updateEndpoint } from '../store/endpoints.ts';
import { deliverDue, nameOf, type Outcome } from './deliver-due.ts';
import type { DeliveryCounts } from './delivery-counts.ts';

/** For a receiver that responds, and for one that fails at present. */
const SIZES = { healthy: { deliveries: 64, atOnce: 8 }, failing: { deliveries: 16, atOnce: 4 } };
/** After this many rounds, an endpoint yields to others. */
const ROUNDS_AT_MOST = 16;
/** A receiver that takes longer to respond is slow. */
const SLOW_FROM_MS = 2_000;

export interface ServeOptions {
  readonly runtime: Pick<Runtime, 'db' | 'clock' | 'ids' | 'log'>;
  readonly sender: Pick<Sender, 'send'>;
  readonly keys: KeyRing;
  readonly counts: DeliveryCounts;
}

interface Served extends LeasedEndpoint, Lease {}

/**
 * Sends a leased endpoint its due deliveries in rounds, writes the outcomes, and ends the lease.
 * @param leasedUntil by the machine's clock: a worker that was paused beyond it sends nothing more
 * @param signal when aborted, no further request starts
 * @returns whether more is due already
 */
export async function serveEndpoint(
  endpoint: Served,
  { leasedUntil, signal }: { readonly leasedUntil: number; readonly signal: AbortSignal },
  options: ServeOptions,
): Promise<boolean> {
  const { clock } = options.runtime;
  let until = leasedUntil;
  let health = healthOf(endpoint);
  let { isSlow } = endpoint;
  for (let round = 1; ; round++) {
    const size = health.failingSince === null ? SIZES.healthy : SIZES.failing;
    const outcomes = await deliverDue(endpoint, { size, leasedUntil: until, signal }, options);
    const now = clock.now();
    health = outcomes.reduce((before, { result }) => (result ? healthAfter(before, result, now) : before), health);
    if (outcomes.length > 0) isSlow = outcomes.some(({ attempt }) => attempt && attempt.durationMs > SLOW_FROM_MS);
    const isTroubled = health.failingSince !== null || isSlow;
    const hasMoreRounds =
      outcomes.length === size.deliveries && !isTroubled && round < ROUNDS_AT_MOST && !signal.aborted;
    const next = deadlineAfter(LEASE_MS);
    const dueAt = await write(endpoint, { outcomes, health, isSlow, hasMoreRounds, now }, options);
    if (!hasMoreRounds || dueAt === 'lost') return dueAt !== null && dueAt !== 'lost' && fromInstantText(dueAt) <= now;
    until = next;
  }
}

interface Done {
  readonly outcomes: readonly Outcome[];
  readonly health: EndpointHealth;
  readonly isSlow: boolean;
  readonly hasMoreRounds: boolean;
  readonly now: number;
}

/** Returns when something is next due once the lease has ended, or `lost` if another worker holds the lease: then nothing was written. */
async function write(
  endpoint: Served,
  { outcomes, health, isSlow, hasMoreRounds, now }: Done,
  { runtime, counts }: ServeOptions,
): Promise<string | null | 'lost'> {
  const { db, ids, log } = runtime;
  const { institutionId, endpointId } = endpoint;
  const { disabledReason } = health;
  for (const { result } of outcomes) if (result) counts.add(nameOf(result));
  const dueAt = await db.transaction(
    async (tx) => {
      // Before its queue: other code that changes an endpoint locks in this order, too.
      const stored = disabledReason ? await lockEndpoint(tx, { institutionId }, endpointId) : null;
      const answered = { failingSince: textOf(health.failingSince), lastFailedAt: textOf(health.lastFailedAt), isSlow };
      if (!(await holdLease(tx, endpoint, answered))) return 'lost';
      if (disabledReason && stored?.isEnabled)
        updateEndpoint(tx, { institutionId }, disableEndpoint(stored, disabledReason, { revision: ids.newId(), now }));
      if (outcomes.length > 0) settle(tx, endpoint, outcomes, now);
      return hasMoreRounds ? null : releaseLease(tx, endpoint);
    },
    authorOf(outcomes.at(-1), now),
  );
  if (disabledReason && dueAt !== 'lost')
    log.warn({ institutionId, endpointId, reason: disabledReason }, 'disabled a webhook endpoint');
  return dueAt;
}

/** The author for the audit log when an endpoint is disabled: the platform, because of an event that could not be delivered. */
function authorOf(last: Outcome | undefined, now: number): Author {
  const { eventId = null, requestId = '' } = last?.due ?? {};
  const who = { kind: 'consumer', id: 'deliveries', name: null, onBehalfOf: null } as const;
  return { ...who, operation: 'webhooks.deliver', requestId, cause: eventId, now };
}

function healthOf({ failingSince, lastFailedAt }: LeasedEndpoint): EndpointHealth {
  const epochMs = (text: string | null) => (text === null ? null : fromInstantText(text));
  return { ...HEALTHY, failingSince: epochMs(failingSince), lastFailedAt: epochMs(lastFailedAt) };
}

function textOf(epochMs: number | null): string | null {
  return epochMs === null ? null : toInstantText(epochMs);
}
