import { present } from '../../../../platform/core/present.ts';
import type { Delivery } from '../../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { DeliveryView } from '../../../schema/webhook-delivery.ts';

/** A delivery as the specification's additions show it. */
export function deliveryView(delivery: Delivery | undefined): DeliveryView {
  const { id, endpointId, eventId, eventType, status, nextAttemptAt, createdAt, updatedAt } = present(
    delivery,
    'delivery',
  );
  return {
    ...{ id, endpointId, eventId, eventType },
    status: status as DeliveryView['status'],
    nextAttemptAt: nextAttemptAt ?? null,
    ...{ createdAt, updatedAt },
  };
}
