import { query } from '../../../platform/handler/query.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findDelivery, listAttempts } from '../store/deliveries.ts';
import { findBody } from '../store/delivery-body.ts';
import { findEndpoint } from '../store/endpoints.ts';
import { withLastAttempts } from '../store/last-attempts.ts';

/** GET /webhook-endpoints/{id}/deliveries/{deliveryId}. */
export const getDelivery = query(DeliveryService.method.getDelivery, async (db, request, { actor }) => {
  const { endpointId, id, withBody } = request;
  const [endpoint, delivery] = await Promise.all([findEndpoint(db, actor, endpointId), findDelivery(db, actor, id)]);
  if (!endpoint) refuse('ENDPOINT_NOT_FOUND');
  if (delivery?.endpointId !== endpoint.id) refuse('DELIVERY_NOT_FOUND');
  const [[shown], attempts, body] = await Promise.all([
    withLastAttempts(db, actor, [delivery]),
    listAttempts(db, actor, delivery.id),
    withBody ? findBody(db, actor, delivery) : undefined,
  ]);
  return { ...(shown && { delivery: shown }), attempts, ...(body !== undefined && { body }) };
});
