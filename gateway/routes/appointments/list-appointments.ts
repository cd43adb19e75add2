import { type Static, Type } from 'typebox';
import type { Call } from '../../../platform/calls/caller.ts';
import { type Appointment, AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { ListCall } from '../../endpoint/endpoint-call.ts';
import type { AppointmentView } from '../../schema/appointment.ts';
import { Instant } from '../../schema/types.ts';
import { appointmentView } from './appointment-view.ts';
import { getReferenceData } from './reference-data.ts';

/** The filters of both lists of appointments (decisions 2.5); an appointment must match all that are given. */
export const appointmentFilters = Type.Object({
  from: Type.Optional(Instant('Only appointments that begin at or after this instant.')),
  to: Type.Optional(Instant('Only appointments that begin before this instant.')),
  courseId: Type.Optional(
    Type.String({ description: 'Only appointments of this course; takes the course entity’s id.' }),
  ),
  roomId: Type.Optional(Type.String({ description: 'Only appointments that book this room.' })),
  organizerId: Type.Optional(Type.String({ description: 'Only appointments that this user organizes.' })),
  userId: Type.Optional(
    Type.String({
      description:
        'Only appointments in which this user takes part: as an additional participant, or as a member now of an invited group.',
    }),
  ),
  updatedSince: Type.Optional(Instant('Only appointments changed at or after this instant.')),
});

interface ListInput extends Pick<ListCall, 'call' | 'page' | 'wants'> {
  readonly filters: Static<typeof appointmentFilters> & { readonly ids?: { readonly ids: string[] } };
  /** The course of the path; the filter `courseId` narrows further. */
  readonly pathCourseId?: string;
}

/** One page. The records that its appointments refer to are fetched as the items are taken. */
export async function listAppointments({ filters, page, call, wants, pathCourseId }: ListInput): Promise<{
  readonly items: AsyncIterable<AppointmentView>;
  readonly hasMore: boolean;
  readonly nextUpdatedSince: string | undefined;
}> {
  const { courseId, ...others } = filters;
  const courseIds = [pathCourseId, courseId].filter((id) => id !== undefined);
  const { appointments, hasMore, nextUpdatedSince } = await call(AppointmentService.method.listAppointments, {
    ...others,
    page,
    courseIds,
    omit: LARGE_PARTS.filter(([, properties]) => !properties.some(wants)).map(([part]) => part),
  });
  return { items: viewsOf(appointments, call, wants), hasMore, nextUpdatedSince };
}

/**
 * The parts of an appointment that can be large, by their names in the contract, with the properties that show them.
 */
const LARGE_PARTS: readonly (readonly [part: string, properties: readonly (keyof AppointmentView)[]])[] = [
  ['notes', ['notes']],
  ['rooms', ['roomId', 'appointmentRooms']],
  ['layers', ['appointmentLayers']],
  ['organizer_ids', ['organizerUsers']],
  ['user_ids', ['appointmentUsers']],
  ['user_group_ids', ['appointmentUserGroups']],
];

/**
 * Appointments with all they show of the records they refer to: four RPCs at most, however many appointments there are.
 * When they refer to very many records, these are fetched in portions, so that only a portion of them is in memory at a
 * time.
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

/**
 * Splits appointments, in order, into portions that refer to at most RECORDS_AT_ONCE records; each has at least one
 * appointment.
 */
function portionsOf(appointments: readonly Appointment[]): (readonly Appointment[])[] {
  // Nearly every page: no id is looked up twice.
  if (appointments.flatMap(idsOf).length <= RECORDS_AT_ONCE) return [appointments];
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
