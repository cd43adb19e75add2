import { CalendarFeedService } from '../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { pagesOf, placeAfter } from './pages.ts';
import type { Section } from './section.ts';
import type { Subject } from './subject.ts';

/** The secret addresses at which calendar programs read the person's appointments, and when they last did. */
export function calendarFeedsSection({ call, user, at }: Subject): Section {
  return {
    name: 'calendarFeeds',
    columns: ['id', 'name', 'createdAt', 'lastReadAt'],
    async *rows() {
      const { reads } = await call(CalendarFeedService.method.listCalendarFeedReads, {});
      const read = new Map(reads.map(({ feedId, lastReadAt }) => [feedId, at(lastReadAt)]));
      const pages = pagesOf(async (page) => {
        const { feeds, hasMore } = await call(CalendarFeedService.method.listCalendarFeeds, { page });
        return { records: feeds, next: placeAfter(feeds, hasMore, ({ createdAt }) => createdAt) };
      });
      for await (const page of pages)
        yield page
          .filter(({ calendar }) => TARGETS.has(calendar?.target.case ?? '') && calendar?.target.value === user.id)
          .map(({ id, name, createdAt }) => [id, name, at(createdAt), read.get(id)]);
    },
  };
}

const TARGETS = new Set(['organizerId', 'userId']);
