import type { TenantActor } from '../../chassis/actor.ts';
import { type Reader, statement, type Tx } from '../../chassis/db/statement.ts';
import type { Booking, BookingConflict } from '../domain/room-bookings.ts';

/**
 * Lets one writer at a time decide over each of the rooms, until its transaction ends. Writers of several rooms lock them in one order, so that
 * they wait for each other, and never in a circle.
 * @param roomIds in lower case
 */
export function lockRooms(tx: Tx, actor: TenantActor, roomIds: readonly string[]): void {
  if (roomIds.length > 0) tx.write(LOCK, [actor.institutionId, roomIds]);
}

/** The earliest appointment that overlaps one of the bookings; null when the rooms are free. */
export async function findConflict(
  db: Reader,
  actor: TenantActor,
  bookings: readonly Booking[],
): Promise<BookingConflict | null> {
  if (bookings.length === 0) return null;
  const [row] = await db.rows<BookingConflict>(CONFLICT, [actor.institutionId, ...timesOf(bookings)]);
  return row ?? null;
}

/** Gives up bookings. */
export function releaseRooms(tx: Tx, actor: TenantActor, bookings: readonly Booking[]): void {
  if (bookings.length === 0) return;
  tx.write(RELEASE, [
    actor.institutionId,
    bookings.map(({ appointmentId }) => appointmentId),
    bookings.map(({ roomId }) => roomId),
  ]);
}

/** Lets such bookings overlap those that were made while the institution rejected conflicts, which it does no more. */
export function shareRooms(tx: Tx, actor: TenantActor, bookings: readonly Booking[]): void {
  if (bookings.length > 0) tx.write(SHARE, [actor.institutionId, ...timesOf(bookings)]);
}

/** Writes bookings of appointments that are written. @param isExclusive whether the institution rejects conflicts */
export function takeRooms(tx: Tx, actor: TenantActor, bookings: readonly Booking[], isExclusive: boolean): void {
  if (bookings.length === 0) return;
  const appointmentIds = bookings.map(({ appointmentId }) => appointmentId);
  tx.write(TAKE, [actor.institutionId, ...timesOf(bookings), appointmentIds, isExclusive]);
}

/** Gives up all rooms of an appointment. */
export function releaseAllRooms(tx: Tx, actor: TenantActor, appointmentId: string): void {
  tx.write(RELEASE_ALL, [actor.institutionId, appointmentId]);
}

function timesOf(bookings: readonly Booking[]): [string[], string[], number[]] {
  return [
    bookings.map(({ roomId }) => roomId),
    bookings.map(({ dateTime }) => dateTime),
    bookings.map(({ duration }) => duration),
  ];
}

const OCCUPIED = `tstzrange(v.date_time, v.date_time + make_interval(mins => v.duration))`;
const TIMES = `unnest($2::uuid[], $3::timestamptz[], $4::integer[])`;

/** An institution has 256 locks for its rooms, so that a batch of thousands of rooms does not exhaust the server's. */
const LOCK = statement(
  'rooms_lock',
  `SELECT pg_advisory_xact_lock(room.key) FROM (
     SELECT DISTINCT hashtextextended('rooms/' || $1::text, 0) # (hashtextextended(id, 0) & 255) AS key
     FROM unnest($2::text[]) AS id ORDER BY key) AS room`,
);

const CONFLICT = statement(
  'room_bookings_conflict',
  `SELECT a.id, b.room_id AS "roomId", a.date_time AS "dateTime", a.duration, (v.n - 1)::integer AS index
   FROM ${TIMES} WITH ORDINALITY AS v(room_id, date_time, duration, n)
   JOIN room_bookings b ON b.institution_id = $1 AND b.room_id = v.room_id AND b.occupied && ${OCCUPIED}
   JOIN appointments a ON a.institution_id = $1 AND a.id = b.appointment_id
   ORDER BY a.date_time, a.id, v.n LIMIT 1`,
);

const RELEASE = statement(
  'room_bookings_release',
  `DELETE FROM room_bookings b USING unnest($2::uuid[], $3::uuid[]) AS v(appointment_id, room_id)
   WHERE b.institution_id = $1 AND b.appointment_id = v.appointment_id AND b.room_id = v.room_id`,
);

const RELEASE_ALL = statement(
  'room_bookings_release_all',
  'DELETE FROM room_bookings WHERE institution_id = $1 AND appointment_id = $2',
);

const SHARE = statement(
  'room_bookings_share',
  `UPDATE room_bookings b SET is_exclusive = false FROM ${TIMES} AS v(room_id, date_time, duration)
   WHERE b.institution_id = $1 AND b.room_id = v.room_id AND b.occupied && ${OCCUPIED} AND b.is_exclusive`,
);

const TAKE = statement(
  'room_bookings_take',
  `INSERT INTO room_bookings (institution_id, room_id, occupied, appointment_id, is_exclusive)
   SELECT $1, v.room_id, ${OCCUPIED}, v.appointment_id, $6
   FROM unnest($2::uuid[], $3::timestamptz[], $4::integer[], $5::uuid[]) AS v(room_id, date_time, duration, appointment_id)`,
);
