import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Call } from '../../platform/calls/caller.ts';
import { present } from '../../platform/core/present.ts';
import { type AppointmentSchema, AppointmentService } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';

/**
 * Creates appointments, a few in parallel; returns their ids in the order given. Appointments created by an operator
 * have no creator.
 */
export async function createAppointments(
  call: Call,
  appointments: readonly MessageInitShape<typeof AppointmentSchema>[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let first = 0; first < appointments.length; first += AT_ONCE) {
    const answers = await Promise.all(
      appointments
        .slice(first, first + AT_ONCE)
        .map((appointment) => call(AppointmentService.method.createAppointment, { appointment })),
    );
    ids.push(...answers.map(({ appointment }) => present(appointment, 'appointment').id));
  }
  return ids;
}

const AT_ONCE = 20;
