import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { calendarFeedMessage, listFeeds } from '../store/calendar-feeds.ts';

/** GET /calendar-feeds: in order of creation. */
export const listCalendarFeeds = query(
  CalendarFeedService.method.listCalendarFeeds,
  async (db, { page }, { actor }) => {
    const keyset = instantKeyset(page);
    const { rows, hasMore } = cutPage(await listFeeds(db, actor, keyset), keyset);
    return { feeds: rows.map(calendarFeedMessage), hasMore };
  },
);
