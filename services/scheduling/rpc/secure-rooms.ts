import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import { findConflictAmong } from '../domain/find-conflict-among.ts';
import { refuse } from '../domain/refusals.ts';
import { type Booking, type BookingChanges, roomsOf } from '../domain/room-bookings.ts';
import { findConflict, lockRooms, releaseRooms, shareRooms } from '../store/room-bookings.ts';

interface Rules {
  /** The institution's setting `reject_room_conflicts`. */
  readonly rejectsConflicts: boolean;
  /** Where a batch asks for a booking. */
  pointerOf?(booking: Booking): string;
}

/**
 * Makes way for bookings, before they are written (decisions 8.3). Where the institution rejects conflicts, refuses with ROOM_BOOKED and the
 * earliest appointment in the way; whoever else books one of the rooms waits until the transaction ends, so that of many exactly one finds
 * it free. The exclusion constraint would refuse what came past this.
 */
export async function secureRooms(
  tx: Tx,
  actor: TenantActor,
  changes: BookingChanges,
  { rejectsConflicts, pointerOf }: Rules,
): Promise<void> {
  const { released, taken } = changes;
  lockRooms(tx, actor, roomsOf(changes));
  releaseRooms(tx, actor, released);
  if (!rejectsConflicts) return shareRooms(tx, actor, taken);
  const conflict = findConflictAmong(taken) ?? (await findConflict(tx, actor, taken));
  if (!conflict) return;
  const { index, ...conflictingAppointment } = conflict;
  const booking = taken[index];
  const violations =
    booking && pointerOf
      ? [{ pointer: pointerOf(booking), code: 'invalid_value' as const, message: 'is booked at that time' }]
      : [];
  refuse('ROOM_BOOKED', { violations, facts: { conflictingAppointment } });
}
