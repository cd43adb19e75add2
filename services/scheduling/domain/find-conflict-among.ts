import { fromInstantText } from '../../../platform/core/instant.ts';
import type { Booking, BookingConflict } from './room-bookings.ts';

/**
 * Of bookings that are wanted together the first that overlaps an earlier one of its room, as the conflict with that; null when they get
 * along. Times are half-open: one may begin when another ends.
 */
export function findConflictAmong(bookings: readonly Booking[]): BookingConflict | null {
  const inOrder = bookings
    .map((booking, index) => ({ booking, index, start: fromInstantText(booking.dateTime) }))
    .sort((one, other) => one.start - other.start || one.index - other.index);
  const latest = new Map<string, { readonly booking: Booking; readonly end: number }>();
  for (const { booking, index, start } of inOrder) {
    const before = latest.get(booking.roomId);
    if (before && before.end > start) {
      const { appointmentId: id, roomId, dateTime, duration } = before.booking;
      return { id, roomId, dateTime, duration, index };
    }
    latest.set(booking.roomId, { booking, end: start + booking.duration * MINUTE_MS });
  }
  return null;
}

const MINUTE_MS = 60_000;
