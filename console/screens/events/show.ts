import { present as required } from '../../../platform/core/present.ts';
import { type Delivery, DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { type Event, EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { copyable, details, facts, heading, link, section } from '../../components/elements.ts';
import { type Fragment, html } from '../../components/html.ts';
import { fieldsOf } from '../../components/labels.ts';
import { t } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { timeAndDate } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { outcomeColumns } from '../webhooks/delivery-cells.ts';
import { allEndpoints, deliveryPath, nameOf } from '../webhooks/endpoint-of.ts';
import { actorNames, actorOf, EVENTS, resourceName } from './list.ts';
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
      label: t.webhooks.deliveries,
      rows: sent.deliveries,
      href: deliveryPath,
      columns: [
        {
          head: t.webhooks.endpoint,
          cell: ({ endpointId }) => html`<span class="clip">${endpointNames.get(endpointId)}</span>`,
        },
        ...outcomeColumns(present),
      ],
      empty: {
        title: t.events.sentNowhere,
        text: t.events.sentNowhereText,
      },
    });
    return {
      title: t.events.title(found.type),
      body: html`${heading({ title: sentenceOf(found, told), parent: EVENTS, about: t.events.sequence(html`<span class="mono" lang="en">${found.type}</span>`, String(found.sequence)) })}
${facts([
  [t.words.time, timeAndDate(found.occurredAt, present)],
  [t.events.by, actorOf(found, names)],
  [t.words.person, person !== undefined && link(`/console/people/${named?.value}`, person)],
  [t.events.resource, html`${resourceName(resource.type)} ${link(ofResource, t.events.allOfResource)}`],
  [t.events.changed, found.changed.length > 0 && fieldsOf(found.changed)],
])}
${details([
  [t.events.resourceId, copyable(t.events.ofResourceId, resource.id)],
  [t.words.path, mono(resource.path)],
  [t.events.eventId, copyable(t.events.ofEventId, found.id)],
  [t.words.requestId, requestOf(found)],
  [
    t.events.actorId,
    found.actorId !== undefined && found.actorId !== '' && copyable(t.events.ofActorId, found.actorId),
  ],
])}
${section('deliveries', t.webhooks.deliveries, deliveries)}`,
    };
  },
});

/** The requests of integrations are recorded; those of the console and of operators are not. */
function requestOf({ actorType, requestId }: Event): Fragment {
  if (requestId === undefined) return undefined;
  return copyable(
    t.requests.ofRequestId,
    requestId,
    actorType === 'integration' ? `/console/requests/${requestId}` : undefined,
  );
}

function mono(text: string | undefined): Fragment {
  return text !== undefined && text !== '' && html`<span class="mono" lang="en">${text}</span>`;
}
