import { type AttemptResult, isSuccess } from '../../../platform/core/attempt.ts';
import { deadlineAfter, monotonicMs, remainingMs } from '../../../platform/core/clock.ts';
import type { KeyRing } from '../../../platform/core/config/key-ring.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { SEND_TIMEOUT_MS, type Sender } from '../../../platform/outbound/sender.ts';
import { signatureHeaders } from '../../../platform/outbound/sign.ts';
import { userAgentOf } from '../../../platform/outbound/user-agent.ts';
import { afterAttempt, withoutEvent } from '../domain/delivery.ts';
import { START_WINDOW_MS } from '../domain/delivery-budget.ts';
import { giveBack, takeOfMinute } from '../store/delivery-budgets.ts';
import { type DueDelivery, listDue, type Settled } from '../store/due-deliveries.ts';
import { openSecrets } from '../store/endpoint-secrets.ts';
import type { LeasedEndpoint } from '../store/lease-endpoints.ts';

/** The rest of a lease when the last request ends, in milliseconds: time to write the outcomes. */
const WRITE_RESERVE_MS = 2_000;

/**
 * How much a round sends to an endpoint: the maximum of deliveries, and of concurrent requests, each about another
 * resource.
 */
export interface RoundSize {
  readonly deliveries: number;
  readonly atOnce: number;
}

export interface Outcome extends Settled {
  readonly due: DueDelivery;
  /** Null if no request was made. */
  readonly result: AttemptResult | null;
}

interface Round {
  readonly size: RoundSize;
  /** The first event that a running replay has not reached; null without one. */
  readonly before: number | null;
  /** By the machine's clock. */
  readonly leasedUntil: number;
  readonly signal: AbortSignal;
}

interface Tools {
  readonly runtime: Pick<Runtime, 'db' | 'clock'>;
  readonly sender: Pick<Sender, 'send'>;
  readonly keys: KeyRing;
  /** The requests that may be made for an institution in a minute. */
  readonly deliveriesPerMinute: number;
}

interface Sent {
  readonly outcomes: Outcome[];
  /**
   * Until when deliveries wait because the institution's requests of the minute are used up, in epoch milliseconds;
   * null if none does.
   */
  readonly pacedUntil: number | null;
}

/**
 * Sends an endpoint some of its due deliveries. Opens no transaction and writes nothing: the caller writes the
 * outcomes, under its lease.
 */
export async function deliverDue(
  endpoint: LeasedEndpoint,
  { size, before, leasedUntil, signal }: Round,
  tools: Tools,
): Promise<Sent> {
  const { runtime, keys, deliveriesPerMinute: limit } = tools;
  const { db, clock } = runtime;
  const now = clock.now();
  const [due, secrets] = await Promise.all([
    listDue(db, endpoint, { now, limit: size.deliveries, host: endpoint.leasedHost, before }),
    openSecrets(db, endpoint, { now, keys }),
  ]);
  const count = due.length;
  if (count === 0) return { outcomes: [], pacedUntil: null };
  const taken = await takeOfMinute(db, endpoint.institutionId, { count, limit, now });
  // Even with the timeout of the last request, the round ends well within a lease.
  const until = deadlineAfter(START_WINDOW_MS);
  const mayStart = () =>
    !signal.aborted && remainingMs(until) > 0 && remainingMs(leasedUntil) > SEND_TIMEOUT_MS + WRITE_RESERVE_MS;
  const outcomes: Outcome[] = [];
  const waiting = due.slice(0, taken.allowed).values();
  const sendInSequence = async () => {
    for (const each of waiting) {
      if (!mayStart()) return;
      outcomes.push(await deliver(each, secrets, tools));
    }
  };
  await Promise.all(Array.from({ length: Math.min(size.atOnce, endpoint.slots) }, sendInSequence));
  const unused = taken.allowed - outcomes.length;
  if (unused > 0) await giveBack(db, endpoint.institutionId, unused, taken);
  return { outcomes, pacedUntil: taken.allowed < count ? taken.freeAt : null };
}

async function deliver(due: DueDelivery, secrets: readonly string[], { runtime, sender }: Tools): Promise<Outcome> {
  const { delivery, resourceId, attemptsMade, url, eventId, body } = due;
  if (body === null)
    return { due, resourceId, attemptsMade, after: withoutEvent(delivery), attempt: null, result: null };
  const sentAt = runtime.clock.now();
  const startedAt = monotonicMs();
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgentOf('Webhooks'),
    ...signatureHeaders({ eventId, sentAt, body }, secrets),
  };
  const result = await sender.send({ url, headers, body });
  const number = attemptsMade + 1;
  const { status, error, response } = result;
  const [at, durationMs] = [toInstantText(sentAt), Math.round(monotonicMs() - startedAt)];
  return {
    due,
    resourceId,
    attemptsMade: number,
    result,
    after: afterAttempt(delivery, result, runtime.clock.now()),
    attempt: { deliveryId: delivery.id, number, at, durationMs, status, error, response },
  };
}

/** The result's label in the metric of attempts. */
export function nameOf(result: AttemptResult): string {
  return isSuccess(result) ? 'succeeded' : (result.error ?? 'refused');
}
