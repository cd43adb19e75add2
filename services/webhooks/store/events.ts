import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { columnsBut, columnsOf, type RowOf, sqlPointRead, typesOf, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { type Event, EventSchema } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { resourceOf } from '../domain/event-types.ts';
import { events } from './tables.ts';

export type EventRow = Pick<RowOf<typeof events>, (typeof SHOWN)[number]>;

/** The event; null if the institution has none with this id, or no longer. */
export async function findEvent(db: Reader, actor: TenantActor, id: string): Promise<Event | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(BY_ID, { institutionId: actor.institutionId, id });
  return row && eventMessage(row);
}

export function eventMessage(row: EventRow): Event {
  return writeEvent({
    ...row,
    sequence: BigInt(row.sequence),
    resource: resourceOf(row),
    requestId: row.requestId || null,
  });
}

const writeEvent = messageWriter(EventSchema);

export const SHOWN = columnsBut(events, 'institutionId', 'recordedAt');

const BY_ID = sqlPointRead(events, 'by_id', {
  key: { institutionId: uuid(), id: uuid() },
  result: typesOf(events, SHOWN),
  text: `SELECT ${columnsOf(events, 'e', SHOWN)} FROM events e
   WHERE e.institution_id = k.institution_id AND e.id = k.id`,
});
