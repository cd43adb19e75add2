import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { boolean, integer, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import { rooms } from './tables.ts';

/** A room of the page that was read. */
export interface LookedAtRoom {
  readonly id: string;
  readonly name: string;
  /** From 1, in the order of the page. */
  readonly position: number;
  /** The setup to book it with; null for the room without a setup. */
  readonly setupId: string | null;
  /** Not archived, and with the required seats. */
  readonly isBookable: boolean;
}

/** No minimum: matches rooms without a stated capacity, too. */
export const ANY_CAPACITY = 0;

/**
 * Reads as many rooms as the page holds, by name and id. Returns the bookable ones, and the last two in any case: they
 * show where the page ends and whether it is the last one.
 * @param capacity required seats, or {@link ANY_CAPACITY}; a room or setup without stated seats counts as 0
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
 * The ways to book a room: with one of its setups, whose seats default to the room's, or, if the room has no default
 * setup, without one. The default comes first, then the smallest that is large enough.
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
