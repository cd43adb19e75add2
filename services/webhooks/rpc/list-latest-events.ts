import { query } from '../../../platform/handler/query.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { filteredTypes } from '../domain/filtered-types.ts';
import { eventMessage } from '../store/events.ts';
import { listLatestEvents as list } from '../store/latest-events.ts';

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
