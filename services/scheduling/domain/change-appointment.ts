import { refuse } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import {
  AppointmentSchema,
  type UpdateAppointmentRequest,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { type AppointmentState, plainFields } from './appointment.ts';
import { attendanceOf, hasVenue } from './attendance.ts';
import { changedFields } from './changed-fields.ts';
import { providerOf } from './provider.ts';
import { addressOfRoom, type ReferenceData } from './reference-data.ts';
import { referenceFaults } from './reference-faults.ts';
import { lower } from './references.ts';
import { valueFaults } from './value-faults.ts';

interface Input {
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly known: ReferenceData;
}

export interface AppointmentChange {
  readonly next: AppointmentState;
  /** What a reader of the appointment sees changed, as the API spells it. Empty: revision, sequence and updatedAt are the old ones. */
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
  { revision, now, known }: Input,
): AppointmentChange {
  const violations = [...valueFaults(request), ...referenceFaults(request, known, current)];
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });

  const cleared = new Set(request.clear);
  const patched = <T>(field: string, value: T | undefined, before: T | null): T | null =>
    cleared.has(field) ? null : (value ?? before);
  const ids = (field: string, requested: readonly string[], before: readonly string[]) =>
    cleared.has(field) ? [] : requested.length > 0 ? lower(requested) : before;
  const rooms = cleared.has('rooms') ? [] : request.rooms;
  const patchesRooms = cleared.has('rooms') || rooms.length > 0;
  const roomIds = patchesRooms ? rooms.map(({ roomId }) => roomId.toLowerCase()) : current.roomIds;
  const onlineAddress = patched('online_address', request.onlineAddress, current.onlineAddress);
  const layerIds = request.courseIds.length > 0 ? lower(request.courseIds) : current.layerIds;
  const typeId = patched('appointment_type_id', request.appointmentTypeId?.toLowerCase(), null);

  const venue = {
    roomIds,
    setupIds: patchesRooms ? rooms.map(({ setupId }) => setupId?.toLowerCase() ?? null) : current.setupIds,
    onlineAddress,
    ...patchedAddress(current, request, { roomIds, patchesRooms, known }),
  };
  const patchesVenue =
    patchesRooms ||
    [request.address, request.onlineAddress].some((value) => value !== undefined) ||
    ['address', 'online_address'].some((field) => cleared.has(field));
  const next: AppointmentState = {
    ...current,
    ...venue,
    ...(patchesVenue || hasVenue(venue)
      ? attendanceOf(venue)
      : {
          isOnline: patched('is_online', request.isOnline, current.isOnline) ?? false,
          isHybrid: patched('is_hybrid', request.isHybrid, current.isHybrid) ?? false,
        }),
    ...plainFields((name) => patched(AppointmentSchema.field[name].name, request[name], current[name])),
    title: request.title ?? current.title,
    dateTime: request.dateTime ?? current.dateTime,
    duration: request.duration ?? current.duration,
    provider: providerOf(onlineAddress),
    layerIds,
    courseIds: layerIds.map((id) => courseOfLayer(id, current, known)),
    organizerIds: ids('organizer_ids', request.organizerIds, current.organizerIds),
    userIds: ids('user_ids', request.userIds, current.userIds),
    userGroupIds: ids('user_group_ids', request.userGroupIds, current.userGroupIds),
    appointmentType:
      typeId !== null
        ? (known.types.get(typeId) ?? null)
        : cleared.has('appointment_type_id')
          ? null
          : current.appointmentType,
  };
  return revised(current, next, { revision, now });
}

/** Gives a changed appointment its new revision and sequence; one that looks as before keeps the old ones. */
function revised(
  current: AppointmentState,
  next: AppointmentState,
  { revision, now }: Pick<Input, 'revision' | 'now'>,
): AppointmentChange {
  const changed = changedFields(current, next);
  const isWritten = changed.length > 0 || next.addressIsOwn !== current.addressIsOwn;
  if (changed.length === 0) return { next, changed, isWritten };
  return {
    next: { ...next, revision, sequence: current.sequence + 1, updatedAt: toInstantText(now) },
    changed,
    isWritten,
  };
}

function patchedAddress(
  current: AppointmentState,
  { address, clear }: UpdateAppointmentRequest,
  { roomIds, patchesRooms, known }: { roomIds: readonly string[]; patchesRooms: boolean; known: ReferenceData },
): Pick<AppointmentState, 'address' | 'addressIsOwn'> {
  const isCleared = clear.includes('address');
  if (address !== undefined && !isCleared) return { address, addressIsOwn: true };
  const addressIsOwn = current.addressIsOwn && !isCleared;
  const follows = !addressIsOwn && (isCleared || patchesRooms);
  return { address: follows ? addressOfRoom(known, roomIds[0]) : current.address, addressIsOwn };
}

function courseOfLayer(layerId: string, current: AppointmentState, { layers }: ReferenceData): string {
  return layers.get(layerId)?.course?.id ?? current.courseIds[current.layerIds.indexOf(layerId)] ?? '';
}
