import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { command } from '../../../platform/handler/command.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { countReplayable, replayRange } from '../store/send-again.ts';
import { lockEnabledEndpoint } from './lock-enabled-endpoint.ts';

/** Events of one replay at most: it is one transaction, which holds up the recording of the institution's events. */
const REPLAYED_AT_MOST = 10_000;

/** POST /webhook-endpoints/{id}/replay. */
export const replayEvents = command(DeliveryService.method.replayEvents, {
  async run(tx, { endpointId, fromSequence, toSequence }, { actor, now }) {
    const endpoint = await lockEnabledEndpoint(tx, actor, endpointId);
    const range = { from: Number(fromSequence), to: Number(toSequence ?? BigInt(Number.MAX_SAFE_INTEGER)) };
    if (range.to < range.from) refuseField('/toSequence', 'too_small', 'must not be below fromSequence');
    if ((await countReplayable(tx, endpoint, range, REPLAYED_AT_MOST + 1)) > REPLAYED_AT_MOST)
      refuseField('/toSequence', 'too_big', `must leave ${REPLAYED_AT_MOST} events at most: replay them in parts`);
    return { response: { deliveries: await replayRange(tx, endpoint, range, now) } };
  },
});
