import { query } from '../../../platform/handler/query.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { calendarOf } from '../appointments/calendar-of.ts';
import { readCalendarVersion } from '../store/calendar-entries.ts';

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
