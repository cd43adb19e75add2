import { deadlineAfter, monotonicMs, remainingMs } from '../../../platform/core/clock.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { type AttemptResult, isSuccess } from '../domain/attempt.ts';
import { afterAttempt, withoutEvent } from '../domain/delivery.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import { SEND_TIMEOUT_MS, type Sender } from '../sender/sender.ts';
import { signatureHeaders } from '../signing/sign.ts';
import { type DueDelivery, listDue, type Settled } from '../store/due-deliveries.ts';
import type { EndpointKey } from '../store/endpoint-queues.ts';
import { openSecrets } from '../store/endpoint-secrets.ts';

/** For how long a round begins requests: with the last one's patience it ends well within a lease. */
const BEGINS_MS = 3_000;
/** What is left of a lease when a request ends at the latest, in milliseconds: for writing what came of it. */
const WRITING_MS = 2_000;

/** How much an endpoint is sent in a round: deliveries at most, and requests at once, each about another resource. */
export interface RoundSize {
  readonly deliveries: number;
  readonly atOnce: number;
}

export interface Outcome extends Settled {
  readonly due: DueDelivery;
  /** Null where no request was made. */
  readonly result: AttemptResult | null;
}

interface Round {
  readonly size: RoundSize;
  /** By the machine's clock. */
  readonly leasedUntil: number;
  readonly signal: AbortSignal;
}

interface Tools {
  readonly runtime: Pick<Runtime, 'db' | 'clock'>;
  readonly sender: Pick<Sender, 'send'>;
  readonly keys: KeyRing;
}

/** Sends an endpoint some of what is due. No transaction is open meanwhile, and nothing is written: that is the caller's, by its lease. */
export async function deliverDue(
  endpoint: EndpointKey,
  { size, leasedUntil, signal }: Round,
  tools: Tools,
): Promise<Outcome[]> {
  const { runtime, keys } = tools;
  const { db, clock } = runtime;
  const now = clock.now();
  const [due, secrets] = await Promise.all([
    listDue(db, endpoint, { now, limit: size.deliveries }),
    openSecrets(db, endpoint, { now, keys }),
  ]);
  const until = deadlineAfter(BEGINS_MS);
  const mayBegin = () =>
    !signal.aborted && remainingMs(until) > 0 && remainingMs(leasedUntil) > SEND_TIMEOUT_MS + WRITING_MS;
  const outcomes: Outcome[] = [];
  const waiting = due.values();
  const sendOneAfterAnother = async () => {
    for (const each of waiting) {
      if (!mayBegin()) return;
      outcomes.push(await deliver(each, secrets, tools));
    }
  };
  await Promise.all(Array.from({ length: size.atOnce }, sendOneAfterAnother));
  return outcomes;
}

async function deliver(due: DueDelivery, secrets: readonly string[], { runtime, sender }: Tools): Promise<Outcome> {
  const { delivery, resourceId, attemptsMade, url, eventId, body } = due;
  if (body === null)
    return { due, resourceId, attemptsMade, after: withoutEvent(delivery), attempt: null, result: null };
  const sentAt = runtime.clock.now();
  const begun = monotonicMs();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Lyceum-Webhooks/4.3',
    ...signatureHeaders({ eventId, sentAt, body }, secrets),
  };
  const result = await sender.send({ url, headers, body });
  const number = attemptsMade + 1;
  return {
    ...{ due, resourceId, attemptsMade: number, result },
    after: afterAttempt(delivery, result, runtime.clock.now()),
    attempt: {
      ...{ deliveryId: delivery.id, number, at: toInstantText(sentAt), durationMs: Math.round(monotonicMs() - begun) },
      ...{ status: result.status, error: result.error, response: result.response },
    },
  };
}

/** What the measure of attempts calls a result. */
export function nameOf(result: AttemptResult): string {
  return isSuccess(result) ? 'succeeded' : (result.error ?? 'refused');
}
