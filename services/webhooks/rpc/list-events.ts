import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { query } from '../../../platform/handler/query.ts';
import { EventService, type ListEventsRequest } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { areAllFeedTypes, isFeedType, typesOfResource } from '../domain/event-types.ts';
import { refuse } from '../domain/refusals.ts';
import { readFeed } from '../store/read-feed.ts';

/** GET /events: a page of the feed after a position. */
export const listEvents = query(EventService.method.listEvents, async (db, request, { actor }) => {
  const { size, afterSequence, resourceId, since } = request;
  const after = afterSequence === undefined ? null : Number(afterSequence);
  const page = await readFeed(db, actor, { after, size, types: typesOf(request), resourceId, since });
  return page ?? refuse('EVENTS_NOT_KEPT');
});

/** The types that pass both filters, each once; undefined for all. */
function typesOf({ types, resourceType }: ListEventsRequest): readonly string[] | undefined {
  const unknown = types.find((type) => !isFeedType(type));
  if (unknown !== undefined) refuseField('/types', 'invalid_value', `has the unknown or empty type "${unknown}"`);
  const named = new Set(types);
  if (resourceType === undefined) return named.size === 0 || areAllFeedTypes(named) ? undefined : [...named];
  const ofResource =
    typesOfResource(resourceType) ?? refuseField('/resourceType', 'invalid_value', 'must be a resource type');
  return named.size > 0 ? ofResource.filter((type) => named.has(type)) : ofResource;
}
