import { type Delivery, DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { type Endpoint, EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { copyable, facts, heading, linkButton, notSearched, postButton, section } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Fragment, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { pages } from '../../components/pages.ts';
import { table } from '../../components/table.ts';
import { dateTime } from '../../components/time.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { type Search, search } from '../../route/search.ts';
import { outcomeColumns, STATUSES } from './delivery-cells.ts';
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
    t.webhooks.types,
    found.types.length === 0
      ? t.webhooks.allTypes
      : html`<span class="mono" lang="en">${found.types.join(', ')}</span>`,
  ],
  [t.words.created, dateTime(found.createdAt, present)],
  [t.webhooks.changedAt, found.updatedAt !== found.createdAt && dateTime(found.updatedAt, present)],
  [t.webhooks.endpointId, copyable(t.webhooks.ofEndpointId, found.id)],
])}
${section('deliveries', t.webhooks.deliveries, list(visit, found, searched), html`<p class="small muted">${t.webhooks.keptFor}</p>`)}`,
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
    label: t.webhooks.deliveries,
    rows: deliveries,
    href: deliveryPath,
    columns: [
      { head: t.words.event, cell: ({ eventType }) => html`<span class="mono" lang="en">${eventType}</span>` },
      ...outcomeColumns(present),
      {
        head: t.words.action,
        kind: 'action',
        cell: (each) =>
          endpoint.isEnabled && each.attemptCount > 0
            ? postButton(
                deliveryPath(each, '/send-again'),
                t.webhooks.sendAgain,
                'plain',
                html`<span lang="en">${each.eventType}</span>`,
              )
            : html`<span class="hidden">${t.webhooks.noAction}</span>`,
      },
    ],
    empty: !found
      ? notSearched()
      : isFiltered
        ? { title: t.webhooks.noMatch, text: t.webhooks.noMatchText }
        : {
            title: t.webhooks.noDeliveries,
            text: endpoint.isEnabled ? t.webhooks.noDeliveriesText : t.webhooks.noDeliveriesDisabled,
          },
  });
  const next = pages({
    path,
    query,
    cursor: last && cursorAfter({ sort: last.createdAt, id: last.id }),
    top: cursorAt(first && { sort: first.createdAt, id: first.id }, 'descending'),
    summary: t.requests.shown(deliveries.length),
  });
  return html`${filters({
    label: t.webhooks.deliveries,
    path,
    query,
    faults,
    filters: [
      {
        kind: 'select',
        name: 'status',
        label: t.words.status,
        options: [['', t.words.all], ...STATUSES.map((each) => [each, t.webhooks.statuses[each]] as const)],
      },
      { name: 'event', label: t.events.eventId },
    ],
  })}${filteredList(rows, deliveries.length > 0 ? next : undefined)}`;
}

function actions(endpoint: Endpoint): Fragment {
  const change = linkButton(pathOf(endpoint, '/change'), t.words.change);
  const rotate = linkButton(pathOf(endpoint, '/rotate'), t.integrations.secret.rotate);
  const remove = linkButton(pathOf(endpoint, '/delete'), t.webhooks.delete, 'danger');
  if (!endpoint.isEnabled)
    return html`${change}${rotate}${remove}${postButton(pathOf(endpoint, '/enable'), t.webhooks.enable, 'primary')}`;
  return html`${change}${rotate}${linkButton(pathOf(endpoint, '/replay'), t.webhooks.replay)}${linkButton(pathOf(endpoint, '/disable'), t.webhooks.disable, 'danger')}${remove}${postButton(pathOf(endpoint, '/test'), t.webhooks.sendTest, 'primary')}`;
}
