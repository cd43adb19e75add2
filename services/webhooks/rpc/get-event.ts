import { query } from '../../../platform/handler/query.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findEvent } from '../store/events.ts';

export const getEvent = query(EventService.method.getEvent, async (db, { id }, { actor }) => ({
  event: (await findEvent(db, actor, id)) ?? refuse('EVENT_NOT_FOUND'),
}));
