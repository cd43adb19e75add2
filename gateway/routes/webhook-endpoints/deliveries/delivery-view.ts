import { present } from '../../../../platform/core/present.ts';
import type { Delivery } from '../../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { asView } from '../../../endpoint/envelope.ts';
import type { DeliveryView } from '../../../schema/webhook-delivery.ts';

/** A delivery as the specification's additions show it. */
export function deliveryView(delivery: Delivery | undefined): DeliveryView {
  return asView<DeliveryView, Delivery>(present(delivery, 'delivery'));
}
