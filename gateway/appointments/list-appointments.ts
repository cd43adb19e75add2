import { type Static, Type } from 'typebox';
import { type Appointment, AppointmentService } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { ListCall } from '../endpoint/endpoint.ts';
import { Instant } from '../schema/types.ts';
import { getSurroundings, type Surroundings } from './surroundings.ts';

/** What both lists of appointments filter by (decisions 2.5); all given filters hold together. */
export const appointmentFilters = Type.Object({
  from: Type.Optional(Instant('Only appointments that begin at or after this instant.')),
  to: Type.Optional(Instant('Only appointments that begin before this instant.')),
  courseId: Type.Optional(Type.String({ description: 'Only appointments of this course, by its entity id.' })),
  roomId: Type.Optional(Type.String({ description: 'Only appointments that book this room.' })),
  organizerId: Type.Optional(Type.String({ description: 'Only appointments that this user organizes.' })),
  userId: Type.Optional(Type.String({ description: 'Only appointments with this user as additional participant.' })),
  updatedSince: Type.Optional(Instant('Only appointments changed at or after this instant.')),
});

interface Asked extends Pick<ListCall, 'call' | 'page'> {
  readonly filters: Static<typeof appointmentFilters>;
  /** The course of the path; the filter's narrows further. */
  readonly pathCourseId?: string;
}

/** One page with all that its appointments refer to: five RPCs at most, however many appointments there are. */
export async function listAppointments({ filters, page, call, pathCourseId }: Asked): Promise<{
  readonly appointments: readonly Appointment[];
  readonly surroundings: Surroundings;
  readonly hasMore: boolean;
}> {
  const { courseId, ...others } = filters;
  const courseIds = [pathCourseId, courseId].filter((id) => id !== undefined);
  const { appointments, hasMore } = await call(AppointmentService.method.listAppointments, {
    ...others,
    page,
    courseIds,
  });
  return { appointments, surroundings: await getSurroundings(call, appointments), hasMore };
}
