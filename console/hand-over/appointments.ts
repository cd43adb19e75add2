import { fromInstantText, toInstantText } from '../../platform/core/instant.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { type Appointment, AppointmentService } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { pagesOf, placeAfter } from './pages.ts';
import type { Row, Section } from './section.ts';
import type { Subject } from './subject.ts';

/**
 * The appointments that the person organizes, then those to which the person is invited without organizing them. Of
 * other people they have the names; their notes only if nobody else organizes them.
 */
export function appointmentsSection(subject: Subject): Section {
  return {
    name: 'appointments',
    columns: [
      ...(['id', 'title', 'start', 'end', 'role', 'type', 'organizers', 'participants'] as const),
      ...(['location', 'address', 'onlineAddress', 'notes', 'createdAt', 'updatedAt'] as const),
    ],
    async *rows() {
      for await (const page of appointmentPages(subject)) yield await rowsOf(subject, page);
    },
  };
}

/** The same appointments, each once. */
export async function* appointmentPages({ call, user: { id } }: Subject): AsyncGenerator<readonly Appointment[]> {
  const list = (filter: { readonly organizerId: string } | { readonly userId: string }) =>
    pagesOf(async (page) => {
      const asked = { ...filter, page: { ...page, size: AT_ONCE }, omit: OMITTED };
      const { appointments, hasMore } = await call(AppointmentService.method.listAppointments, asked);
      return { records: appointments, next: placeAfter(appointments, hasMore, ({ dateTime }) => dateTime) };
    });
  yield* list({ organizerId: id });
  for await (const page of list({ userId: id })) yield page.filter(({ organizerIds }) => !organizerIds.includes(id));
}

async function rowsOf({ call, user, at }: Subject, appointments: readonly Appointment[]): Promise<readonly Row[]> {
  const names = new Map<string, string>();
  const ids = [...new Set(appointments.flatMap(({ organizerIds, userIds }) => [...organizerIds, ...userIds]))];
  for (let from = 0; from < ids.length; from += NAMES) {
    const some = ids.slice(from, from + NAMES);
    const { users } = await call(UserService.method.batchGetUsers, { ids: some, isSummary: true });
    for (const { id, name } of users) names.set(id, name);
  }
  const namesOf = (of: readonly string[]) => of.flatMap((id) => names.get(id) ?? []);
  return appointments.map((appointment) => {
    const { id, title, dateTime, duration, appointmentType, organizerIds, userIds, notes } = appointment;
    const { location, address, onlineAddress, createdAt, updatedAt } = appointment;
    const end = toInstantText(fromInstantText(dateTime) + duration * 60_000);
    const isOwn = organizerIds.length === 1 && organizerIds[0] === user.id;
    return [
      ...[id, title, at(dateTime), at(end), organizerIds.includes(user.id) ? 'organizer' : 'invited'],
      ...[appointmentType?.name, namesOf(organizerIds), namesOf(userIds), location, address, onlineAddress],
      ...[isOwn ? notes : undefined, at(createdAt), at(updatedAt)],
    ];
  });
}

/** Few enough that their notes and names are a small part of memory. */
const AT_ONCE = 100;
/** As many as directory returns at once. */
const NAMES = 1_000;
const OMITTED = ['rooms', 'layers', 'user_group_ids'];
