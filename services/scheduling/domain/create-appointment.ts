import type { Violation } from '../../../platform/core/errors/refusal.ts';
import { present } from '../../../platform/core/present.ts';
import type { CreateAppointmentRequest } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentState } from './appointment.ts';
import { newAppointment } from './new-appointment.ts';
import { layerOfCourse, type ReferenceData } from './reference-data.ts';
import { referenceFaults } from './reference-faults.ts';
import { lower } from './references.ts';
import { refuse } from './refusals.ts';

interface Input {
  readonly id: string;
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly creatorUserId: string | null;
  readonly known: ReferenceData;
  /** The institution's setting (decisions 3.4). */
  readonly schedulingEnabled: boolean;
}

/**
 * The appointment that a request creates (decisions 8). The path's course is attached first, whether or not its layer
 * is in the request (8.6). Refuses, in this order: COURSE_NOT_FOUND for the path; SCHEDULING_DISABLED; REQUEST_INVALID.
 */
export function createAppointment(
  { appointment, courseId }: Pick<CreateAppointmentRequest, 'appointment' | 'courseId'>,
  input: Input,
): AppointmentState {
  const { known } = input;
  const requested = present(appointment, 'appointment');
  const faults: Violation[] = [];
  let layerIds = lower(requested.courseIds);
  if (courseId !== undefined) {
    const layer = layerOfCourse(known, courseId) ?? refuse('COURSE_NOT_FOUND');
    if (layer.course?.isArchived) faults.push(archivedCourse);
    layerIds = [layer.id, ...layerIds.filter((id) => id !== layer.id)];
  } else if (layerIds.length === 0) faults.push(noCourse);
  if (!input.schedulingEnabled) refuse('SCHEDULING_DISABLED');
  faults.push(...referenceFaults(requested, known, null));
  if (faults.length > 0) refuse('REQUEST_INVALID', { violations: faults });
  return newAppointment({ ...requested, courseIds: layerIds }, input);
}

export const noCourse: Violation = { pointer: '/courseIds', code: 'too_small', message: 'must have at least 1 item' };
const archivedCourse: Violation = {
  pointer: '/courseIds',
  code: 'invalid_reference',
  message: 'the course is archived',
};
