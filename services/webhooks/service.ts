import { implement } from '../../platform/handler/implement.ts';
import type { ServiceDefinition } from '../../platform/process/service.ts';
import { EventService } from '../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { EVENTS_KEPT_MS } from './domain/retention.ts';
import { feed } from './events/feed.ts';
import { getEvent } from './rpc/get-event.ts';
import { listEvents } from './rpc/list-events.ts';
import { events, webhooksTables } from './store/tables.ts';

/** The feed of what has happened to an institution's resources. */
export const webhooks: ServiceDefinition = {
  name: 'webhooks',
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: webhooksTables,
  // Nothing a caller does can break a constraint: callers only read.
  constraints: {},
  implementations: [implement(EventService, { getEvent, listEvents })],
  consumers: [feed],
  partitions: [{ table: events, unit: 'day', ahead: 7, keptMs: EVENTS_KEPT_MS }],
};
