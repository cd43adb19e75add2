import { toInstantText } from '../../../platform/core/instant.ts';
import { type AppointmentState, type PlainFields, plainFields } from './appointment.ts';
import { attendanceOf, hasVenue } from './attendance.ts';
import { providerOf } from './provider.ts';
import { addressOfRoom, type ReferenceData } from './reference-data.ts';
import { lower, type ReferenceFields } from './references.ts';

/** What a request says of an appointment; its references were found without fault. */
interface AppointmentFields extends ReferenceFields, PlainFields {
  readonly title: string;
  readonly dateTime: string;
  readonly duration: number;
  readonly isOnline: boolean;
  readonly isHybrid: boolean;
  readonly address?: string | undefined;
  readonly onlineAddress?: string | undefined;
}

interface Input {
  readonly id: string;
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly creatorUserId: string | null;
  readonly known: ReferenceData;
}

/** The appointment that such fields make: flags, address and provider by the rules (decisions 8.1, 8.2). */
export function newAppointment(fields: AppointmentFields, input: Input): AppointmentState {
  const { known } = input;
  const roomIds = fields.rooms.map(({ roomId }) => roomId.toLowerCase());
  const layerIds = lower(fields.courseIds);
  const onlineAddress = fields.onlineAddress ?? null;
  const address = fields.address ?? addressOfRoom(known, roomIds[0]);
  const venue = { roomIds, address, onlineAddress };
  const at = toInstantText(input.now);
  return {
    id: input.id,
    title: fields.title,
    ...plainFields((name) => fields[name] ?? null),
    dateTime: fields.dateTime,
    duration: fields.duration,
    ...(hasVenue(venue) ? attendanceOf(venue) : { isOnline: fields.isOnline, isHybrid: fields.isHybrid }),
    onlineAddress,
    address,
    addressIsOwn: fields.address !== undefined,
    provider: providerOf(onlineAddress),
    layerIds,
    courseIds: layerIds.map((id) => known.layers.get(id)?.course?.id ?? ''),
    roomIds,
    setupIds: fields.rooms.map(({ setupId }) => setupId?.toLowerCase() ?? null),
    organizerIds: lower(fields.organizerIds),
    userIds: lower(fields.userIds),
    userGroupIds: lower(fields.userGroupIds),
    creatorUserId: input.creatorUserId,
    appointmentType: known.types.get(fields.appointmentTypeId?.toLowerCase() ?? '') ?? null,
    sequence: 0,
    revision: input.revision,
    createdAt: at,
    updatedAt: at,
  };
}
