import type { MessageInitShape } from '@bufbuild/protobuf';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RoomService } from '../../proto/gen/lyceum/locations/v1/room_pb.ts';
import {
  AppointmentService,
  type ListCalendarEntriesRequestSchema,
  type CalendarEntry as ListedEntry,
} from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { present } from '../../services/chassis/present.ts';
import type { Call } from '../../services/chassis/rpc/caller.ts';
import { batchGet } from '../appointments/batch-get.ts';
import { type CalendarEntry, calendarAround, eventLines } from './calendar-text.ts';
import { findCalendarZone } from './calendar-zone.ts';

/** Whose calendar. */
type Filter = NonNullable<MessageInitShape<typeof ListCalendarEntriesRequestSchema>['filter']>;

const PAGE_SIZE = 100;
/** A calendar has its last 10,000 entries at most, so that neither an answer nor the memory that it takes grows without end. */
const PAGES_AT_MOST = 100;

/** A calendar of all entries of a filter, in the institution's time zone; page by page, of which only the lines are kept. */
export async function getCalendar(call: Call, filter: Filter): Promise<string> {
  const { settings } = await call(InstitutionService.method.getInstitutionSettings, {});
  const zone = findCalendarZone(settings?.timeTrackingTimezone ?? 'UTC');
  const pages: string[] = [];
  for (let after: { sort: string; id: string } | undefined; ; ) {
    const page = after ? { size: PAGE_SIZE, after } : { size: PAGE_SIZE };
    const { entries, hasMore } = await call(AppointmentService.method.listCalendarEntries, { page, filter });
    pages.push(eventLines(await embedded(call, entries), zone));
    if (pages.length > PAGES_AT_MOST) pages.shift();
    const last = entries.at(-1)?.appointment;
    if (!hasMore || !last) return calendarAround(pages, zone);
    after = { sort: last.dateTime, id: last.id };
  }
}

/** Listed entries with what a calendar names of other services, as it is now. */
async function embedded(call: Call, entries: readonly ListedEntry[]): Promise<CalendarEntry[]> {
  const listed = entries.map(({ appointment, deletedAt }) => ({
    appointment: present(appointment, 'appointment'),
    deletedAt,
  }));
  const [users, rooms] = await Promise.all([
    batchGet(
      listed.flatMap(({ appointment }) => appointment.organizerIds.slice(0, 1)),
      async (ids) => (await call(UserService.method.batchGetUsers, { ids })).users,
    ),
    batchGet(
      listed.flatMap(({ appointment }) => appointment.rooms.map(({ roomId }) => roomId)),
      async (ids) => (await call(RoomService.method.batchGetRooms, { ids })).rooms,
    ),
  ]);
  return listed.map(({ appointment, deletedAt }) => ({
    appointment,
    deletedAt,
    organizer: users.get(appointment.organizerIds[0] ?? ''),
    roomNames: appointment.rooms.flatMap(({ roomId }) => rooms.get(roomId)?.name ?? []),
  }));
}
