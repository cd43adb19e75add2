import { create } from '@bufbuild/protobuf';
import {
  AppointmentSchema,
  type UpdateAppointmentRequest,
  UpdateAppointmentRequestSchema,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentState } from '../../../services/scheduling/domain/appointment.ts';
import { newAppointment } from '../../../services/scheduling/domain/new-appointment.ts';
import type { ReferenceData } from '../../../services/scheduling/domain/reference-data.ts';
import { type AppointmentJson, changeOf } from './school.ts';

/** An appointment without rooms and addresses. */
export function stateOf(fields: Partial<AppointmentState> = {}): AppointmentState {
  const request = { title: 'Seminar', dateTime: '2026-10-12T08:00:00.000Z', duration: 60, courseIds: ['layer'] };
  const now = Date.parse('2026-10-05T08:00:00.000Z');
  const input = { id: 'appointment', revision: 'before', now, creatorUserId: null, known: roomsKnown() };
  return {
    ...newAppointment(create(AppointmentSchema, request), input),
    courseIds: ['course'],
    ...fields,
  };
}

/** The request of a PATCH with this body. */
export function patchOf(body: AppointmentJson): UpdateAppointmentRequest {
  return create(UpdateAppointmentRequestSchema, { id: 'appointment', ...changeOf(body) });
}

/** Rooms with these ids, each in its own location with the address `Street of <room>`. */
export function roomsKnown(...ids: string[]): ReferenceData {
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
