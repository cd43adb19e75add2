import type { Runtime } from '../../../platform/handler/runtime.ts';
import { afterAttempt } from '../domain/delivery.ts';
import { type EndpointHealth, healthAfter } from '../domain/endpoint-health.ts';
import { eventBody } from '../domain/event-body.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { Sender } from '../sender/sender.ts';
import { signatureHeaders } from '../signing/sign.ts';
import { type DueDelivery, listDue, recordAttempt } from '../store/due-deliveries.ts';
import { openSecrets } from '../store/endpoint-secrets.ts';

/** Requests to one endpoint at once, each about another resource. */
const AT_ONCE = 4;

interface Post {
  readonly institutionId: string;
  readonly endpointId: string;
  readonly lease: string;
  readonly url: string;
}

interface Tools {
  readonly sender: Sender;
  readonly keys: KeyRing;
}

/**
 * Sends an endpoint some of what is due, by the lease that the caller has, and writes what came of each. No transaction is open while a request is under
 * way. Returns the endpoint's health afterwards, and whether there was anything to send.
 */
export async function deliverDue(
  runtime: Pick<Runtime, 'db' | 'clock'>,
  endpoint: Post,
  health: EndpointHealth,
  { sender, keys }: Tools,
): Promise<{ readonly health: EndpointHealth; readonly isIdle: boolean }> {
  const { db, clock } = runtime;
  const due = await listDue(db, endpoint, { now: clock.now(), limit: AT_ONCE });
  if (due.length === 0) return { health, isIdle: true };
  const secrets = await openSecrets(db, endpoint, { now: clock.now(), keys });
  const results = await Promise.all(
    due.map(async (each) => ({ each, result: await sender.send(request(endpoint.url, each, clock.now(), secrets)) })),
  );
  const now = clock.now();
  const last = await db.transaction(async (tx) =>
    results.reduce((before, { each: { delivery }, result }) => {
      const after = healthAfter(before, result, now);
      recordAttempt(tx, endpoint, { before: delivery, after: afterAttempt(delivery, result, now), health: after, now });
      return after;
    }, health),
  );
  return { health: last, isIdle: false };
}

function request(url: string, { event }: DueDelivery, sentAt: number, secrets: readonly string[]) {
  const body = eventBody(event);
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Lyceum-Webhooks/4.3',
      ...signatureHeaders({ eventId: event.id, sentAt, body }, secrets),
    },
  };
}
