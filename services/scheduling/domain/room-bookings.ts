import type { AppointmentState } from './appointment.ts';

/** A room that an appointment takes at its time. */
export interface Booking {
  readonly appointmentId: string;
  readonly roomId: string;
  /** Instant text. */
  readonly dateTime: string;
  /** In minutes. */
  readonly duration: number;
}

/** The appointment that has booked a room already. */
export interface BookingConflict {
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
}

/**
 * What a write changes of an appointment's bookings. Those that stay as they are are not written again, so that an overlap of the time when
 * the institution allowed it is held against nobody who changes something else.
 */
export function bookingChanges(before: AppointmentState | null, after: AppointmentState | null): BookingChanges {
  const old = before ? bookingsOf(before) : [];
  const next = after ? bookingsOf(after) : [];
  return { released: without(old, next), taken: without(next, old) };
}

/** The rooms that such changes concern, each once. */
export function roomsOf({ released, taken }: BookingChanges): string[] {
  return [...new Set([...released, ...taken].map(({ roomId }) => roomId))];
}

function bookingsOf({ id, roomIds, dateTime, duration }: AppointmentState): Booking[] {
  return roomIds.map((roomId) => ({ appointmentId: id, roomId, dateTime: dateTime, duration }));
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
