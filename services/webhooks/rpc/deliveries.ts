import { cutPage, newestFirst } from '../../../platform/core/paging.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { chargeDailyBudget } from '../deliveries/charge-daily-budget.ts';
import { lockEnabledEndpoint } from '../deliveries/lock-enabled-endpoint.ts';
import type { DeliveryStatus } from '../domain/delivery.ts';
import { known } from '../domain/granted.ts';
import { refuse } from '../domain/refusals.ts';
import {
  deliveryMessage,
  findDelivery,
  listDeliveries as list,
  listEventDeliveries as listOfEvent,
  lockDelivery,
} from '../store/deliveries.ts';
import { findBody } from '../store/delivery-body.ts';
import { findEndpoint } from '../store/endpoints.ts';
import { redeliver as sendAgain } from '../store/send-again.ts';

/** GET /webhook-endpoints/{id}/deliveries/{deliveryId}. */
export const getDelivery = query(DeliveryService.method.getDelivery, async (db, request, { actor }) => {
  const { endpointId, id, withBody } = request;
  const [endpoint, found] = await Promise.all([findEndpoint(db, actor, endpointId), findDelivery(db, actor, id)]);
  if (found?.delivery.endpointId !== known(actor, endpoint).id) refuse('DELIVERY_NOT_FOUND');
  const body = withBody ? await findBody(db, actor, found.delivery) : undefined;
  return { ...found, ...(body !== undefined && { body }) };
});

/** GET /webhook-endpoints/{id}/deliveries: newest first. */
export const listDeliveries = query(DeliveryService.method.listDeliveries, async (db, request, { actor }) => {
  const { endpointId, page, eventId } = request;
  const status = request.status as DeliveryStatus | undefined;
  const keyset = newestFirst(page);
  const endpoint = known(actor, await findEndpoint(db, actor, endpointId));
  const { rows, hasMore } = cutPage(
    await list(db, actor, { endpointId: endpoint.id, status, eventId }, keyset),
    keyset,
  );
  return { deliveries: rows.map(deliveryMessage), hasMore };
});

/** The endpoints to which an event was sent, and the results. */
export const listEventDeliveries = query(
  DeliveryService.method.listEventDeliveries,
  async (db, { eventId }, { actor }) => ({
    deliveries: (await listOfEvent(db, actor, eventId)).map(deliveryMessage),
  }),
);

/** POST /webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver. */
export const redeliver = command(DeliveryService.method.redeliver, {
  async run(tx, { endpointId, id }, { actor, now, runtime }) {
    const { endpoint, note } = await lockEnabledEndpoint(tx, actor, endpointId);
    const delivery = await lockDelivery(tx, actor, id);
    if (delivery?.endpointId !== endpoint.endpointId) refuse('DELIVERY_NOT_FOUND');
    await chargeDailyBudget(tx, endpoint, 1, { runtime, now });
    note();
    sendAgain(tx, endpoint, delivery, now);
    const restarted = (await findDelivery(tx, actor, id)) ?? refuse('DELIVERY_NOT_FOUND');
    return { response: { delivery: restarted.delivery } };
  },
});
