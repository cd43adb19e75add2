import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { type Event, EventService, type EventType } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { copyable, empty, heading, notSearched } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { fieldsOf } from '../../components/labels.ts';
import { t } from '../../components/language.ts';
import { pages } from '../../components/pages.ts';
import { table } from '../../components/table.ts';
import { time } from '../../components/time.ts';
import { Failure } from '../../http/failure.ts';
import { PAGE_SIZE } from '../../route/cursor.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { search } from '../../route/search.ts';
import { type Names, namesIn, type ToldEvents, toldEvents } from './sentences.ts';

export const EVENTS = {
  href: '/console/events',
  get title() {
    return t.frame.events;
  },
};

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
      body: html`${heading({ title: EVENTS.title, about: t.events.about })}${eventFilters(visit, types, faults)}${found ? list(visit, found, { names, told }) : filteredList(empty(notSearched()))}`,
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
    ['', t.words.all] as const,
    ...[...new Set(values)].sort().map((each) => [each, each] as const),
  ];
  return filters({
    label: EVENTS.title,
    path: EVENTS.href,
    query,
    faults,
    filters: [
      {
        kind: 'select',
        name: 'type',
        label: t.words.type,
        options: options(types.map(({ type }) => type)),
        isEnglish: true,
      },
      {
        kind: 'select',
        name: 'resource',
        label: t.events.resource,
        options: options(types.map((each) => each.resourceType)).map(([value, label]) => [value, resourceName(label)]),
      },
      { name: 'resourceId', label: t.events.resourceId },
    ],
  });
}

function list(
  { query, present }: SessionVisit,
  { events: rows, hasMore }: Awaited<ReturnType<typeof latestEvents>>,
  { names, told }: { readonly names: ReadonlyMap<string, string>; readonly told: Names },
): Html {
  const shown = table<ToldEvents>({
    label: EVENTS.title,
    rows: toldEvents(rows, told),
    href: ({ events: [{ id }] }) => `${EVENTS.href}/${id}`,
    columns: [
      { head: t.requests.what, kind: 'wrap', cell: ({ sentence }) => sentence },
      {
        head: t.words.type,
        cell: ({ events }) => html`<span class="mono" lang="en">${events[0].type}</span>${detailsOf(events)}`,
      },
      { head: t.words.time, cell: ({ events: [{ occurredAt }] }) => time(occurredAt, present) },
      { head: t.events.by, cell: ({ events: [first] }) => actorOf(first, names) },
    ],
    empty: Object.values(query).some((value) => value !== '')
      ? { title: t.events.noMatch, text: t.events.noMatchText }
      : {
          title: t.events.none,
          text: t.events.noneText,
        },
  });
  const next = pages({
    path: EVENTS.href,
    query,
    cursor: hasMore ? String(rows.at(-1)?.sequence) : undefined,
    top: rows[0] && String(rows[0].sequence + 1n),
    summary: t.requests.shown(rows.length),
  });
  return filteredList(shown, rows.length > 0 ? next : undefined);
}

/** The changed fields, and the ids of what the events are about, each with the way to its event. */
function detailsOf(all: ToldEvents['events']): Html {
  const each = all.map(
    ({ id, resource }) =>
      html`<div>${copyable(t.events.ofResourceId, resource?.id ?? '', all.length > 1 ? `${EVENTS.href}/${id}` : undefined)}</div>`,
  );
  const [{ changed }] = all;
  return html`<details><summary>${t.parts.details}</summary>${changed.length > 0 && html`<p>${t.events.changedFields(fieldsOf(changed))}</p>`}${each}</details>`;
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
  const name = names.get(actorId);
  const kinds: Readonly<Record<string, string>> = name === undefined ? t.events.actors : t.events.ofActor;
  const kind = kinds[actorType] ?? actorType;
  return name === undefined ? kind : html`${name} <span class="muted">${kind}</span>`;
}

/** The kind of a resource; its own name for one that the console does not know. */
export function resourceName(type: string): string {
  const names: Readonly<Record<string, string>> = t.events.resources;
  return names[type] ?? type;
}
