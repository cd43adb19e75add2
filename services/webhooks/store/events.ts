import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  type Placeholders,
  type RowOf,
  sqlPointRead,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
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

interface LatestEvents {
  /** Only events below it. */
  readonly before: number;
  readonly limit: number;
  /** Each once; undefined for all. A look-up is made for each. */
  readonly types: readonly string[] | undefined;
  readonly resourceId: string | undefined;
}

/** The latest events of the feed before a sequence, the newest first. */
export async function listLatestEvents(
  db: Reader,
  { institutionId }: TenantActor,
  { before, limit, types, resourceId }: LatestEvents,
): Promise<EventRow[]> {
  const page = { institutionId, before, limit };
  if (resourceId !== undefined)
    return isUuid(resourceId) ? db.rows(OF_RESOURCE, { ...page, resourceId, types: types ?? [] }) : [];
  return types ? db.rows(OF_TYPES, { ...page, types }) : db.rows(LATEST, page);
}

const PAGE = { institutionId: uuid(), before: bigint(), limit: bigint() };
const RESULT = typesOf(events, SHOWN);

/** The largest page, and the row that shows whether there are more: a literal, as for the feed in its own order. */
const MAX_ROWS = 101;

const pageOf = ($: Placeholders<typeof PAGE>, condition: string) => `SELECT m.* FROM (
     SELECT ${columnsOf(events, 'e', SHOWN)} FROM events e
     WHERE e.institution_id = ${$.institutionId} AND e.sequence < ${$.before}${condition}
     ORDER BY e.sequence DESC LIMIT ${MAX_ROWS}) AS m
   ORDER BY m.sequence DESC LIMIT ${$.limit}`;

const LATEST = sqlStatement(events, 'latest', { parameters: PAGE, result: RESULT, text: ($) => pageOf($, '') });

const OF_TYPES = sqlStatement(events, 'latest_of_types', {
  parameters: { ...PAGE, types: text().array() },
  result: RESULT,
  text: ({ types, ...$ }) => `SELECT p.* FROM unnest(${types}) AS t(type)
     CROSS JOIN LATERAL (${pageOf($, ' AND e.type = t.type')}) AS p
   ORDER BY p.sequence DESC LIMIT ${$.limit}`,
});

const OF_RESOURCE = sqlStatement(events, 'latest_of_resource', {
  parameters: { ...PAGE, resourceId: uuid(), types: text().array() },
  result: RESULT,
  text: ({ resourceId, types, ...$ }) =>
    pageOf($, ` AND e.resource_id = ${resourceId} AND (cardinality(${types}) = 0 OR e.type = ANY(${types}))`),
});
