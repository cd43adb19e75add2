import { present as required } from '../../../platform/core/present.ts';
import { type Delivery, DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { type Event, EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { copyable, details, facts, heading, link, section } from '../../components/elements.ts';
import { type Fragment, html } from '../../components/html.ts';
import { fieldsOf, sentenceCase } from '../../components/labels.ts';
import { table } from '../../components/table.ts';
import { timeAndDate } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { outcomeColumns } from '../webhooks/delivery-cells.ts';
import { allEndpoints, deliveryPath, nameOf } from '../webhooks/endpoint-of.ts';
import { actorNames, actorOf, EVENTS } from './list.ts';
import { namedBy, namesIn, sentenceOf } from './sentences.ts';

/** One event as the API shows it, and where it was sent. */
export const event = screen({
  path: '/events/{id}',
  async view({ call, callIfAvailable, params: { id = '' }, present }) {
    const [answer, sent, endpoints, names] = await Promise.all([
      call(EventService.method.getEvent, { id }),
      call(DeliveryService.method.listEventDeliveries, { eventId: id }),
      allEndpoints(call),
      actorNames(callIfAvailable),
    ]);
    const found = required(answer.event, 'event');
    const resource = required(found.resource, 'resource');
    const told = await namesIn(callIfAvailable, [found]);
    const named = namedBy(found);
    const person = named?.case === 'userId' ? told(named.value) : undefined;
    const ofResource = `${EVENTS.href}?${new URLSearchParams({ resourceId: resource.id })}`;
    const endpointNames = new Map(endpoints.map((each) => [each.id, nameOf(each)]));
    const deliveries = table<Delivery>({
      label: 'Deliveries',
      rows: sent.deliveries,
      href: deliveryPath,
      columns: [
        {
          head: 'Endpoint',
          cell: ({ endpointId }) => html`<span class="clip">${endpointNames.get(endpointId)}</span>`,
        },
        ...outcomeColumns(present),
      ],
      empty: {
        title: 'Sent nowhere',
        text: 'No webhook endpoint received this type of event at that time. To send it to one now, replay the period.',
      },
    });
    return {
      title: found.type,
      body: html`${heading({ title: sentenceOf(found, told), parent: EVENTS, about: html`<span class="mono">${found.type}</span>, sequence ${String(found.sequence)} of the feed` })}
${facts([
  ['Time', timeAndDate(found.occurredAt, present)],
  ['By', actorOf(found, names)],
  ['Person', person !== undefined && link(`/console/people/${named?.value}`, person)],
  ['Resource', html`${sentenceCase(resource.type)} ${link(ofResource, 'All its events')}`],
  ['Changed', found.changed.length > 0 && fieldsOf(found.changed)],
])}
${details([
  ['Resource ID', copyable('resource ID', resource.id)],
  ['Path', mono(resource.path)],
  ['Event ID', copyable('event ID', found.id)],
  ['Request ID', requestOf(found)],
  ['Actor ID', found.actorId !== undefined && found.actorId !== '' && copyable('actor ID', found.actorId)],
])}
${section('deliveries', 'Deliveries', deliveries)}`,
    };
  },
});

/** The requests of integrations are recorded; those of the console and of operators are not. */
function requestOf({ actorType, requestId }: Event): Fragment {
  if (requestId === undefined) return undefined;
  return copyable('request ID', requestId, actorType === 'integration' ? `/console/requests/${requestId}` : undefined);
}

function mono(text: string | undefined): Fragment {
  return text !== undefined && text !== '' && html`<span class="mono">${text}</span>`;
}
