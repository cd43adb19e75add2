import { query } from '../../../platform/handler/query.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { feedTypes } from '../domain/event-types.ts';

/** The types of events, as people choose from them. */
export const listEventTypes = query(EventService.method.listEventTypes, async () => ({
  types: Object.values(feedTypes)
    .map(({ type, resource }) => ({ type, resourceType: resource }))
    .sort((a, b) => (a.type < b.type ? -1 : 1)),
}));
