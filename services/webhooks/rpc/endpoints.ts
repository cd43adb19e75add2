import { changedAt, toInstantText } from '../../../platform/core/instant.ts';
import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { checkRevision, requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { newSigningSecret } from '../../../platform/outbound/signing-secret.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { webhooksConfig } from '../config.ts';
import { changeEndpoint, createEndpoint as decide } from '../domain/endpoint.ts';
import { known, limitOf, mayKnow } from '../domain/granted.ts';
import { listEndpointHealth as listHealth } from '../store/endpoint-health.ts';
import { forgetAnswers, lockQueue, refreshQueue } from '../store/endpoint-queues.ts';
import { insertSecret, rotateSecret } from '../store/endpoint-secrets.ts';
import {
  endpointMessage,
  findEndpoint,
  insertEndpoint,
  listEndpoints as list,
  lockEndpoint,
  deleteEndpoint as remove,
  updateEndpoint as write,
} from '../store/endpoints.ts';

/** POST /webhook-endpoints. The database rejects the twenty-first. */
export const createEndpoint = command(EndpointService.method.createEndpoint, {
  async run(tx, { endpoint: given }, { actor, now, newId, runtime }) {
    const { keys, guard } = webhooksConfig(runtime);
    const endpoint = decide(given, { id: newId(), revision: newId(), now, rules: guard, limit: limitOf(actor) });
    const secret = newSigningSecret(runtime.ids);
    insertEndpoint(tx, actor, endpoint);
    insertSecret(tx, actor, { endpointId: endpoint.id, id: newId(), secret }, keys);
    return { response: { endpoint: endpointMessage(endpoint), secret } };
  },
});

/** GET /webhook-endpoints/{id}. */
export const getEndpoint = query(EndpointService.method.getEndpoint, async (db, { id }, { actor }) => ({
  endpoint: endpointMessage(known(actor, await findEndpoint(db, actor, id))),
}));

/** GET /webhook-endpoints: in order of creation. */
export const listEndpoints = query(EndpointService.method.listEndpoints, async (db, { page }, { actor }) => {
  const keyset = instantKeyset(page);
  // All there are, if some are left out.
  const listed = await list(db, actor, limitOf(actor) ? { ...keyset, limit: MAX_ENDPOINTS } : keyset);
  const { rows, hasMore } = cutPage(
    listed.filter((each) => mayKnow(actor, each)),
    keyset,
  );
  return { endpoints: rows.map(endpointMessage), hasMore };
});

/** PATCH /webhook-endpoints/{id}: check and write under the endpoint's lock. */
export const updateEndpoint = command(EndpointService.method.updateEndpoint, {
  async run(tx, request, { actor, now, newId, runtime }) {
    const endpoint = known(actor, await lockEndpoint(tx, actor, request.id));
    requireRevision(request.precondition, endpoint.revision);
    const { guard } = webhooksConfig(runtime);
    const next = changeEndpoint(endpoint, request, { revision: newId(), now, rules: guard, limit: limitOf(actor) });
    if (next !== endpoint) write(tx, actor, next);
    if (next.isEnabled !== endpoint.isEnabled || next.url !== endpoint.url) {
      const queue = { institutionId: actor.institutionId, endpointId: endpoint.id };
      lockQueue(tx, queue);
      if (next.isEnabled && !endpoint.isEnabled) forgetAnswers(tx, queue);
      refreshQueue(tx, queue, toInstantText(now));
    }
    return { response: { endpoint: endpointMessage(next) } };
  },
});

/** POST /webhook-endpoints/{id}/rotate-secret: receivers have a day to switch to the new secret. */
export const rotateEndpointSecret = command(EndpointService.method.rotateEndpointSecret, {
  async run(tx, { id, precondition }, { actor, now, newId, runtime }) {
    const stored = known(actor, await lockEndpoint(tx, actor, id));
    checkRevision(precondition, stored.revision);
    const endpoint = { ...stored, revision: newId(), updatedAt: changedAt(stored.updatedAt, now) };
    const secret = newSigningSecret(runtime.ids);
    await rotateSecret(tx, actor, { endpointId: endpoint.id, id: newId(), secret, now }, webhooksConfig(runtime).keys);
    write(tx, actor, endpoint);
    return { response: { endpoint: endpointMessage(endpoint), secret } };
  },
});

/**
 * DELETE /webhook-endpoints/{id}. Pending deliveries are never sent and are removed later: there may be many, and
 * locking them would hold up the feed.
 */
export const deleteEndpoint = command(EndpointService.method.deleteEndpoint, {
  async run(tx, { id, precondition }, { actor }) {
    const endpoint = known(actor, await lockEndpoint(tx, actor, id));
    requireRevision(precondition, endpoint.revision);
    remove(tx, actor, endpoint.id);
    return { response: {} };
  },
});

/** How the endpoints of the caller's institution, at most twenty, have answered lately. */
export const listEndpointHealth = query(EndpointService.method.listEndpointHealth, async (db, _, { actor }) => ({
  endpoints: await listHealth(db, actor),
}));

/** As many as an institution may have. */
const MAX_ENDPOINTS = 20;
