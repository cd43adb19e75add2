import type { UpdateAppointmentRequest } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { refuse } from '../../chassis/errors/refusal.ts';
import { toInstantText } from '../../chassis/instant.ts';
import type { AppointmentState } from './appointment.ts';
import { attendanceOf, hasPlaces } from './attendance.ts';
import { changedFields } from './changed-fields.ts';
import { providerOf } from './provider.ts';
import { referenceFaults } from './reference-faults.ts';
import { lower } from './references.ts';
import { addressOfRoom, type Surroundings } from './surroundings.ts';
import { valueFaults } from './value-faults.ts';

interface Given {
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly known: Surroundings;
}

export interface AppointmentChange {
  readonly next: AppointmentState;
  /** What a reader of the appointment sees changed, in proto names. Empty: revision, sequence and updated_at are the old ones. */
  readonly changed: readonly string[];
  /** Whether there is anything to write: an address that was given as it was is seen by nobody, but no longer follows. */
  readonly isWritten: boolean;
}

/**
 * Applies a PATCH (decisions 8.5). Refuses with REQUEST_INVALID. The flags follow the places where the patch names one of these or the
 * appointment has any; else its hints stand. An address that follows changes when rooms or address are in the patch, a cleared one
 * follows again.
 */
export function changeAppointment(
  current: AppointmentState,
  request: UpdateAppointmentRequest,
  { revision, now, known }: Given,
): AppointmentChange {
  const violations = [...valueFaults(request), ...referenceFaults(request, known, current)];
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });

  const cleared = new Set(request.clear);
  const patched = <T>(field: string, value: T | undefined, before: T | null): T | null =>
    cleared.has(field) ? null : (value ?? before);
  const ids = (field: string, given: readonly string[], before: readonly string[]) =>
    cleared.has(field) ? [] : given.length > 0 ? lower(given) : before;
  const rooms = cleared.has('rooms') ? [] : request.rooms;
  const patchesRooms = cleared.has('rooms') || rooms.length > 0;
  const room_ids = patchesRooms ? rooms.map(({ roomId }) => roomId.toLowerCase()) : current.room_ids;
  const online_address = patched('online_address', request.onlineAddress, current.online_address);
  const layer_ids = request.courseIds.length > 0 ? lower(request.courseIds) : current.layer_ids;
  const typeId = patched('appointment_type_id', request.appointmentTypeId?.toLowerCase(), null);

  const placed = {
    room_ids,
    setup_ids: patchesRooms ? rooms.map(({ setupId }) => setupId?.toLowerCase() ?? null) : current.setup_ids,
    online_address,
    ...patchedAddress(current, request, { room_ids, patchesRooms, known }),
  };
  const patchesPlaces =
    patchesRooms ||
    [request.address, request.onlineAddress].some((value) => value !== undefined) ||
    ['address', 'online_address'].some((field) => cleared.has(field));
  const next: AppointmentState = {
    ...current,
    ...placed,
    ...(patchesPlaces || hasPlaces(placed)
      ? attendanceOf(placed)
      : {
          is_online: patched('is_online', request.isOnline, current.is_online) ?? false,
          is_hybrid: patched('is_hybrid', request.isHybrid, current.is_hybrid) ?? false,
        }),
    title: request.title ?? current.title,
    notes: patched('notes', request.notes, current.notes),
    date_time: request.dateTime ?? current.date_time,
    duration: request.duration ?? current.duration,
    location: patched('location', request.location, current.location),
    provider: providerOf(online_address),
    layer_ids,
    course_ids: layer_ids.map((id) => courseOfLayer(id, current, known)),
    organizer_ids: ids('organizer_ids', request.organizerIds, current.organizer_ids),
    user_ids: ids('user_ids', request.userIds, current.user_ids),
    user_group_ids: ids('user_group_ids', request.userGroupIds, current.user_group_ids),
    appointment_type:
      typeId !== null
        ? (known.types.get(typeId) ?? null)
        : cleared.has('appointment_type_id')
          ? null
          : current.appointment_type,
  };
  return revised(current, next, { revision, now });
}

/** Gives a changed appointment its new revision and sequence; one that looks as before keeps the old ones. */
export function revised(
  current: AppointmentState,
  next: AppointmentState,
  { revision, now }: Pick<Given, 'revision' | 'now'>,
): AppointmentChange {
  const changed = changedFields(current, next);
  const isWritten = changed.length > 0 || next.address_is_own !== current.address_is_own;
  if (changed.length === 0) return { next, changed, isWritten };
  return {
    next: { ...next, revision, sequence: current.sequence + 1, updated_at: toInstantText(now) },
    changed,
    isWritten,
  };
}

function patchedAddress(
  current: AppointmentState,
  { address, clear }: UpdateAppointmentRequest,
  { room_ids, patchesRooms, known }: { room_ids: readonly string[]; patchesRooms: boolean; known: Surroundings },
): Pick<AppointmentState, 'address' | 'address_is_own'> {
  const isCleared = clear.includes('address');
  if (address !== undefined && !isCleared) return { address, address_is_own: true };
  const address_is_own = current.address_is_own && !isCleared;
  const follows = !address_is_own && (isCleared || patchesRooms);
  return { address: follows ? addressOfRoom(known, room_ids[0]) : current.address, address_is_own };
}

function courseOfLayer(layerId: string, current: AppointmentState, { layers }: Surroundings): string {
  return layers.get(layerId)?.course?.id ?? current.course_ids[current.layer_ids.indexOf(layerId)] ?? '';
}
