import { present } from '../../../platform/core/present.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { CalendarFeed, calendarFeedExample } from '../../schema/calendar-feed.ts';
import { calendarFeedView } from './calendar-feed-view.ts';

export const getCalendarFeed = readEndpoint({
  path: '/calendar-feeds/{id}',
  operationId: 'getCalendarFeed',
  tag: 'Calendar feeds',
  service: 'identity',
  summary: 'Get one calendar feed',
  description: 'The URL is not included: only the response to the creation shows it.',
  isExtension: true,
  data: CalendarFeed,
  example: calendarFeedExample,
  async run({ params, call }) {
    const response = await call(CalendarFeedService.method.getCalendarFeed, { id: params.id });
    const feed = present(response.feed, 'feed');
    return { data: calendarFeedView(feed), revision: feed.revision };
  },
});
