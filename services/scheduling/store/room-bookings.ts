import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
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
import type { Booking, Overlap } from '../domain/room-bookings.ts';
import { appointments, roomBookings } from './tables.ts';

/**
 * Lets one transaction at a time decide about each of the rooms. Transactions that need several rooms lock them in one
 * order, which rules out deadlocks.
 * @param roomIds in lower case
 */
export function lockRooms(tx: Tx, { institutionId }: TenantActor, roomIds: readonly string[]): void {
  if (roomIds.length > 0) tx.write(LOCK, { institutionIds: roomIds.map(() => institutionId), roomIds });
}

/** The earliest other appointments that overlap the bookings of one, each once for each room: none if they are free. */
export async function listOverlaps(
  db: Reader,
  { institutionId }: TenantActor,
  bookings: readonly Booking[],
  limit = MAX_OVERLAPS,
): Promise<readonly Overlap[]> {
  const [first] = bookings;
  if (!first) return [];
  return db.rows(OVERLAPS, { institutionId, ...timesOf(bookings), except: first.appointmentId, limit });
}

/** How many overlaps an answer shows. */
export const MAX_OVERLAPS = 10;

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
 * Writes bookings of an appointment that is already written.
 * @param isExclusive whether the institution rejects conflicts
 * @param seen the overlaps of the appointment, as read before its rooms were locked: if others have booked them since,
 *   the command begins again
 */
export function takeRooms(
  tx: Tx,
  { institutionId }: TenantActor,
  bookings: readonly Booking[],
  isExclusive: boolean,
  seen?: readonly Overlap[],
): void {
  const [first] = bookings;
  if (!first) return;
  const taken = {
    institutionId: bookings.map(() => institutionId),
    ...timesOf(bookings),
    appointmentIds: appointmentsOf(bookings),
  };
  tx.write(TAKE, { ...taken, areExclusive: bookings.map(() => isExclusive) });
  // Exclusive bookings never overlap, and a caller who gets as many as are shown needs no more.
  if (!seen || isExclusive || seen.length === MAX_OVERLAPS) return;
  tx.write(EXPECT, { ...taken, own: seen.map(() => first.appointmentId), seen: seen.map(({ id }) => id) });
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

const OVERLAPS = sqlStatement(roomBookings, 'overlaps', {
  parameters: { ...TIMES, except: uuid(), limit: bigint() },
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
   WHERE b.appointment_id <> ${$.except} ORDER BY a.date_time, a.id, v.n LIMIT ${$.limit}`,
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

/** Last: commands that share a transaction take no exclusive bookings, and only later commands look for others. */
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

const EXPECT = sqlStatement(roomBookings, 'expect_overlaps', {
  parameters: { institutionId: uuids(), ...BOOKED, appointmentIds: uuids(), own: uuids(), seen: uuids() },
  result: { refuse_stale_write: nothing() },
  isLast: true,
  text: ($) => `SELECT refuse_stale_write()
   FROM unnest(${$.institutionId}, ${$.roomIds}, ${$.dateTimes}, ${$.durations}, ${$.appointmentIds})
     AS v(institution_id, room_id, date_time, duration, appointment_id)
   JOIN room_bookings b ON b.institution_id = v.institution_id AND b.room_id = v.room_id AND b.occupied && ${OCCUPIED}
     AND b.appointment_id <> v.appointment_id
   WHERE (v.appointment_id, b.appointment_id) NOT IN (SELECT * FROM unnest(${$.own}, ${$.seen})) LIMIT 1`,
});
