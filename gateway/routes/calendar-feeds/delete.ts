import { CalendarFeedService } from '../../../proto/gen/lyceum/directory/v1/calendar_feed_pb.ts';
import { writeEndpoint } from '../../endpoint/endpoint.ts';

export const revokeCalendarFeed = writeEndpoint({
  path: '/calendar-feeds/{id}',
  method: 'DELETE',
  operationId: 'revokeCalendarFeed',
  tag: 'Calendar feeds',
  summary: 'Revoke a calendar feed',
  description: 'From the answer on its address is 404. A second time it is 404 itself.',
  isExtension: true,
  ifMatch: 'required',
  body: null,
  bodyFaultStatus: 422,
  success: 204,
  data: null,
  async run({ params, precondition, send }) {
    const request = { id: params.id, ...(precondition ? { precondition } : {}) };
    const { metadata } = await send(CalendarFeedService.method.revokeCalendarFeed, request);
    return { metadata };
  },
});
