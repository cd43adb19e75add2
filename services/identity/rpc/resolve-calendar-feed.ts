import { query } from '../../../platform/handler/query.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { calendarFeedMessage, findFeedInForce } from '../store/calendar-feeds.ts';

/**
 * The feed of the caller's identity, read for each request, so that a revoked feed ends at once even if its token is
 * cached.
 */
export const resolveCalendarFeed = query(
  CalendarFeedService.method.resolveCalendarFeed,
  async (db, _request, { actor }) => {
    if (actor.kind !== 'feed') refuse('CALENDAR_FEED_NOT_FOUND');
    const feed = (await findFeedInForce(db, actor, actor.feedId)) ?? refuse('CALENDAR_FEED_NOT_FOUND');
    return { feed: calendarFeedMessage(feed) };
  },
);
