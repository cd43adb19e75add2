import { toInstantText } from '../../chassis/instant.ts';
import type { AppointmentState } from './appointment.ts';
import { attendanceOf, hasPlaces } from './attendance.ts';
import { providerOf } from './provider.ts';
import { lower, type ReferenceFields } from './references.ts';
import { addressOfRoom, type Surroundings } from './surroundings.ts';

/** What a create or an import says of an appointment; its references were found without fault. */
interface AppointmentFields extends ReferenceFields {
  readonly title: string;
  readonly dateTime: string;
  readonly duration: number;
  readonly isOnline: boolean;
  readonly isHybrid: boolean;
  readonly address?: string | undefined;
  readonly onlineAddress?: string | undefined;
  readonly location?: string | undefined;
  readonly notes?: string | undefined;
}

interface Given {
  readonly id: string;
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly creatorUserId: string | null;
  readonly known: Surroundings;
}

/** The appointment that such fields make: flags, address and provider by the rules (decisions 8.1, 8.2). */
export function newAppointment(fields: AppointmentFields, given: Given): AppointmentState {
  const { known } = given;
  const room_ids = fields.rooms.map(({ roomId }) => roomId.toLowerCase());
  const layer_ids = lower(fields.courseIds);
  const online_address = fields.onlineAddress ?? null;
  const address = fields.address ?? addressOfRoom(known, room_ids[0]);
  const places = { room_ids, address, online_address };
  const at = toInstantText(given.now);
  return {
    id: given.id,
    title: fields.title,
    notes: fields.notes ?? null,
    date_time: fields.dateTime,
    duration: fields.duration,
    ...(hasPlaces(places) ? attendanceOf(places) : { is_online: fields.isOnline, is_hybrid: fields.isHybrid }),
    online_address,
    address,
    address_is_own: fields.address !== undefined,
    location: fields.location ?? null,
    provider: providerOf(online_address),
    layer_ids,
    course_ids: layer_ids.map((id) => known.layers.get(id)?.course?.id ?? ''),
    room_ids,
    setup_ids: fields.rooms.map(({ setupId }) => setupId?.toLowerCase() ?? null),
    organizer_ids: lower(fields.organizerIds),
    user_ids: lower(fields.userIds),
    user_group_ids: lower(fields.userGroupIds),
    creator_user_id: given.creatorUserId,
    appointment_type: known.types.get(fields.appointmentTypeId?.toLowerCase() ?? '') ?? null,
    sequence: 0,
    revision: given.revision,
    created_at: at,
    updated_at: at,
  };
}
