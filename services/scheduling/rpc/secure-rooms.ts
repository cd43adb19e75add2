import type { TenantActor } from '../../chassis/actor.ts';
import type { Tx } from '../../chassis/db/statement.ts';
import { refuse } from '../../chassis/errors/refusal.ts';
import { type BookingChanges, roomsOf } from '../domain/room-bookings.ts';
import { findConflict, lockRooms, releaseRooms, shareRooms } from '../store/room-bookings.ts';

/**
 * Makes way for bookings, before they are written (decisions 8.3). Where the institution rejects conflicts, refuses with ROOM_BOOKED and the
 * earliest appointment in the way; whoever else books one of the rooms waits until the transaction ends, so that of many exactly one finds
 * it free. The exclusion constraint would refuse what came past this.
 */
export async function secureRooms(
  tx: Tx,
  actor: TenantActor,
  changes: BookingChanges,
  rejectsConflicts: boolean,
): Promise<void> {
  lockRooms(tx, actor, roomsOf(changes));
  releaseRooms(tx, actor, changes.released);
  if (!rejectsConflicts) return shareRooms(tx, actor, changes.taken);
  const conflict = await findConflict(tx, actor, changes.taken);
  if (!conflict) return;
  const { index: _, ...conflictingAppointment } = conflict;
  refuse('ROOM_BOOKED', { facts: { conflictingAppointment } });
}
