import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { refuse } from '../domain/refusals.ts';
import { type BookingChanges, roomsOf } from '../domain/room-bookings.ts';
import { findConflict, lockRooms, releaseRooms, shareRooms } from '../store/room-bookings.ts';

/**
 * Checks and locks rooms before bookings are written (decisions 8.3). If the institution rejects conflicts, refuses
 * with ROOM_BOOKED and the earliest conflicting appointment. Other transactions that book one of the rooms wait until
 * this one ends, so that exactly one of them finds it free. The exclusion constraint is the safety net.
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
