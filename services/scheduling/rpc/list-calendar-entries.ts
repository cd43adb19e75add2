import { AppointmentService, type CalendarEntry } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { toInstantText } from '../../chassis/instant.ts';
import { instantKeyset } from '../../chassis/instant-keyset.ts';
import { cutPage } from '../../chassis/paging.ts';
import { query } from '../../chassis/query.ts';
import { appointmentMessage } from '../domain/appointment-message.ts';
import { TOMBSTONE_KEPT_MS } from '../domain/tombstones.ts';
import { type CalendarEntryState, listCalendarEntries as list } from '../store/calendar-entries.ts';

/** The calendars of courses, rooms, organizers and participants: what was deleted lately is cancelled there. */
export const listCalendarEntries = query(
  AppointmentService.method.listCalendarEntries,
  async (db, { page, filter }, { actor, now }) => {
    const keyset = instantKeyset(page);
    const found = await list(db, actor, keyset, {
      kind: KINDS[filter.case ?? 'courseId'],
      targetId: filter.value ?? '',
      deletedAfter: toInstantText(now - TOMBSTONE_KEPT_MS),
    });
    const { rows, hasMore } = cutPage(found, keyset);
    return { entries: rows.map(entryMessage), hasMore };
  },
);

const KINDS = { courseId: 'course', roomId: 'room', organizerId: 'organizer', userId: 'user' } as const;

function entryMessage(entry: CalendarEntryState): CalendarEntry {
  return {
    $typeName: 'lyceum.scheduling.v1.CalendarEntry',
    appointment: appointmentMessage(entry),
    deletedAt: entry.deleted_at ?? undefined,
  };
}
