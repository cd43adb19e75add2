import { query } from '../../../platform/handler/query.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { listReads } from '../store/calendar-feed-reads.ts';

/** When the feeds of the caller's institution, at most 200, were last read. */
export const listCalendarFeedReads = query(
  CalendarFeedService.method.listCalendarFeedReads,
  async (db, _, { actor }) => ({ reads: await listReads(db, actor) }),
);
