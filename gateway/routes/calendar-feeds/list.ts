import { Type } from 'typebox';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { CalendarFeed, calendarFeedExample } from '../../schema/calendar-feed.ts';
import { calendarFeedView } from './calendar-feed-view.ts';

export const listCalendarFeeds = listEndpoint({
  path: '/calendar-feeds',
  operationId: 'listCalendarFeeds',
  tag: 'Calendar feeds',
  service: 'identity',
  summary: 'List calendar feeds',
  description: 'Ordered by `createdAt`. Includes the feeds that other integrations created.',
  isExtension: true,
  filters: Type.Object({}),
  item: CalendarFeed,
  example: calendarFeedExample,
  position: ({ createdAt, id }) => ({ sort: createdAt, id }),
  async run({ page, call }) {
    const { feeds, hasMore } = await call(CalendarFeedService.method.listCalendarFeeds, { page });
    return { items: feeds.map(calendarFeedView), hasMore };
  },
});
