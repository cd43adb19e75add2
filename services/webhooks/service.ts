import { archivePart } from '../../platform/handler/archive-part.ts';
import { auditCount, auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import { personPart } from '../../platform/handler/person-part.ts';
import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import { ArchivePartService } from '../../proto/gen/lyceum/webhooks/v1/archive_part_pb.ts';
import { AuditService } from '../../proto/gen/lyceum/webhooks/v1/audit_pb.ts';
import { DeliveryService } from '../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { EndpointService } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { EventService } from '../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { PersonPartService } from '../../proto/gen/lyceum/webhooks/v1/person_part_pb.ts';
import { eventRetentionMs, webhooksVariables } from './config.ts';
import { refusals } from './domain/refusals.ts';
import { DELIVERY_RETENTION_MS } from './domain/retention.ts';
import { feed } from './events/feed.ts';
import { registerDeliveryMetrics } from './metrics.ts';
import { getDelivery, listDeliveries, listEventDeliveries, redeliver } from './rpc/deliveries.ts';
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpointHealth,
  listEndpoints,
  rotateEndpointSecret,
  updateEndpoint,
} from './rpc/endpoints.ts';
import { getEvent, listEvents, listEventTypes, listLatestEvents, replayEvents } from './rpc/events.ts';
import { sendTestEvent } from './rpc/send-test-event.ts';
import { forgetDeletedEndpoints } from './store/deleted-endpoints.ts';
import { removeDeliveries, removeOrphans } from './store/deliveries.ts';
import { webhooksInvariants } from './store/invariants.ts';
import { deliveriesUnderWay } from './store/lease-endpoints.ts';
import { feedPosition } from './store/read-feed.ts';
import { events, webhooksTables } from './store/tables.ts';
import { deliveryWork } from './worker/delivery-work.ts';
import { deliveryWake } from './worker/wake.ts';

/** The feed of changes to an institution's resources, and its delivery to subscribed endpoints. */
export const webhooks: ServiceDefinition = {
  name: 'webhooks',
  variables: webhooksVariables,
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: webhooksTables,
  invariants: webhooksInvariants,
  constraints: { endpoint_counts_at_most: refusals.ENDPOINTS_EXHAUSTED },
  implementations: [
    archivePart(ArchivePartService),
    personPart(PersonPartService, webhooksTables),
    implement(AuditService, {
      listAuditRecords: auditQuery(AuditService.method.listAuditRecords),
      countAuditRecords: auditCount(AuditService.method.countAuditRecords),
    }),
    implement(EventService, { getEvent, listLatestEvents, listEventTypes, listEvents }),
    implement(EndpointService, {
      createEndpoint,
      getEndpoint,
      listEndpoints,
      updateEndpoint,
      deleteEndpoint,
      rotateEndpointSecret,
      listEndpointHealth,
    }),
    implement(DeliveryService, {
      getDelivery,
      listDeliveries,
      listEventDeliveries,
      sendTestEvent,
      redeliver,
      replayEvents,
    }),
  ],
  consumers: [feed],
  work: deliveryWork,
  underWay: { what: 'deliveries on their way', count: deliveriesUnderWay },
  feedPosition,
  onCommitted: (runtime) => deliveryWake(runtime).set(),
  registerMetrics: registerDeliveryMetrics,
  expiries: [
    { remove: removeDeliveries, retentionMs: DELIVERY_RETENTION_MS },
    { remove: removeOrphans, retentionMs: 0 },
    { remove: forgetDeletedEndpoints, retentionMs: 0 },
  ],
  partitions: [{ table: events, unit: 'day', ahead: 7, retentionMs: eventRetentionMs }],
};
