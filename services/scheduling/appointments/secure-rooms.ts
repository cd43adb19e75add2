import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { refuse } from '../domain/refusals.ts';
import { type BookingChanges, type Overlap, roomsOf } from '../domain/room-bookings.ts';
import { listOverlaps, lockRooms, releaseRooms, shareRooms } from '../store/room-bookings.ts';

interface Rooms {
  /** The institution's setting `reject_room_conflicts`. */
  readonly rejectsConflicts: boolean;
  /** What overlaps the appointment, as read before its rooms are locked; undefined to read it then. */
  readonly seen: readonly Overlap[] | undefined;
}

/**
 * Checks and locks rooms before bookings are written (decisions 8.3), and returns what overlaps the appointment. If the
 * institution rejects conflicts, refuses with ROOM_BOOKED and the earliest conflicting appointment. Other transactions
 * that book one of the rooms wait until this one ends, so that exactly one of them finds it free. The exclusion
 * constraint is the safety net.
 */
export async function secureRooms(
  tx: Tx,
  actor: TenantActor,
  changes: BookingChanges,
  { rejectsConflicts, seen }: Rooms,
): Promise<readonly Overlap[]> {
  const { released, taken, all } = changes;
  lockRooms(tx, actor, roomsOf(changes));
  releaseRooms(tx, actor, released);
  if (rejectsConflicts) {
    const [conflictingAppointment] = await listOverlaps(tx, actor, taken, 1);
    if (conflictingAppointment) refuse('ROOM_BOOKED', { extensions: { conflictingAppointment } });
    // What was seen before may have moved away: that it has is why the rooms are free.
    return taken.length === all.length ? [] : listOverlaps(tx, actor, all);
  }
  shareRooms(tx, actor, taken);
  return seen ?? listOverlaps(tx, actor, all);
}
