import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AppointmentSurroundingsSchema } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentState } from '../domain/appointment.ts';
import type { ReferenceData } from '../domain/reference-data.ts';
import { idsOfAppointment } from '../domain/references.ts';

/** The loaded records that the appointment refers to. */
export function referenceDataMessage(
  appointment: AppointmentState,
  known: ReferenceData,
): MessageInitShape<typeof AppointmentSurroundingsSchema> {
  const ids = idsOfAppointment(appointment);
  return {
    users: among(known.users, ids.users),
    userGroups: among(known.userGroups, ids.userGroups),
    layers: among(known.layers, ids.layers),
    rooms: among(known.rooms, ids.rooms),
  };
}

function among<T>(known: ReadonlyMap<string, T>, ids: readonly string[]): T[] {
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
}
