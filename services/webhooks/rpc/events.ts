import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { chargeDailyBudget } from '../deliveries/charge-daily-budget.ts';
import { lockEnabledEndpoint } from '../deliveries/lock-enabled-endpoint.ts';
import { feedTypes } from '../domain/event-types.ts';
import { filteredTypes } from '../domain/filtered-types.ts';
import { areaBeyond, limitOf } from '../domain/granted.ts';
import { refuse } from '../domain/refusals.ts';
import { eventMessage, findEvent, listLatestEvents as list } from '../store/events.ts';
import { rangeInPeriod } from '../store/period.ts';
import { endOfFeed, type FeedPosition, positionSince, readFeed } from '../store/read-feed.ts';
import { beginReplay, countReplayable, readReplayState } from '../store/replay.ts';

export const getEvent = query(EventService.method.getEvent, async (db, { id }, { actor }) => {
  const event = await findEvent(db, actor, id);
  if (!event || areaBeyond(limitOf(actor), [event.type]) !== undefined) refuse('EVENT_NOT_FOUND');
  return { event };
});

/** GET /events: a page of the feed after a position, or from the first event since an instant. */
export const listEvents = query(EventService.method.listEvents, async (db, request, { actor }) => {
  const { size, afterSequence, afterId, resourceId, since, onlyEnd } = request;
  const filters = { types: filteredTypes(request, '/types', limitOf(actor)), resourceId };
  if (onlyEnd) return { events: [], hasMore: false, ...endMessage(await endOfFeed(db, actor)) };
  const begin = async () => (since === undefined ? null : positionSince(db, actor, { ...filters, since }));
  const after = afterSequence === undefined ? await begin() : Number(afterSequence);
  const page = (await readFeed(db, actor, { ...filters, after, afterId, size })) ?? refuse('EVENTS_NOT_KEPT');
  return { events: page.events, hasMore: page.hasMore, ...endMessage(page.end) };
});

function endMessage({ sequence, id }: FeedPosition) {
  return { endSequence: BigInt(sequence), ...(id === undefined ? {} : { endId: id }) };
}

/** The feed as people read it: the newest first. */
export const listLatestEvents = query(EventService.method.listLatestEvents, async (db, request, { actor }) => {
  const { size, beforeSequence, type, resourceType, resourceId } = request;
  const rows = await list(db, actor, {
    before: Number(beforeSequence ?? BigInt(Number.MAX_SAFE_INTEGER)),
    limit: size + 1,
    types: filteredTypes({ types: type === undefined ? [] : [type], resourceType }, '/type'),
    resourceId,
  });
  return { events: rows.slice(0, size).map(eventMessage), hasMore: rows.length > size };
});

/** The types of events, as people choose from them. */
export const listEventTypes = query(EventService.method.listEventTypes, async () => ({
  types: Object.values(feedTypes)
    .map(({ type, resource }) => ({ type, resourceType: resource }))
    .sort((a, b) => (a.type < b.type ? -1 : 1)),
}));

/** Maximum events per replay: they are counted before the answer. */
const MAX_REPLAYED = 10_000;

/** POST /webhook-endpoints/{id}/replay: the worker creates the deliveries. */
export const replayEvents = command(DeliveryService.method.replayEvents, {
  async run(tx, { endpointId, fromSequence, toSequence, from, to }, { actor, now, runtime }) {
    const { endpoint, note } = await lockEnabledEndpoint(tx, actor, endpointId);
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
      note();
      beginReplay(tx, endpoint, { from: range.from, to: Math.min(range.to, head) }, now);
    }
    return { response: { deliveries: events } };
  },
});
