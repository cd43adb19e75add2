import { Type } from 'typebox';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { present } from '../../../platform/core/present.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { filterOf } from '../../admission/feed-calendar.ts';
import { documentEndpoint } from '../../endpoint/declare.ts';
import { refusals } from '../../problem/refusals.ts';
import { feedCalendarExample } from '../appointments/calendar-example.ts';
import { getCalendar } from '../appointments/get-calendar.ts';

export const readCalendarFeed = documentEndpoint({
  path: '/calendars/{token}.ics',
  operationId: 'readCalendarFeed',
  tag: 'Calendar feeds',
  service: 'scheduling',
  summary: 'Read a calendar by the URL of its feed',
  description:
    'For calendar programs, which send no credentials: the URL itself is the credential. Returns the same iCalendar document (RFC 5545) as the other `.ics` operations, with a name and a refresh interval (RFC 7986). A URL that belongs to no feed and one whose feed has ended both return 404. All feeds that an integration created share a rate limit of 1000 requests within any 60 seconds, apart from its own.',
  isExtension: true,
  authenticatedBy: 'feedToken',
  refusals: [new Refusal(refusals.CALENDAR_FEED_CLOSED)],
  mediaType: 'text/calendar',
  query: Type.Object({}),
  example: feedCalendarExample,
  async run({ call }) {
    // Resolved on each request: the gateway's cache may not know yet that a token has ended.
    const { feed, language } = await call(CalendarFeedService.method.resolveCalendarFeed, {});
    const { name, calendar } = present(feed, 'feed');
    return getCalendar(call, filterOf(present(calendar, 'calendar')), { published: { name }, language });
  },
});
