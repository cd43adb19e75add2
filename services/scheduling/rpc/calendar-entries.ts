import { pageHasMore } from '../../../libraries/typed-sql/index.ts';
import { instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { AppointmentService, type CalendarEntry } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { calendarOf } from '../appointments/calendar-of.ts';
import { appointmentMessage } from '../store/appointments.ts';
import {
  AFTER_ALL_IDS,
  type CalendarEntryState,
  listCalendarEntries as list,
  readCalendarVersion,
} from '../store/calendar-entries.ts';

/** The values that identify one state of a calendar. */
export const getCalendarVersion = query(
  AppointmentService.method.getCalendarVersion,
  async (db, request, { actor, now, call }) => {
    const calendar = await calendarOf(request, { actor, now, call });
    const found = await readCalendarVersion(db, actor, calendar, MAX_ENTRIES);
    return {
      version: [found.count, found.latestChange, found.revisions, ...calendar.groupIds].join(' '),
      organizerIds: [...found.organizerIds],
      roomIds: [...found.roomIds],
    };
  },
);

/** A calendar shows its last 10,000 entries. */
const MAX_ENTRIES = 10_000;

/**
 * The calendars of courses, rooms, organizers and participants, latest first; recently deleted appointments appear as
 * cancelled.
 */
export const listCalendarEntries = query(
  AppointmentService.method.listCalendarEntries,
  async (db, request, { actor, now, call }) => {
    const keyset = instantKeyset(request.page);
    const from = request.page?.after ? keyset : { ...keyset, sort: 'infinity', id: AFTER_ALL_IDS };
    const rows = await list(db, actor, from, await calendarOf(request, { actor, now, call }));
    return { entries: rows.map(entryMessage), hasMore: pageHasMore(rows) };
  },
);

/** Only the fields that a calendar shows: it has thousands of entries. */
function entryMessage(entry: CalendarEntryState): CalendarEntry {
  return {
    $typeName: 'lyceum.scheduling.v1.CalendarEntry',
    appointment: {
      ...appointmentMessage(entry),
      isOnline: false,
      isHybrid: false,
      provider: undefined,
      creatorUserId: undefined,
      revision: '',
    },
    deletedAt: entry.deletedAt ?? undefined,
  };
}
