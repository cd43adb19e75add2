import { type Static, Type } from 'typebox';
import type { Call } from '../../platform/calls/caller.ts';
import { type Appointment, AppointmentService } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { ListCall } from '../endpoint/endpoint-call.ts';
import { appointmentView } from '../routes/appointments/appointment-view.ts';
import type { AppointmentView } from '../schema/appointment.ts';
import { Instant } from '../schema/types.ts';
import { getReferenceData } from './reference-data.ts';

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

interface ListInput extends Pick<ListCall, 'call' | 'page' | 'wants'> {
  readonly filters: Static<typeof appointmentFilters>;
  /** The course of the path; the filter's narrows further. */
  readonly pathCourseId?: string;
}

/** One page; what its appointments refer to is asked for as they are taken. */
export async function listAppointments({ filters, page, call, wants, pathCourseId }: ListInput): Promise<{
  readonly items: AsyncIterable<AppointmentView>;
  readonly hasMore: boolean;
}> {
  const { courseId, ...others } = filters;
  const courseIds = [pathCourseId, courseId].filter((id) => id !== undefined);
  const { appointments, hasMore } = await call(AppointmentService.method.listAppointments, {
    ...others,
    page,
    courseIds,
    omit: LARGE_PARTS.filter(([, properties]) => !properties.some(wants)).map(([part]) => part),
  });
  return { items: viewsOf(appointments, call, wants), hasMore };
}

/** What of an appointment can be large, by its name in the contract, and the properties that show it. */
const LARGE_PARTS: readonly (readonly [part: string, properties: readonly (keyof AppointmentView)[]])[] = [
  ['notes', ['notes']],
  ['rooms', ['roomId', 'appointmentRooms']],
  ['layers', ['appointmentLayers']],
  ['organizer_ids', ['organizerUsers']],
  ['user_ids', ['appointmentUsers']],
  ['user_group_ids', ['appointmentUserGroups']],
];

/**
 * Appointments with all that is shown of what they refer to: four RPCs at most, however many they are. Where they refer to very many records, those are asked
 * for portion by portion, so that no more of them are in memory at once than some appointments need.
 */
async function* viewsOf(
  appointments: readonly Appointment[],
  call: Call,
  wants: ListCall['wants'],
): AsyncGenerator<AppointmentView> {
  for (const portion of portionsOf(appointments)) {
    const referenceData = await getReferenceData(call, portion, wants);
    for (const appointment of portion) yield appointmentView(appointment, referenceData);
  }
}

/** Appointments in their order, as many together as refer to some thousand records, one at least. */
function portionsOf(appointments: readonly Appointment[]): Appointment[][] {
  const portions: Appointment[][] = [];
  const ids = new Set<string>();
  for (const appointment of appointments) {
    const before = ids.size;
    for (const id of idsOf(appointment)) ids.add(id);
    const portion = portions.at(-1);
    if (portion && (ids.size === before || ids.size <= RECORDS_AT_ONCE)) portion.push(appointment);
    else {
      portions.push([appointment]);
      ids.clear();
      for (const id of idsOf(appointment)) ids.add(id);
    }
  }
  return portions;
}

function idsOf({ userIds, creatorUserId = '', userGroupIds, layers, rooms }: Appointment): string[] {
  return [
    ...userIds,
    creatorUserId,
    ...userGroupIds,
    ...layers.map(({ layerId }) => layerId),
    ...rooms.map(({ roomId }) => roomId),
  ];
}

const RECORDS_AT_ONCE = 2_000;
