import { query } from '../../../platform/handler/query.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { filteredTypes } from '../domain/filtered-types.ts';
import { refuse } from '../domain/refusals.ts';
import { readFeed } from '../store/read-feed.ts';

/** GET /events: a page of the feed after a position. */
export const listEvents = query(EventService.method.listEvents, async (db, request, { actor }) => {
  const { size, afterSequence, resourceId, since } = request;
  const after = afterSequence === undefined ? null : Number(afterSequence);
  const page = await readFeed(db, actor, { after, size, types: filteredTypes(request, '/types'), resourceId, since });
  return page ?? refuse('EVENTS_NOT_KEPT');
});
