import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { instant, sqlStatement, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { roomBookings } from './tables.ts';

/**
 * The rooms among `roomIds` that are booked at any instant of [from, to), where an appointment at that time would
 * conflict.
 * @param interval instant texts
 */
export async function listBookedRooms(
  db: Reader,
  { institutionId }: TenantActor,
  roomIds: readonly string[],
  interval: { readonly from: string; readonly to: string },
): Promise<Set<string>> {
  if (roomIds.length === 0) return new Set();
  const rows = await db.rows(BOOKED, { institutionId, roomIds, ...interval });
  return new Set(rows.map(({ roomId }) => roomId));
}

/**
 * Looks only at the last booking of each room that begins before the end, however long the interval: if that one is
 * exclusive and does not overlap, no other does, for it would overlap that one, too. Only if it is not exclusive, the
 * index of times is searched, which costs several times as much.
 */
const BOOKED = sqlStatement(roomBookings, 'booked_rooms', {
  parameters: { institutionId: uuid(), roomIds: uuids(), from: instant(), to: instant() },
  result: { roomId: roomBookings.columns.roomId },
  text: ($) => `SELECT v.room_id AS "roomId" FROM unnest(${$.roomIds}) AS v(room_id)
   CROSS JOIN LATERAL (
     SELECT b.occupied, b.is_exclusive FROM appointment_links l
     JOIN room_bookings b ON b.institution_id = l.institution_id AND b.appointment_id = l.appointment_id AND b.room_id = l.target_id
     WHERE l.institution_id = ${$.institutionId} AND l.kind = 'room' AND l.target_id = v.room_id AND NOT l.is_deleted AND l.date_time < ${$.to}
     ORDER BY l.date_time DESC, l.appointment_id DESC LIMIT 1
   ) latest
   WHERE latest.occupied && tstzrange(${$.from}, ${$.to}) OR NOT latest.is_exclusive AND EXISTS (
     SELECT FROM room_bookings b
     WHERE b.institution_id = ${$.institutionId} AND b.room_id = v.room_id AND b.occupied && tstzrange(${$.from}, ${$.to}))`,
});
