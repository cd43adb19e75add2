import { toInstantText } from '../../../platform/core/instant.ts';
import { givenFields } from '../../../platform/core/resource.ts';
import { type Appointment, AppointmentSchema } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentState } from './appointment.ts';
import { attendanceOf, hasVenue } from './attendance.ts';
import { providerOf } from './provider.ts';
import { addressOfRoom, type ReferenceData } from './reference-data.ts';
import { lower } from './references.ts';

interface Input {
  readonly id: string;
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly creatorUserId: string | null;
  readonly known: ReferenceData;
}

/**
 * The appointment of a request whose references are valid: flags, address and provider follow the rules (decisions 8.1,
 * 8.2).
 */
export function newAppointment(requested: Appointment, input: Input): AppointmentState {
  const { known } = input;
  const { rooms, courseIds, appointmentTypeId, ...given } = givenFields(AppointmentSchema, requested);
  const roomIds = rooms.map(({ roomId }) => roomId.toLowerCase());
  const layerIds = lower(courseIds);
  const { onlineAddress } = given;
  const address = given.address ?? addressOfRoom(known, roomIds[0]);
  const venue = { roomIds, address, onlineAddress };
  const at = toInstantText(input.now);
  return {
    ...given,
    id: input.id,
    ...(hasVenue(venue) ? attendanceOf(venue) : {}),
    address,
    addressIsOwn: given.address !== null,
    provider: providerOf(onlineAddress),
    layerIds,
    courseIds: layerIds.map((id) => known.layers.get(id)?.course?.id ?? ''),
    roomIds,
    setupIds: rooms.map(({ setupId }) => setupId?.toLowerCase() ?? null),
    organizerIds: lower(given.organizerIds),
    userIds: lower(given.userIds),
    userGroupIds: lower(given.userGroupIds),
    creatorUserId: input.creatorUserId,
    appointmentType: known.types.get(appointmentTypeId?.toLowerCase() ?? '') ?? null,
    sequence: 0,
    revision: input.revision,
    createdAt: at,
    updatedAt: at,
  };
}
