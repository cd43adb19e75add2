import { changesOf } from '../../../platform/core/changes-of.ts';
import { refuse } from '../../../platform/core/errors/refusal.ts';
import { changedAt } from '../../../platform/core/instant.ts';
import { masked, patched } from '../../../platform/core/resource.ts';
import {
  AppointmentSchema,
  type UpdateAppointmentRequest,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentState } from './appointment.ts';
import { attendanceOf, hasVenue } from './attendance.ts';
import { noCourse } from './create-appointment.ts';
import { providerOf } from './provider.ts';
import { addressOfRoom, type ReferenceData } from './reference-data.ts';
import { referenceFaults } from './reference-faults.ts';
import { lower } from './references.ts';

/**
 * The fields that differ between two states of an appointment, as the API shows them. A type's new name is a change of
 * the type, not of the appointment.
 */
export const changedFields = changesOf(AppointmentSchema, {
  rooms: {
    roomId: ({ roomIds }: AppointmentState) => roomIds[0],
    appointmentRooms: ({ roomIds, setupIds }: AppointmentState) => [roomIds, setupIds],
  },
  layers: { appointmentLayers: ({ layerIds }: AppointmentState) => layerIds },
  organizerIds: { organizerUsers: ({ organizerIds }: AppointmentState) => organizerIds },
  userIds: { appointmentUsers: ({ userIds }: AppointmentState) => userIds },
  userGroupIds: { appointmentUserGroups: ({ userGroupIds }: AppointmentState) => userGroupIds },
  creatorUserId: { appointmentCreator: ({ creatorUserId }: AppointmentState) => creatorUserId },
  appointmentType: { appointmentType: ({ appointmentType }: AppointmentState) => appointmentType?.id },
  series: {},
  courseIds: {},
  appointmentTypeId: {},
});

interface Input {
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly known: ReferenceData;
}

export interface AppointmentChange {
  readonly next: AppointmentState;
  /**
   * The fields that change in the appointment as the API shows it, in the API's spelling. If empty, revision, sequence
   * and updatedAt do not change.
   */
  readonly changed: readonly string[];
  /**
   * Whether there is anything to write: setting the address to its current value is invisible, but stops it from
   * following the rooms.
   */
  readonly isWritten: boolean;
}

/**
 * Applies a PATCH (decisions 8.5). Refuses with REQUEST_INVALID. The flags are derived from rooms and addresses if the
 * patch names one of these or the appointment has any; otherwise the hints apply. A derived address changes when rooms
 * or address are in the patch; a cleared one is derived again.
 */
export function changeAppointment(
  current: AppointmentState,
  { appointment, updateMask }: Pick<UpdateAppointmentRequest, 'appointment' | 'updateMask'>,
  { revision, now, known }: Input,
): AppointmentChange {
  const requested = masked(AppointmentSchema, appointment, updateMask);
  const sets = new Set(updateMask?.paths);
  const violations = [
    ...(sets.has('course_ids') && requested.courseIds.length === 0 ? [noCourse] : []),
    ...referenceFaults(requested, known, current),
  ];
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });

  const given = patched(AppointmentSchema, current, appointment, updateMask);
  const { rooms } = requested;
  const roomIds = sets.has('rooms') ? rooms.map(({ roomId }) => roomId.toLowerCase()) : current.roomIds;
  const layerIds = sets.has('course_ids') ? lower(requested.courseIds) : current.layerIds;
  const venue = {
    roomIds,
    setupIds: sets.has('rooms') ? rooms.map(({ setupId }) => setupId?.toLowerCase() ?? null) : current.setupIds,
    onlineAddress: given.onlineAddress,
    ...patchedAddress(current, given.address, { roomIds, sets, known }),
  };
  const next: AppointmentState = {
    ...given,
    ...venue,
    ...(VENUE.some((path) => sets.has(path)) || hasVenue(venue) ? attendanceOf(venue) : {}),
    provider: providerOf(given.onlineAddress),
    layerIds,
    courseIds: layerIds.map((id) => courseOfLayer(id, current, known)),
    organizerIds: lower(given.organizerIds),
    userIds: lower(given.userIds),
    userGroupIds: lower(given.userGroupIds),
    appointmentType: sets.has('appointment_type_id')
      ? (known.types.get(requested.appointmentTypeId?.toLowerCase() ?? '') ?? null)
      : current.appointmentType,
  };
  return revised(current, next, { revision, now });
}

/** The fields that the flags are derived from. */
const VENUE = ['rooms', 'address', 'online_address'] as const;

/** Gives a changed appointment a new revision and sequence; an appointment that looks the same keeps its own. */
function revised(
  current: AppointmentState,
  next: AppointmentState,
  { revision, now }: Pick<Input, 'revision' | 'now'>,
): AppointmentChange {
  const changed = changedFields(current, next);
  const isWritten = changed.length > 0 || next.addressIsOwn !== current.addressIsOwn;
  if (changed.length === 0) return { next, changed, isWritten };
  return {
    next: { ...next, revision, sequence: current.sequence + 1, updatedAt: changedAt(current.updatedAt, now) },
    changed,
    isWritten,
  };
}

/** A given address stays; one that was cleared or never given follows the rooms. */
function patchedAddress(
  current: AppointmentState,
  given: string | null,
  { roomIds, sets, known }: { roomIds: readonly string[]; sets: ReadonlySet<string>; known: ReferenceData },
): Pick<AppointmentState, 'address' | 'addressIsOwn'> {
  if (sets.has('address') && given !== null) return { address: given, addressIsOwn: true };
  const addressIsOwn = current.addressIsOwn && !sets.has('address');
  const follows = !addressIsOwn && (sets.has('address') || sets.has('rooms'));
  return { address: follows ? addressOfRoom(known, roomIds[0]) : current.address, addressIsOwn };
}

function courseOfLayer(layerId: string, current: AppointmentState, { layers }: ReferenceData): string {
  return layers.get(layerId)?.course?.id ?? current.courseIds[current.layerIds.indexOf(layerId)] ?? '';
}
