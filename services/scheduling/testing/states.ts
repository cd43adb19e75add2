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
    dateTime: '2026-10-12T08:00:00.000Z',
    duration: 60,
    isOnline: false,
    isHybrid: false,
    onlineAddress: null,
    address: null,
    addressIsOwn: false,
    location: null,
    provider: null,
    layerIds: ['layer'],
    courseIds: ['course'],
    roomIds: [],
    setupIds: [],
    organizerIds: [],
    userIds: [],
    userGroupIds: [],
    creatorUserId: null,
    appointmentType: null,
    sequence: 0,
    revision: 'before',
    createdAt: '2026-10-05T08:00:00.000Z',
    updatedAt: '2026-10-05T08:00:00.000Z',
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
