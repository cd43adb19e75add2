import type { Violation } from '../../platform/core/errors/refusal.ts';
import { AppointmentSchema } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { appointmentWords as words } from './appointment.ts';
import { createBody, updateBody } from './contract.ts';
import { repeatedIds } from './validate.ts';

/** The body of POST /appointments (spec). */
export const AppointmentCreate = createBody('AppointmentCreate', AppointmentSchema, words, {
  required: ['courseIds'],
  nulls: false,
});

/**
 * The body of POST /courses/{id}/appointments: the same, except that the path already names a course (decisions 8.6).
 */
export const CourseAppointmentCreate = createBody('CourseAppointmentCreate', AppointmentSchema, words, {
  nulls: false,
});

/**
 * The body of PATCH /appointments/{id}: absent fields stay, arrays replace, `null` clears optional fields (decisions
 * 8.5).
 */
export const AppointmentUpdate = updateBody('AppointmentUpdate', AppointmentSchema, words);

/** The input of the rules: the fields that every body of an appointment has in common. */
interface AppointmentBody {
  readonly rooms?: readonly { readonly roomId: string }[] | null;
  readonly courseIds?: readonly string[] | null;
  readonly organizerIds?: readonly string[] | null;
  readonly userIds?: readonly string[] | null;
  readonly userGroupIds?: readonly string[] | null;
}

/** Rejects repeated ids, compared regardless of case, which the schemas cannot express. */
export function appointmentFaults({ rooms, ...lists }: AppointmentBody): Violation[] {
  const { courseIds, organizerIds, userIds, userGroupIds } = lists;
  return [
    ...repeatedIds(
      (rooms ?? []).map(({ roomId }) => roomId),
      (index) => `/rooms/${index}/roomId`,
    ),
    ...Object.entries({ courseIds, organizerIds, userIds, userGroupIds }).flatMap(([name, values]) =>
      repeatedIds(values ?? [], (index) => `/${name}/${index}`),
    ),
  ];
}
