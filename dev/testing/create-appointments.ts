import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Call } from '../../platform/calls/caller.ts';
import { present } from '../../platform/core/present.ts';
import {
  AppointmentService,
  type CreateAppointmentRequestSchema,
} from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';

/** Creates appointments, a few in parallel; returns their ids in the order of the requests. Appointments created by an operator have no creator. */
export async function createAppointments(
  call: Call,
  requests: readonly MessageInitShape<typeof CreateAppointmentRequestSchema>[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let first = 0; first < requests.length; first += AT_ONCE) {
    const answers = await Promise.all(
      requests
        .slice(first, first + AT_ONCE)
        .map((request) => call(AppointmentService.method.createAppointment, request)),
    );
    ids.push(...answers.map(({ appointment }) => present(appointment, 'appointment').id));
  }
  return ids;
}

const AT_ONCE = 20;
