import { query } from '../../../platform/handler/query.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { deliveryMessage, findDelivery, listAttempts } from '../store/deliveries.ts';
import { findEndpoint } from '../store/endpoints.ts';

/** GET /webhook-endpoints/{id}/deliveries/{deliveryId}. */
export const getDelivery = query(DeliveryService.method.getDelivery, async (db, { endpointId, id }, { actor }) => {
  const [endpoint, delivery] = await Promise.all([findEndpoint(db, actor, endpointId), findDelivery(db, actor, id)]);
  if (!endpoint) refuse('ENDPOINT_NOT_FOUND');
  if (delivery?.endpointId !== endpoint.id) refuse('DELIVERY_NOT_FOUND');
  return { delivery: deliveryMessage(delivery), attempts: await listAttempts(db, actor, delivery.id) };
});
