import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';

export const revokeCalendarFeed = writeEndpoint({
  path: '/calendar-feeds/{id}',
  method: 'DELETE',
  operationId: 'revokeCalendarFeed',
  tag: 'Calendar feeds',
  service: 'identity',
  summary: 'Revoke a calendar feed',
  description: 'From then on its URL returns 404. Revoking the feed again returns 404, too.',
  isExtension: true,
  hasDryRun: false,
  ifMatch: 'required',
  body: null,
  success: 204,
  data: null,
  async run({ params, precondition, send }) {
    const request = { id: params.id, ...(precondition ? { precondition } : {}) };
    const { metadata } = await send(CalendarFeedService.method.revokeCalendarFeed, request);
    return { metadata };
  },
});
