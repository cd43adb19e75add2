import { query } from '../../../platform/handler/query.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { filteredTypes } from '../domain/filtered-types.ts';
import { refuse } from '../domain/refusals.ts';
import { endOfFeed, positionSince, readFeed } from '../store/read-feed.ts';

/** GET /events: a page of the feed after a position, or from the first event since an instant. */
export const listEvents = query(EventService.method.listEvents, async (db, request, { actor }) => {
  const { size, afterSequence, resourceId, since, onlyEnd } = request;
  const filters = { types: filteredTypes(request, '/types'), resourceId };
  if (onlyEnd) return { events: [], hasMore: false, endSequence: BigInt(await endOfFeed(db, actor)) };
  const begin = async () => (since === undefined ? null : positionSince(db, actor, { ...filters, since }));
  const after = afterSequence === undefined ? await begin() : Number(afterSequence);
  const page = await readFeed(db, actor, { ...filters, after, size });
  return page ?? refuse('EVENTS_NOT_KEPT');
});
