import type { AppointmentState } from './appointment.ts';

/** A room booked for an appointment's time. */
export interface Booking {
  readonly appointmentId: string;
  readonly roomId: string;
  /** Instant text. */
  readonly dateTime: string;
  /** In minutes. */
  readonly duration: number;
}

/** Another appointment that has booked a room at the time. */
export interface Overlap {
  readonly id: string;
  readonly roomId: string;
  /** Instant text. */
  readonly dateTime: string;
  /** In minutes. */
  readonly duration: number;
}

export interface BookingChanges {
  readonly released: readonly Booking[];
  readonly taken: readonly Booking[];
  /** Those that the appointment has afterwards. */
  readonly all: readonly Booking[];
}

/**
 * The changes of an appointment's bookings. Unchanged bookings are not written again, so that an overlap from a time
 * when the institution allowed it does not fail a change of something else.
 */
export function bookingChanges(before: AppointmentState | null, after: AppointmentState | null): BookingChanges {
  const old = before ? bookingsOf(before) : [];
  const next = after ? bookingsOf(after) : [];
  return { released: without(old, next), taken: without(next, old), all: next };
}

/** The rooms that the changes concern, each once. */
export function roomsOf({ released, taken }: BookingChanges): string[] {
  return [...new Set([...released, ...taken].map(({ roomId }) => roomId))];
}

/** The bookings of an appointment, in the order of its rooms. */
export function bookingsOf({
  id,
  roomIds,
  dateTime,
  duration,
}: Pick<AppointmentState, 'id' | 'roomIds' | 'dateTime' | 'duration'>): Booking[] {
  return roomIds.map((roomId) => ({ appointmentId: id, roomId, dateTime, duration }));
}

function without(bookings: readonly Booking[], others: readonly Booking[]): Booking[] {
  return bookings.filter(
    (booking) =>
      !others.some(
        (other) =>
          other.roomId === booking.roomId && other.dateTime === booking.dateTime && other.duration === booking.duration,
      ),
  );
}
