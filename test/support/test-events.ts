import { services } from '../../deploy/installation/services.ts';
import { feedTypes } from '../../services/webhooks/domain/event-types.ts';
import { query } from './postgres/query.ts';
import type { TestAnswer } from './test-messages.ts';
import type { TestSystem } from './test-system.ts';

/** An event as stored in its outbox, with its public type. */
export interface PublishedEvent {
  readonly service: string;
  readonly type: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly changed: readonly string[] | null;
  readonly actor: { readonly type: string; readonly id: string | null };
  readonly requestId: string;
  /** The path at which the record is read; null if there is none. */
  readonly path: string | null;
}

interface Row {
  readonly type: string;
  readonly resource_id: string;
  readonly aggregate_id: string;
  readonly changed: readonly string[] | null;
  readonly actor_type: string;
  readonly actor_id: string | null;
  readonly request_id: string;
}

/** All events published about an institution's resources, by service, in the order of each outbox. */
export async function eventsOf(system: TestSystem, institutionId: string): Promise<PublishedEvent[]> {
  const ofEach = services.map(({ name }) => readOutbox(system, name, 'institution_id', institutionId));
  return (await Promise.all(ofEach)).flat();
}

/** The events one service publishes for the request of a response. */
export function eventsOfAnswer(
  system: TestSystem,
  service: string,
  { headers }: TestAnswer,
): Promise<PublishedEvent[]> {
  return readOutbox(system, service, 'request_id', headers.get('x-request-id') ?? '');
}

async function readOutbox(
  { databases }: TestSystem,
  service: string,
  by: string,
  value: string,
): Promise<PublishedEvent[]> {
  const text = `SELECT * FROM outbox WHERE ${by} = $1 ORDER BY sequence`;
  return (await query<Row>(databases.url(service), text, [value])).flatMap(eventsOfRow);
}

/** The events that `work` publishes. */
export async function watchEvents<T>(system: TestSystem, institutionId: string, work: () => Promise<T>) {
  const before = await eventsOf(system, institutionId);
  const result = await work();
  const after = Map.groupBy(await eventsOf(system, institutionId), ({ service }) => service);
  const earlier = Map.groupBy(before, ({ service }) => service);
  return { result, events: [...after].flatMap(([name, all]) => all.slice(earlier.get(name)?.length ?? 0)) };
}

function eventsOfRow({ type, ...row }: Row): PublishedEvent[] {
  const name = type.replace('lyceum.', '');
  // Integrations are not resources of the API: their events are for caches.
  if (name.startsWith('identity.v1.Integration')) return [];
  const known = feedTypes[type];
  if (!known) throw new Error(`${type} is not in services/webhooks/domain/event-types.ts`);
  return [
    {
      service: name.split('.')[0] ?? '',
      type: known.type,
      resource: known.resource,
      resourceId: row.resource_id,
      changed: row.changed,
      actor: { type: row.actor_type, id: row.actor_id },
      requestId: row.request_id,
      path: known.path?.(row.resource_id, row.aggregate_id) ?? null,
    },
  ];
}
