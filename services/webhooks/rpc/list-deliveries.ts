import { cutPage, newestFirst } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { DeliveryStatus } from '../domain/delivery.ts';
import { refuse } from '../domain/refusals.ts';
import { deliveryMessage, listDeliveries as list } from '../store/deliveries.ts';
import { findEndpoint } from '../store/endpoints.ts';

/** GET /webhook-endpoints/{id}/deliveries: newest first. */
export const listDeliveries = query(DeliveryService.method.listDeliveries, async (db, request, { actor }) => {
  const { endpointId, page, eventId } = request;
  const status = request.status as DeliveryStatus | undefined;
  const keyset = newestFirst(page);
  const endpoint = (await findEndpoint(db, actor, endpointId)) ?? refuse('ENDPOINT_NOT_FOUND');
  const { rows, hasMore } = cutPage(
    await list(db, actor, { endpointId: endpoint.id, status, eventId }, keyset),
    keyset,
  );
  return { deliveries: rows.map(deliveryMessage), hasMore };
});
