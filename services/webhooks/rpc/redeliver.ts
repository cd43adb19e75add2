import { command } from '../../../platform/handler/command.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { chargeDailyBudget } from '../deliveries/charge-daily-budget.ts';
import { lockEnabledEndpoint } from '../deliveries/lock-enabled-endpoint.ts';
import { refuse } from '../domain/refusals.ts';
import { findDelivery, lockDelivery } from '../store/deliveries.ts';
import { redeliver as sendAgain } from '../store/send-again.ts';

/** POST /webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver. */
export const redeliver = command(DeliveryService.method.redeliver, {
  async run(tx, { endpointId, id }, { actor, now, runtime }) {
    const endpoint = await lockEnabledEndpoint(tx, actor, endpointId);
    const delivery = await lockDelivery(tx, actor, id);
    if (delivery?.endpointId !== endpoint.endpointId) refuse('DELIVERY_NOT_FOUND');
    await chargeDailyBudget(tx, endpoint, 1, { runtime, now });
    sendAgain(tx, endpoint, delivery, now);
    const restarted = (await findDelivery(tx, actor, id)) ?? refuse('DELIVERY_NOT_FOUND');
    return { response: { delivery: restarted.delivery } };
  },
});
