import { query } from '../../../platform/handler/query.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/directory/v1/calendar_feed_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { calendarFeedMessage, findFeedInForce } from '../store/calendar-feeds.ts';

/** The feed of the caller's identity: asked for with each request, so that a revoked one ends at once, whatever is remembered of its token. */
export const resolveCalendarFeed = query(
  CalendarFeedService.method.resolveCalendarFeed,
  async (db, _request, { actor }) => {
    if (actor.kind !== 'calendar') refuse('CALENDAR_FEED_NOT_FOUND');
    const feed = (await findFeedInForce(db, actor, actor.feedId)) ?? refuse('CALENDAR_FEED_NOT_FOUND');
    return { feed: calendarFeedMessage(feed) };
  },
);
