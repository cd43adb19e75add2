import type { Author } from '../../../platform/data/audit/author.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { afterAttempt } from '../domain/delivery.ts';
import { disableEndpoint } from '../domain/endpoint.ts';
import { type DisabledReason, type EndpointHealth, healthAfter } from '../domain/endpoint-health.ts';
import { eventBody } from '../domain/event-body.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { Sender } from '../sender/sender.ts';
import { signatureHeaders } from '../signing/sign.ts';
import { type DueDelivery, listDue, recordAttempt } from '../store/due-deliveries.ts';
import { openSecrets } from '../store/endpoint-secrets.ts';
import { lockEndpoint, updateEndpoint } from '../store/endpoints.ts';

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
  runtime: Pick<Runtime, 'db' | 'clock' | 'ids' | 'log'>,
  endpoint: Post,
  health: EndpointHealth,
  { sender, keys }: Tools,
): Promise<{ readonly health: EndpointHealth; readonly isIdle: boolean }> {
  const { db, clock, ids, log } = runtime;
  const due = await listDue(db, endpoint, { now: clock.now(), limit: AT_ONCE });
  if (due.length === 0) return { health, isIdle: true };
  const secrets = await openSecrets(db, endpoint, { now: clock.now(), keys });
  const results = await Promise.all(
    due.map(async (each) => ({ each, result: await sender.send(request(endpoint.url, each, clock.now(), secrets)) })),
  );
  const now = clock.now();
  const last = results.reduce((before, { result }) => healthAfter(before, result, now), health);
  await db.transaction(
    async (tx) => {
      // Before the deliveries: whoever changes an endpoint locks it first, too.
      if (last.disabledReason) await disable(tx, endpoint, last.disabledReason, { revision: ids.newId(), now });
      for (const { each, result } of results) {
        const after = afterAttempt(each.delivery, result, now);
        recordAttempt(tx, endpoint, { before: each.delivery, after, health: last, now });
      }
    },
    authorOf(results.at(-1)?.each, now),
  );
  if (last.disabledReason) {
    const { institutionId, endpointId } = endpoint;
    log.warn({ institutionId, endpointId, reason: last.disabledReason }, 'a webhook endpoint was disabled');
  }
  return { health: last, isIdle: false };
}

async function disable(
  tx: Tx,
  { institutionId, endpointId }: Post,
  reason: DisabledReason,
  given: { readonly revision: string; readonly now: number },
): Promise<void> {
  const endpoint = await lockEndpoint(tx, { institutionId }, endpointId);
  if (endpoint?.isEnabled) updateEndpoint(tx, { institutionId }, disableEndpoint(endpoint, reason, given));
}

/** Who disables an endpoint, for the audit log: the platform, because of an event that could not be delivered. */
function authorOf(last: DueDelivery | undefined, now: number): Author {
  const { id = null, requestId = '' } = last?.event ?? {};
  const who = { kind: 'consumer', id: 'deliveries', name: null, onBehalfOf: null } as const;
  return { ...who, operation: 'webhooks.deliver', requestId, cause: id, now };
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
