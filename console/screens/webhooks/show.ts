import { type Delivery, DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { type Endpoint, EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { copyable, facts, heading, linkButton, notSearched, postButton, section } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Fragment, html } from '../../components/html.ts';
import { pages } from '../../components/pages.ts';
import { table } from '../../components/table.ts';
import { dateTime } from '../../components/time.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { type Search, search } from '../../route/search.ts';
import { outcomeColumns, STATUSES, titleOf } from './delivery-cells.ts';
import { deliveryPath, endpointOf, LIST, nameOf, pathOf } from './endpoint-of.ts';
import { stateBadge, warnings } from './state.ts';

/** The filters by their names in the service. */
const FILTERS = { status: 'status', eventId: 'event' };

/** One endpoint and its deliveries. */
export const webhook = screen({
  path: '/webhooks/{id}',
  async view(visit) {
    const { callIfAvailable, present } = visit;
    const [found, health, searched] = await Promise.all([
      endpointOf(visit),
      callIfAvailable(EndpointService.method.listEndpointHealth, {}),
      search({}, FILTERS, () => deliveriesOf(visit)),
    ]);
    const own = health?.endpoints.find(({ endpointId }) => endpointId === found.id);
    return {
      title: nameOf(found),
      ...(!searched.found && { status: 422 }),
      body: html`${heading({
        title: nameOf(found),
        parent: LIST,
        about: html`${stateBadge(found, own)} <span class="mono">${found.url}</span>`,
        actions: actions(found),
      })}
${warnings(found, own, present)}
${facts([
  [
    'Types',
    found.types.length === 0
      ? 'All, including types added later'
      : html`<span class="mono">${found.types.join(', ')}</span>`,
  ],
  ['Created', dateTime(found.createdAt, present)],
  ['Changed', found.updatedAt !== found.createdAt && dateTime(found.updatedAt, present)],
  ['Endpoint ID', copyable('endpoint ID', found.id)],
])}
${section('deliveries', 'Deliveries', list(visit, found, searched), html`<p class="small muted">Kept for 30 days after they finish</p>`)}`,
    };
  },
});

function deliveriesOf({ call, params: { id = '' }, query }: SessionVisit) {
  const { status = '', event = '' } = query;
  return call(DeliveryService.method.listDeliveries, {
    endpointId: id,
    page: pageOf(query),
    ...(status !== '' && { status }),
    ...(event !== '' && { eventId: event }),
  });
}

function list(
  { query, present }: SessionVisit,
  endpoint: Endpoint,
  { found, faults }: Search<Awaited<ReturnType<typeof deliveriesOf>>>,
): Fragment {
  const path = pathOf(endpoint);
  const { deliveries = [], hasMore = false } = found ?? {};
  const [first] = deliveries;
  const last = hasMore ? deliveries.at(-1) : undefined;
  const isFiltered = Object.values(query).some((value) => value !== '');
  const rows = table<Delivery>({
    label: 'Deliveries',
    rows: deliveries,
    href: deliveryPath,
    columns: [
      { head: 'Event', cell: ({ eventType }) => html`<span class="mono">${eventType}</span>` },
      ...outcomeColumns(present),
      {
        head: 'Action',
        kind: 'action',
        cell: (each) =>
          endpoint.isEnabled && each.attemptCount > 0
            ? postButton(deliveryPath(each, '/send-again'), 'Send again', 'plain', each.eventType)
            : html`<span class="hidden">None</span>`,
      },
    ],
    empty: !found
      ? notSearched()
      : isFiltered
        ? { title: 'No such deliveries', text: 'No delivery matches these filters.' }
        : {
            title: 'No deliveries yet',
            text: endpoint.isEnabled
              ? 'New events of these types appear here as they are sent. To see one now, send a test event.'
              : 'Deliveries appear here once the endpoint is enabled.',
          },
  });
  const next = pages({
    path,
    query,
    cursor: last && cursorAfter({ sort: last.createdAt, id: last.id }),
    top: cursorAt(first && { sort: first.createdAt, id: first.id }, 'descending'),
    summary: `${deliveries.length} shown, newest first`,
  });
  return html`${filters({
    label: 'Deliveries',
    path,
    query,
    faults,
    filters: [
      {
        kind: 'select',
        name: 'status',
        label: 'Status',
        options: [['', 'All'], ...STATUSES.map((each) => [each, titleOf(each)] as const)],
      },
      { name: 'event', label: 'Event ID' },
    ],
  })}${filteredList(rows, deliveries.length > 0 ? next : undefined)}`;
}

function actions(endpoint: Endpoint): Fragment {
  const change = linkButton(pathOf(endpoint, '/change'), 'Change');
  const rotate = linkButton(pathOf(endpoint, '/rotate'), 'Rotate secret');
  const remove = linkButton(pathOf(endpoint, '/delete'), 'Delete', 'danger');
  if (!endpoint.isEnabled)
    return html`${change}${rotate}${remove}${postButton(pathOf(endpoint, '/enable'), 'Enable', 'primary')}`;
  return html`${change}${rotate}${linkButton(pathOf(endpoint, '/replay'), 'Replay')}${linkButton(pathOf(endpoint, '/disable'), 'Disable', 'danger')}${remove}${postButton(pathOf(endpoint, '/test'), 'Send test event', 'primary')}`;
}
