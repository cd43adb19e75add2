import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  instant,
  integer,
  nothing,
  type Placeholders,
  sqlStatement,
  text,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Booking, BookingConflict } from '../domain/room-bookings.ts';
import { appointments, roomBookings } from './tables.ts';

/**
 * Lets one transaction at a time decide about each of the rooms. Transactions that need several rooms lock them in one
 * order, which rules out deadlocks.
 * @param roomIds in lower case
 */
export function lockRooms(tx: Tx, { institutionId }: TenantActor, roomIds: readonly string[]): void {
  if (roomIds.length > 0) tx.write(LOCK, { institutionIds: roomIds.map(() => institutionId), roomIds });
}

/** The earliest appointment that overlaps one of the bookings; null if the rooms are free. */
export async function findConflict(
  db: Reader,
  { institutionId }: TenantActor,
  bookings: readonly Booking[],
): Promise<BookingConflict | null> {
  if (bookings.length === 0) return null;
  const [row] = await db.rows(CONFLICT, { institutionId, ...timesOf(bookings) });
  return row ?? null;
}

/** Deletes bookings. */
export function releaseRooms(tx: Tx, { institutionId }: TenantActor, bookings: readonly Booking[]): void {
  if (bookings.length === 0) return;
  const roomIds = bookings.map(({ roomId }) => roomId);
  tx.write(RELEASE, { institutionId, appointmentIds: appointmentsOf(bookings), roomIds });
}

/** Allows these bookings to overlap those made while the institution rejected conflicts, which it no longer does. */
export function shareRooms(tx: Tx, { institutionId }: TenantActor, bookings: readonly Booking[]): void {
  if (bookings.length > 0) tx.write(SHARE, { institutionId, ...timesOf(bookings) });
}

/**
 * Writes bookings of appointments that are already written.
 * @param isExclusive whether the institution rejects conflicts
 */
export function takeRooms(
  tx: Tx,
  { institutionId }: TenantActor,
  bookings: readonly Booking[],
  isExclusive: boolean,
): void {
  if (bookings.length === 0) return;
  tx.write(TAKE, {
    institutionId: bookings.map(() => institutionId),
    ...timesOf(bookings),
    appointmentIds: appointmentsOf(bookings),
    areExclusive: bookings.map(() => isExclusive),
  });
}

/** Deletes all bookings of an appointment. */
export function releaseAllRooms(tx: Tx, { institutionId }: TenantActor, appointmentId: string): void {
  tx.write(RELEASE_ALL, { institutionId, appointmentId });
}

function appointmentsOf(bookings: readonly Booking[]): string[] {
  return bookings.map(({ appointmentId }) => appointmentId);
}

/** The rooms and times of bookings, one array per column of {@link TIMES}. */
function timesOf(bookings: readonly Booking[]) {
  return {
    roomIds: bookings.map(({ roomId }) => roomId),
    dateTimes: bookings.map(({ dateTime }) => dateTime),
    durations: bookings.map(({ duration }) => duration),
  };
}

const BOOKED = { roomIds: uuids(), dateTimes: instant().array(), durations: integer().array() };
const TIMES = { institutionId: uuid(), ...BOOKED };
const times = ($: Placeholders<typeof TIMES>) => `unnest(${$.roomIds}, ${$.dateTimes}, ${$.durations})`;
const OCCUPIED = `tstzrange(v.date_time, v.date_time + make_interval(mins => v.duration))`;

/**
 * An institution has 256 locks for its rooms, so that a batch of thousands of rooms does not exhaust the server's lock
 * table.
 */
const LOCK = sqlStatement(roomBookings, 'lock_rooms', {
  writes: true,
  parameters: { institutionIds: text().array(), roomIds: text().array() },
  isLock: true,
  result: { locked: nothing() },
  text: ($) => `SELECT pg_advisory_xact_lock(room.key) AS locked FROM (
     SELECT DISTINCT hashtextextended('rooms/' || wanted.institution_id, 0) # (hashtextextended(wanted.id, 0) & 255) AS key
     FROM unnest(${$.institutionIds}, ${$.roomIds}) AS wanted(institution_id, id) ORDER BY key) AS room`,
});

const CONFLICT = sqlStatement(roomBookings, 'conflict', {
  parameters: TIMES,
  result: {
    id: appointments.columns.id,
    roomId: roomBookings.columns.roomId,
    dateTime: appointments.columns.dateTime,
    duration: appointments.columns.duration,
  },
  text: ($) => `SELECT a.id, b.room_id AS "roomId", a.date_time AS "dateTime", a.duration
   FROM ${times($)} WITH ORDINALITY AS v(room_id, date_time, duration, n)
   JOIN room_bookings b ON b.institution_id = ${$.institutionId} AND b.room_id = v.room_id AND b.occupied && ${OCCUPIED}
   JOIN appointments a ON a.institution_id = ${$.institutionId} AND a.id = b.appointment_id
   ORDER BY a.date_time, a.id, v.n LIMIT 1`,
});

const RELEASE = sqlStatement(roomBookings, 'release', {
  writes: true,
  parameters: { institutionId: uuid(), appointmentIds: uuids(), roomIds: uuids() },
  result: {},
  text: (
    $,
  ) => `DELETE FROM room_bookings b USING unnest(${$.appointmentIds}, ${$.roomIds}) AS v(appointment_id, room_id)
   WHERE b.institution_id = ${$.institutionId} AND b.appointment_id = v.appointment_id AND b.room_id = v.room_id`,
});

const RELEASE_ALL = sqlStatement(roomBookings, 'release_all', {
  writes: true,
  parameters: { institutionId: uuid(), appointmentId: uuid() },
  result: {},
  text: ($) =>
    `DELETE FROM room_bookings WHERE institution_id = ${$.institutionId} AND appointment_id = ${$.appointmentId}`,
});

const SHARE = sqlStatement(roomBookings, 'share', {
  writes: true,
  parameters: TIMES,
  result: {},
  text: ($) => `UPDATE room_bookings b SET is_exclusive = false FROM ${times($)} AS v(room_id, date_time, duration)
   WHERE b.institution_id = ${$.institutionId} AND b.room_id = v.room_id AND b.occupied && ${OCCUPIED} AND b.is_exclusive`,
});

/** Last: commands that share a transaction take no exclusive bookings, and others are looked for by nobody. */
const TAKE = sqlStatement(roomBookings, 'take', {
  writes: true,
  parameters: { institutionId: uuids(), ...BOOKED, appointmentIds: uuids(), areExclusive: boolean().array() },
  result: {},
  isLast: true,
  text: ($) => `INSERT INTO room_bookings (institution_id, room_id, occupied, appointment_id, is_exclusive)
   SELECT v.institution_id, v.room_id, ${OCCUPIED}, v.appointment_id, v.is_exclusive
   FROM unnest(${$.institutionId}, ${$.roomIds}, ${$.dateTimes}, ${$.durations}, ${$.appointmentIds}, ${$.areExclusive})
     AS v(institution_id, room_id, date_time, duration, appointment_id, is_exclusive)`,
});
