import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { UpdateAppointmentRequestSchema } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import type { Surroundings } from '../domain/surroundings.ts';

/** An appointment that is nowhere. */
export function stateOf(fields: Partial<AppointmentState> = {}): AppointmentState {
  return {
    id: 'appointment',
    title: 'Seminar',
    notes: null,
    date_time: '2026-10-12T08:00:00.000Z',
    duration: 60,
    is_online: false,
    is_hybrid: false,
    online_address: null,
    address: null,
    address_is_own: false,
    location: null,
    provider: null,
    layer_ids: ['layer'],
    course_ids: ['course'],
    room_ids: [],
    setup_ids: [],
    organizer_ids: [],
    user_ids: [],
    user_group_ids: [],
    creator_user_id: null,
    appointment_type: null,
    sequence: 0,
    revision: 'before',
    created_at: '2026-10-05T08:00:00.000Z',
    updated_at: '2026-10-05T08:00:00.000Z',
    ...fields,
  };
}

export function patchOf(fields: MessageInitShape<typeof UpdateAppointmentRequestSchema>) {
  return create(UpdateAppointmentRequestSchema, { id: 'appointment', ...fields });
}

/** Rooms of those ids, each in a location of its own whose address is `Street of <room>`. */
export function roomsKnown(...ids: string[]): Surroundings {
  const common = { institutionId: 'institution', revision: 'revision' } as const;
  const at = { createdAt: '', updatedAt: '' };
  return {
    layers: new Map(),
    users: new Map(),
    userGroups: new Map(),
    types: new Map(),
    rooms: new Map(
      ids.map((id) => [
        id,
        {
          ...common,
          ...at,
          $typeName: 'lyceum.locations.v1.Room',
          id,
          name: id,
          locationId: `l-${id}`,
          isArchived: false,
          setups: [],
        },
      ]),
    ),
    locations: new Map(
      ids.map((id) => [
        `l-${id}`,
        {
          ...common,
          $typeName: 'lyceum.locations.v1.Location',
          id: `l-${id}`,
          name: id,
          address: `Street of ${id}`,
          roomsCount: 1,
        },
      ]),
    ),
  };
}
