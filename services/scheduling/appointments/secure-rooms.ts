import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { refuse } from '../domain/refusals.ts';
import { type BookingChanges, type Overlap, roomsOf } from '../domain/room-bookings.ts';
import { listOverlaps, lockRooms, releaseRooms, shareRooms } from '../store/room-bookings.ts';

interface Rooms {
  /** The institution's setting `reject_room_conflicts`. */
  readonly rejectsConflicts: boolean;
  /** The overlaps of the appointment, as read before its rooms are locked; undefined to read them then. */
  readonly seen: readonly Overlap[] | undefined;
}

/**
 * Checks and locks rooms before bookings are written (decisions 8.3), and returns the overlaps of the appointment. If
 * the institution rejects conflicts, refuses with ROOM_BOOKED and the earliest conflicting appointment. Other
 * transactions that book one of the rooms wait until this one ends, so that exactly one of them finds it free. The
 * exclusion constraint is the safety net.
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
    // An overlap seen before may have moved away, which is why the rooms are free now.
    return taken.length === all.length ? [] : listOverlaps(tx, actor, all);
  }
  shareRooms(tx, actor, taken);
  return seen ?? listOverlaps(tx, actor, all);
}
