import { eventActor } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { chargeDailyBudget } from '../deliveries/charge-daily-budget.ts';
import { lockEnabledEndpoint } from '../deliveries/lock-enabled-endpoint.ts';
import { eventBody } from '../domain/event-body.ts';
import { testEvent } from '../domain/test-event.ts';
import { deliveryMessage } from '../store/deliveries.ts';
import { insertTestDelivery } from '../store/send-again.ts';

/** POST /webhook-endpoints/{id}/test. */
export const sendTestEvent = command(DeliveryService.method.sendTestEvent, {
  async run(tx, { endpointId }, { actor, now, newId, requestId, runtime }) {
    const { endpoint, note } = await lockEnabledEndpoint(tx, actor, endpointId);
    await chargeDailyBudget(tx, endpoint, 1, { runtime, now });
    note();
    const event = testEvent({ id: newId(), endpointId, actor: eventActor(actor), requestId, now });
    const { id: eventId, type: eventType } = event;
    const sent = { deliveryId: newId(), eventId, eventType, body: eventBody(event), now };
    return { response: { delivery: deliveryMessage(insertTestDelivery(tx, endpoint, sent)) } };
  },
});
