import { query } from '../../../platform/handler/query.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findDelivery } from '../store/deliveries.ts';
import { findBody } from '../store/delivery-body.ts';
import { findEndpoint } from '../store/endpoints.ts';

/** GET /webhook-endpoints/{id}/deliveries/{deliveryId}. */
export const getDelivery = query(DeliveryService.method.getDelivery, async (db, request, { actor }) => {
  const { endpointId, id, withBody } = request;
  const [endpoint, found] = await Promise.all([findEndpoint(db, actor, endpointId), findDelivery(db, actor, id)]);
  if (!endpoint) refuse('ENDPOINT_NOT_FOUND');
  if (found?.delivery.endpointId !== endpoint.id) refuse('DELIVERY_NOT_FOUND');
  const body = withBody ? await findBody(db, actor, found.delivery) : undefined;
  return { ...found, ...(body !== undefined && { body }) };
});
