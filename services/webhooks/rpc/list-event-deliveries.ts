import { query } from '../../../platform/handler/query.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { listEventDeliveries as list } from '../store/deliveries.ts';
import { withLastAttempts } from '../store/last-attempts.ts';

/** Where an event was sent, and with what result. */
export const listEventDeliveries = query(
  DeliveryService.method.listEventDeliveries,
  async (db, { eventId }, { actor }) => ({
    deliveries: await withLastAttempts(db, actor, await list(db, actor, eventId)),
  }),
);
