import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { command } from '../../../platform/handler/command.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { chargeDailyBudget } from '../deliveries/charge-daily-budget.ts';
import { lockEnabledEndpoint } from '../deliveries/lock-enabled-endpoint.ts';
import { refuse } from '../domain/refusals.ts';
import { rangeInPeriod } from '../store/period.ts';
import { beginReplay, countReplayable, readReplayState } from '../store/replay.ts';

/** Maximum events per replay: they are counted before the answer. */
const MAX_REPLAYED = 10_000;

/** POST /webhook-endpoints/{id}/replay: the worker creates the deliveries. */
export const replayEvents = command(DeliveryService.method.replayEvents, {
  async run(tx, { endpointId, fromSequence, toSequence, from, to }, { actor, now, runtime }) {
    const endpoint = await lockEnabledEndpoint(tx, actor, endpointId);
    const named = { from: Number(fromSequence), to: Number(toSequence ?? BigInt(Number.MAX_SAFE_INTEGER)) };
    if (named.to < named.from) refuseField('/toSequence', 'too_small', 'must not be less than fromSequence');
    if (from !== undefined && to !== undefined && to <= from)
      refuseField('/to', 'too_small', 'must be later than from');
    const range = await rangeInPeriod(tx, actor, named, { from, to });
    const { hasAnswered, isReplaying } = await readReplayState(tx, endpoint);
    if (!hasAnswered) refuse('ENDPOINT_UNPROVEN');
    if (isReplaying) refuse('ENDPOINT_REPLAYING');
    const { events, head } = await countReplayable(tx, endpoint, range, MAX_REPLAYED + 1);
    if (events > MAX_REPLAYED)
      refuseField(
        from === undefined ? '/toSequence' : '/from',
        'too_big',
        `must select at most ${MAX_REPLAYED} events: replay them in parts`,
      );
    if (events > 0) {
      await chargeDailyBudget(tx, endpoint, events, { runtime, now });
      beginReplay(tx, endpoint, { from: range.from, to: Math.min(range.to, head) }, now);
    }
    return { response: { deliveries: events } };
  },
});
