import { DeliveryService } from '../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { EndpointService } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { EventService } from '../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { pagesOf, placeAfter } from './pages.ts';
import type { Row, Section } from './section.ts';
import type { Subject } from './subject.ts';

/** To which hosts events about the person were sent, as far as they are still kept. */
export function webhooksSection(subject: Subject): Section {
  return {
    name: 'webhookEndpoints',
    columns: ['host', 'events'],
    async *rows() {
      const { call } = subject;
      const counts = await countsOf(subject);
      const pages = pagesOf(async (page) => {
        const { endpoints, hasMore } = await call(EndpointService.method.listEndpoints, { page });
        return { records: endpoints, next: placeAfter(endpoints, hasMore, ({ createdAt }) => createdAt) };
      });
      for await (const page of pages)
        yield page.flatMap<Row>(({ id, url }) => {
          const count = counts.get(id);
          return count === undefined ? [] : [[new URL(url).host, count]];
        });
    },
  };
}

/** How many events about the person were sent to each endpoint. */
async function countsOf({ call, user }: Subject): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const asked = { size: EVENTS, resourceType: 'user', resourceId: user.id };
  for (let beforeSequence: bigint | undefined; ; ) {
    const page = { ...asked, ...(beforeSequence !== undefined && { beforeSequence }) };
    const { events, hasMore } = await call(EventService.method.listLatestEvents, page);
    for (const { id: eventId } of events) {
      const { deliveries } = await call(DeliveryService.method.listEventDeliveries, { eventId });
      for (const { endpointId, attemptCount } of deliveries)
        if (attemptCount > 0) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
    }
    beforeSequence = events.at(-1)?.sequence;
    if (!hasMore || beforeSequence === undefined) return counts;
  }
}

const EVENTS = 100;
