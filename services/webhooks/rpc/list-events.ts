import { query } from '../../../platform/handler/query.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { filteredTypes } from '../domain/filtered-types.ts';
import { refuse } from '../domain/refusals.ts';
import { endOfFeed, type FeedPosition, positionSince, readFeed } from '../store/read-feed.ts';

/** GET /events: a page of the feed after a position, or from the first event since an instant. */
export const listEvents = query(EventService.method.listEvents, async (db, request, { actor }) => {
  const { size, afterSequence, afterId, resourceId, since, onlyEnd } = request;
  const filters = { types: filteredTypes(request, '/types'), resourceId };
  if (onlyEnd) return { events: [], hasMore: false, ...endMessage(await endOfFeed(db, actor)) };
  const begin = async () => (since === undefined ? null : positionSince(db, actor, { ...filters, since }));
  const after = afterSequence === undefined ? await begin() : Number(afterSequence);
  const page = (await readFeed(db, actor, { ...filters, after, afterId, size })) ?? refuse('EVENTS_NOT_KEPT');
  return { events: page.events, hasMore: page.hasMore, ...endMessage(page.end) };
});

function endMessage({ sequence, id }: FeedPosition) {
  return { endSequence: BigInt(sequence), ...(id === undefined ? {} : { endId: id }) };
}
