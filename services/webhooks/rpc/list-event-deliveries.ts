import { query } from '../../../platform/handler/query.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { deliveryMessage, listEventDeliveries as list } from '../store/deliveries.ts';

/** Where an event was sent, and with what result. */
export const listEventDeliveries = query(
  DeliveryService.method.listEventDeliveries,
  async (db, { eventId }, { actor }) => ({
    deliveries: (await list(db, actor, eventId)).map(deliveryMessage),
  }),
);
