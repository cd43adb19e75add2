import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import { refuse } from '../domain/refusals.ts';
import { type BookingChanges, roomsOf } from '../domain/room-bookings.ts';
import { findConflict, lockRooms, releaseRooms, shareRooms } from '../store/room-bookings.ts';

/**
 * Makes way for bookings, before they are written (decisions 8.3). Where the institution rejects conflicts, refuses with ROOM_BOOKED and the
 * earliest appointment in the way; whoever else books one of the rooms waits until the transaction ends, so that of many exactly one finds
 * it free. The exclusion constraint would refuse what came past this.
 * @param rejectsConflicts the institution's setting `reject_room_conflicts`
 */
export async function secureRooms(
  tx: Tx,
  actor: TenantActor,
  changes: BookingChanges,
  rejectsConflicts: boolean,
): Promise<void> {
  const { released, taken } = changes;
  lockRooms(tx, actor, roomsOf(changes));
  releaseRooms(tx, actor, released);
  if (!rejectsConflicts) return shareRooms(tx, actor, taken);
  const conflictingAppointment = await findConflict(tx, actor, taken);
  if (conflictingAppointment) refuse('ROOM_BOOKED', { extensions: { conflictingAppointment } });
}
