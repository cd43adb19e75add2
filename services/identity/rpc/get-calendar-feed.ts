import { query } from '../../../platform/handler/query.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { calendarFeedMessage, findFeed } from '../store/calendar-feeds.ts';

/** GET /calendar-feeds/{id}. */
export const getCalendarFeed = query(CalendarFeedService.method.getCalendarFeed, async (db, { id }, { actor }) => ({
  feed: calendarFeedMessage((await findFeed(db, actor, id)) ?? refuse('CALENDAR_FEED_NOT_FOUND')),
}));
