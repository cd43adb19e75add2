import { isSuccess } from '../../../platform/core/attempt.ts';
import { deadlineAfter } from '../../../platform/core/clock.ts';
import type { KeyRing } from '../../../platform/core/config/key-ring.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { type Author, writtenBy } from '../../../platform/data/audit/author.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import type { Sender } from '../../../platform/outbound/sender.ts';
import { disableEndpoint } from '../domain/endpoint.ts';
import { type EndpointHealth, HEALTHY, healthAfter } from '../domain/endpoint-health.ts';
import { settle } from '../store/due-deliveries.ts';
import { holdLease, LEASE_MS, type Lease, type ReplayRange, releaseLease } from '../store/endpoint-queues.ts';
import { lockEndpoint, updateEndpoint } from '../store/endpoints.ts';
import type { LeasedEndpoint } from '../store/lease-endpoints.ts';
import { continueReplay } from '../store/replay.ts';
import { deliverDue, nameOf, type Outcome } from './deliver-due.ts';
import type { DeliveryCounts } from './delivery-counts.ts';

/** For a receiver that responds, and for one that fails at present. */
const SIZES = { healthy: { deliveries: 64, atOnce: 8 }, failing: { deliveries: 16, atOnce: 4 } };
/** After this many rounds, an endpoint yields to others. */
const MAX_ROUNDS = 16;
/** A receiver that takes longer to respond is slow. */
const SLOW_FROM_MS = 2_000;

export interface ServeOptions {
  readonly runtime: Pick<Runtime, 'db' | 'clock' | 'ids' | 'log'>;
  readonly sender: Pick<Sender, 'send'>;
  readonly keys: KeyRing;
  readonly counts: DeliveryCounts;
  /** The requests that may be made for an institution in a minute. */
  readonly deliveriesPerMinute: number;
}

interface Served extends LeasedEndpoint, Lease {}

/**
 * Sends a leased endpoint its due deliveries in rounds, writes the outcomes, and ends the lease. Its replay goes on
 * whenever nothing else is due.
 * @param leasedUntil by the machine's clock: a worker that was paused beyond it sends nothing more
 * @param signal when aborted, no further request starts
 */
export async function serveEndpoint(
  endpoint: Served,
  { leasedUntil, signal }: { readonly leasedUntil: number; readonly signal: AbortSignal },
  options: ServeOptions,
): Promise<void> {
  const { clock } = options.runtime;
  let until = leasedUntil;
  let health = healthOf(endpoint);
  let { isSlow, replayFrom: before } = endpoint;
  for (let round = 1; ; round++) {
    const size = health.failingSince === null ? SIZES.healthy : SIZES.failing;
    const { outcomes, pacedUntil } = await deliverDue(endpoint, { size, before, leasedUntil: until, signal }, options);
    const now = clock.now();
    health = outcomes.reduce((before, { result }) => (result ? healthAfter(before, result, now) : before), health);
    if (outcomes.length > 0) isSlow = outcomes.some(({ attempt }) => attempt && attempt.durationMs > SLOW_FROM_MS);
    const isTroubled = health.failingSince !== null || isSlow;
    const isFull = outcomes.length === size.deliveries;
    const isLast = pacedUntil !== null || isTroubled || round === MAX_ROUNDS || signal.aborted;
    const next = deadlineAfter(LEASE_MS);
    const left = await write(endpoint, { outcomes, health, isSlow, isFull, pacedUntil, isLast, now }, options);
    if (left === 'released') return;
    before = left?.from ?? null;
    until = next;
  }
}

interface Done {
  readonly outcomes: readonly Outcome[];
  readonly health: EndpointHealth;
  readonly isSlow: boolean;
  /** Whether more may be due. */
  readonly isFull: boolean;
  /** Epoch milliseconds; null if no delivery waits for the next minute. */
  readonly pacedUntil: number | null;
  /** Whether the lease ends with this round in any case. */
  readonly isLast: boolean;
  readonly now: number;
}

/**
 * Returns the rest of the replay, for the next round; `released` if the lease has ended, or another worker holds
 * it: then nothing was written.
 */
async function write(
  endpoint: Served,
  { outcomes, health, isSlow, isFull, pacedUntil, isLast, now }: Done,
  { runtime, counts }: ServeOptions,
): Promise<ReplayRange | null | 'released'> {
  const { db, ids, log } = runtime;
  const { institutionId, endpointId } = endpoint;
  const { disabledReason } = health;
  for (const { result } of outcomes) if (result) counts.add(nameOf(result));
  let isLost = false;
  const left = await db.transaction(
    async (tx) => {
      // Before its queue: other code that changes an endpoint locks in this order, too.
      const stored = disabledReason ? await lockEndpoint(tx, { institutionId }, endpointId) : null;
      const answered = { failingSince: textOf(health.failingSince), lastFailedAt: textOf(health.lastFailedAt), isSlow };
      const answeredUrl = outcomes.findLast(({ result }) => result && isSuccess(result))?.due.url ?? null;
      const held = await holdLease(tx, endpoint, { ...answered, answeredUrl });
      isLost = held === 'lost';
      if (held === 'lost') return 'released';
      const { replay, standsStill } = held;
      if (disabledReason && stored?.isEnabled)
        updateEndpoint(tx, { institutionId }, disableEndpoint(stored, disabledReason, { revision: ids.newId(), now }));
      if (outcomes.length > 0) settle(tx, endpoint, outcomes, now);
      const isIdle = outcomes.length === 0 && pacedUntil === null && !standsStill;
      const left = replay && isIdle ? await continueReplay(tx, endpoint, replay, now) : replay;
      if (!isLast && !standsStill && (isFull || replay)) return left;
      releaseLease(tx, endpoint, { at: toInstantText(now), notBefore: textOf(pacedUntil) });
      return 'released';
    },
    { of: 'begun', ...writtenBy(authorOf(outcomes.at(-1), now)) },
  );
  if (disabledReason && !isLost)
    log.warn({ institutionId, endpointId, reason: disabledReason }, 'disabled a webhook endpoint');
  return left;
}

/**
 * The author for the audit log when an endpoint is disabled: the platform, because of an event that could not be
 * delivered.
 */
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
