import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { present } from '../../../platform/core/present.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
import { refusals } from '../../problem/refusals.ts';
import {
  CalendarFeedCreate,
  CalendarFeedWithUrl,
  calendarFaults,
  calendarFeedExample,
  calendarNames,
} from '../../schema/calendar-feed.ts';
import { calendarFeedView } from './calendar-feed-view.ts';

export const createCalendarFeed = writeEndpoint({
  path: '/calendar-feeds',
  method: 'POST',
  operationId: 'createCalendarFeed',
  tag: 'Calendar feeds',
  service: 'identity',
  summary: 'Create a calendar feed',
  description:
    'Creates a secret URL for the calendar of a course, a room, an organizer or a user; give exactly one of the four. Only this response shows the URL. It works until you delete the feed. An institution can have at most 200 feeds.',
  isExtension: true,
  hasDryRun: false,
  idempotencyKey: 'required',
  body: CalendarFeedCreate,
  bodyExample: { name: 'Analysis I', courseId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0c01' },
  rules: calendarFaults,
  success: 201,
  data: CalendarFeedWithUrl,
  example: {
    ...calendarFeedExample,
    url: 'https://api.lyceum.example/api/v4/calendars/bm90LWEtdG9rZW4tYnV0LWFuLWV4YW1wbGUtb2Ytb25l.ics',
  },
  refusals: [new Refusal(refusals.CALENDAR_FEEDS_EXHAUSTED)],
  async run({ body, send, publicUrl }) {
    const { name, ...ids } = body;
    const target = calendarNames.flatMap((each) =>
      ids[each] === undefined ? [] : { case: each, value: ids[each] },
    )[0];
    const { message, metadata } = await send(CalendarFeedService.method.createCalendarFeed, {
      feed: { name: name ?? '', calendar: { target: present(target, 'calendar') } },
    });
    const feed = present(message.feed, 'feed');
    const url = message.token === '' ? null : `${publicUrl()}/api/v4/calendars/${message.token}.ics`;
    return { data: { ...calendarFeedView(feed), url }, revision: feed.revision, metadata };
  },
});
