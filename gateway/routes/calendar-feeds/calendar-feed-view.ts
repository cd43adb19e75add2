import { present } from '../../../platform/core/present.ts';
import type { CalendarFeed } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import type { CalendarFeedView } from '../../schema/calendar-feed.ts';

/** A feed as the specification's additions show it. */
export function calendarFeedView({ id, name, calendar, createdAt }: CalendarFeed): CalendarFeedView {
  const { target } = present(calendar, 'calendar');
  const none = { courseId: null, roomId: null, organizerId: null, userId: null };
  return { id, name, ...none, ...(target.case ? { [target.case]: target.value } : {}), createdAt };
}
