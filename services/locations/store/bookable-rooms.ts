import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { boolean, integer, uuid } from '../../../platform/data/schema/column.ts';
import { POSITION } from '../../../platform/data/statements/page-query.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import { rooms } from './tables.ts';

/** A room that was looked at. */
export interface LookedAtRoom {
  readonly id: string;
  readonly name: string;
  /** From 1, in the order of the page. */
  readonly position: number;
  /** What to book it with; null is the room without a setup. */
  readonly setupId: string | null;
  /** Not archived, with the seats that were asked for. */
  readonly isBookable: boolean;
}

/** Seats that every room has, stated or not. */
export const ANY_CAPACITY = 0;

/**
 * Looks at so many rooms as the page says, by name and id, and returns those that may be booked, and the last two in any case: they say where the
 * page ends and whether it is the last one.
 * @param capacity seats that are needed, or {@link ANY_CAPACITY}; a room or setup whose seats are not stated has none
 */
export async function listBookableRooms(
  db: Reader,
  { institutionId }: TenantActor,
  after: Keyset,
  { locationId, capacity }: { readonly locationId: string | undefined; readonly capacity: number },
): Promise<LookedAtRoom[]> {
  const params = { institutionId, ...after, capacity };
  if (locationId === undefined) return db.rows(LIST, params);
  return isUuid(locationId) ? db.rows(LIST_OF_LOCATION, { ...params, locationId }) : [];
}

const PARAMETERS = { ...POSITION, capacity: integer() };

const RESULT = {
  id: rooms.columns.id,
  name: rooms.columns.name,
  position: integer(),
  setupId: uuid().nullable(),
  isBookable: boolean(),
};

const LIST = sqlStatement(rooms, 'list_bookable', {
  parameters: PARAMETERS,
  result: RESULT,
  text: ($) => bookableAmong('', $),
});

const LIST_OF_LOCATION = sqlStatement(rooms, 'list_bookable_of_location', {
  parameters: { ...PARAMETERS, locationId: uuid() },
  result: RESULT,
  text: ($) => bookableAmong(`AND r.location_id = ${$.locationId}`, $),
});

/**
 * Ways to book a room: with one of its setups, whose seats are the room's own where it states none, and, without a default setup, with none. The
 * default one comes first, then the smallest that is large enough.
 */
function bookableAmong(condition: string, $: Readonly<Record<keyof typeof PARAMETERS, string>>): string {
  return `SELECT r.id, r.name, r.position, way.setup_id AS "setupId", way.is_found IS NOT NULL AS "isBookable"
   FROM (
     SELECT r.*, (row_number() OVER (ORDER BY r.name, r.id))::integer AS position FROM rooms r
     WHERE r.institution_id = ${$.institutionId} AND (r.name, r.id) > (${$.sort}, ${$.id}) ${condition}
     ORDER BY r.name, r.id LIMIT ${$.limit}
   ) r
   LEFT JOIN LATERAL (
     SELECT w.setup_id, true AS is_found FROM (
       SELECT s.id AS setup_id, s.is_default, s.name, coalesce(s.capacity, r.capacity) AS seats
       FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id
       UNION ALL
       SELECT NULL, true, '', r.capacity
       WHERE NOT EXISTS (SELECT FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id AND s.is_default)
     ) w
     WHERE coalesce(w.seats, 0) >= ${$.capacity}
     ORDER BY w.is_default DESC, w.seats, w.name, w.setup_id LIMIT 1
   ) way ON NOT r.is_archived
   WHERE way.is_found OR r.position >= ${$.limit} - 1
   ORDER BY r.name, r.id`;
}
