import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { type Event, EventService, type EventType } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { copyable, empty, heading, notSearched } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { fieldsOf, sentenceCase } from '../../components/labels.ts';
import { pages } from '../../components/pages.ts';
import { table } from '../../components/table.ts';
import { time } from '../../components/time.ts';
import { Failure } from '../../http/failure.ts';
import { PAGE_SIZE } from '../../route/cursor.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { search } from '../../route/search.ts';
import { type Names, namesIn, type ToldEvents, toldEvents } from './sentences.ts';

export const EVENTS = { href: '/console/events', title: 'Events' };

/** The filters by their names in the service. */
const FILTERS = { type: 'type', resourceType: 'resource', resourceId: 'resourceId' };

/** The feed as people read it, the newest first. */
export const events = screen({
  path: '/events',
  async view(visit) {
    const { call, callIfAvailable } = visit;
    const [{ types }, { found, faults }, names] = await Promise.all([
      call(EventService.method.listEventTypes, {}),
      search({}, FILTERS, () => latestEvents(visit)),
      actorNames(callIfAvailable),
    ]);
    const told = await namesIn(callIfAvailable, found?.events ?? []);
    return {
      title: EVENTS.title,
      ...(!found && { status: 422 }),
      body: html`${heading({ title: EVENTS.title, about: 'Every change, as integrations read it from the feed and receive it by webhook.' })}${eventFilters(visit, types, faults)}${found ? list(visit, found, { names, told }) : filteredList(empty(notSearched()))}`,
    };
  },
});

function latestEvents({ call, query }: SessionVisit) {
  const { type = '', resource = '', resourceId = '', cursor = '' } = query;
  if (!/^\d{0,15}$/.test(cursor)) throw new Failure(400);
  return call(EventService.method.listLatestEvents, {
    size: PAGE_SIZE,
    ...(type !== '' && { type }),
    ...(resource !== '' && { resourceType: resource }),
    ...(resourceId !== '' && { resourceId }),
    ...(cursor !== '' && { beforeSequence: BigInt(cursor) }),
  });
}

function eventFilters({ query }: SessionVisit, types: readonly EventType[], faults: SessionVisit['query']): Html {
  const options = (values: readonly string[]) => [
    ['', 'All'] as const,
    ...[...new Set(values)].sort().map((each) => [each, each] as const),
  ];
  return filters({
    label: 'Events',
    path: EVENTS.href,
    query,
    faults,
    filters: [
      { kind: 'select', name: 'type', label: 'Type', options: options(types.map(({ type }) => type)) },
      {
        kind: 'select',
        name: 'resource',
        label: 'Resource',
        options: options(types.map((each) => each.resourceType)).map(([value, label]) => [value, sentenceCase(label)]),
      },
      { name: 'resourceId', label: 'Resource ID' },
    ],
  });
}

function list(
  { query, present }: SessionVisit,
  { events: rows, hasMore }: Awaited<ReturnType<typeof latestEvents>>,
  { names, told }: { readonly names: ReadonlyMap<string, string>; readonly told: Names },
): Html {
  const shown = table<ToldEvents>({
    label: 'Events',
    rows: toldEvents(rows, told),
    href: ({ events: [{ id }] }) => `${EVENTS.href}/${id}`,
    columns: [
      { head: 'What', kind: 'wrap', cell: ({ sentence }) => sentence },
      { head: 'Type', cell: ({ events }) => html`<span class="mono">${events[0].type}</span>${detailsOf(events)}` },
      { head: 'Time', cell: ({ events: [{ occurredAt }] }) => time(occurredAt, present) },
      { head: 'By', cell: ({ events: [first] }) => actorOf(first, names) },
    ],
    empty: Object.values(query).some((value) => value !== '')
      ? { title: 'No such events', text: 'No event matches these filters. Older ones are no longer kept.' }
      : {
          title: 'No events yet',
          text: 'Events appear here when people, rooms, appointments or other resources are created or changed.',
        },
  });
  const next = pages({
    path: EVENTS.href,
    query,
    cursor: hasMore ? String(rows.at(-1)?.sequence) : undefined,
    top: rows[0] && String(rows[0].sequence + 1n),
    summary: `${rows.length} shown, newest first`,
  });
  return filteredList(shown, rows.length > 0 ? next : undefined);
}

/** The changed fields, and the ids of what the events are about, each with the way to its event. */
function detailsOf(all: ToldEvents['events']): Html {
  const each = all.map(
    ({ id, resource }) =>
      html`<div>${copyable('resource ID', resource?.id ?? '', all.length > 1 ? `${EVENTS.href}/${id}` : undefined)}</div>`,
  );
  const [{ changed }] = all;
  return html`<details><summary>Details</summary>${changed.length > 0 && html`<p>Changed: ${fieldsOf(changed)}</p>`}${each}</details>`;
}

/** The names of integrations and administrators by their ids; those of former administrators are not among them. */
export async function actorNames(call: OptionalCall): Promise<ReadonlyMap<string, string>> {
  const [integrations, administrators] = await Promise.all([
    call(IntegrationService.method.listIntegrations, {}),
    call(AdministratorService.method.listAdministrators, {}),
  ]);
  return new Map([
    ...(integrations?.integrations ?? []).map(({ id, name }) => [id, name] as const),
    ...(administrators?.administrators ?? []).map(({ userId, name }) => [userId, name] as const),
  ]);
}

/** Who caused an event. */
export function actorOf({ actorType, actorId = '' }: Event, names: ReadonlyMap<string, string>): Fragment {
  const kind = KINDS[actorType] ?? actorType;
  const name = names.get(actorId);
  return name === undefined ? kind : html`${name} <span class="muted">${kind.toLowerCase()}</span>`;
}

const KINDS: Readonly<Record<string, string>> = {
  integration: 'Integration',
  administrator: 'Administrator',
  operator: 'Operator',
  system: 'Lyceum',
};
