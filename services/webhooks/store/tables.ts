import { bigint, boolean, bytes, instant, integer, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import type { EventActor } from '../../../platform/core/event.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';
import type { DeliveryStatus } from '../domain/delivery.ts';
import type { DisabledReason } from '../domain/endpoint-health.ts';
import { deletedEndpoints } from './deleted-endpoints.ts';
import { deliveryBudgets } from './delivery-budgets.ts';
import { endpointQueues } from './endpoint-queues.ts';

/**
 * The end of each institution's feed. Its lock, held until the commit, makes the order of sequences the order of
 * commits.
 */
export const feedHeads = table('feed_heads', {
  isHistory: true,
  columns: {
    institutionId: uuid().says('nothing'),
    /** The last assigned sequence. */
    sequence: bigint().says('nothing'),
    /** When it was assigned; never goes backwards. */
    recordedAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId'],
});

export const events = table('events', {
  whose: 'nobody',
  isHistory: true,
  columns: {
    institutionId: uuid().says('nothing'),
    sequence: bigint().says('nothing'),
    recordedAt: instant().says('nothing'),
    id: uuid().says('nothing'),
    /** As in the feed: `user.created`. */
    type: plainText().says('nothing'),
    resourceId: uuid().says('nothing'),
    /** The key that the event's service orders it by: the member of a log, the program of a version. */
    aggregateId: plainText().says('nothing'),
    occurredAt: instant().says('nothing'),
    /** Empty if unknown. */
    changed: text().says('nothing').array(),
    actorType: text<EventActor['actorType']>()
      .says('nothing')
      .check("actor_type IN ('integration', 'administrator', 'operator', 'system')"),
    actorId: plainText().says('nothing').nullable(),
    requestId: plainText().says('trace'),
  },
  primaryKey: ['institutionId', 'sequence', 'recordedAt'],
  partitionedBy: 'recordedAt',
  indexes: {
    events_id: { on: ['institutionId', 'id'] },
    events_recorded: { on: ['institutionId', 'recordedAt', 'sequence'] },
    events_resource: { on: ['institutionId', 'resourceId', 'sequence'] },
    events_type: { on: ['institutionId', 'type', 'sequence'] },
  },
});

export const endpoints = table('endpoints', {
  audited: {
    resource: 'webhook_endpoint',
    values: ['url', 'description', 'types', 'isEnabled', 'disabledReason'],
  },
  whose: 'nobody',
  columns: {
    ...identified,
    url: text().says('text'),
    description: text().says('text').nullable(),
    /** Empty: all types. */
    types: text().says('nothing').array(),
    /** An endpoint without a secret sends nothing. */
    isEnabled: boolean().says('nothing').withoutSealed('false'),
    disabledReason: text<DisabledReason>().says('nothing').nullable().check("disabled_reason IN ('failures', 'gone')"),
    revision: uuid().says('nothing'),
    ...dated,
  },
  indexes: { endpoints_by_creation: { on: ['institutionId', 'createdAt', 'id'] } },
});

/** How many endpoints each institution has: the row serves as their lock, and its CHECK as their limit. */
export const endpointCounts = table('endpoint_counts', {
  isCountOf: 'endpoints',
  columns: { institutionId: uuid().says('nothing'), endpoints: integer().says('nothing') },
  primaryKey: ['institutionId'],
  checks: { endpoint_counts_at_most: 'endpoints BETWEEN 0 AND 20' },
});

/** The encrypted secrets that sign events. */
export const endpointSecrets = table('endpoint_secrets', {
  whose: 'nobody',
  columns: {
    institutionId: uuid().says('nothing'),
    endpointId: uuid().says('nothing'),
    id: uuid().says('nothing'),
    keyId: plainText().says('nothing'),
    sealed: bytes().says('credential').sealed('institutionId', 'endpointId'),
    /** When it stops signing; null for the newest secret. */
    expiresAt: instant().says('nothing').nullable(),
  },
  primaryKey: ['institutionId', 'endpointId', 'id'],
  references: {
    endpoint_secrets_endpoint: { columns: ['institutionId', 'endpointId'], to: 'endpoints', onDelete: 'cascade' },
  },
  indexes: {
    endpoint_secrets_current: { on: ['institutionId', 'endpointId'], isUnique: true, where: 'expires_at IS NULL' },
  },
});

/** Events to be delivered to endpoints. */
export const deliveries = table('deliveries', {
  whose: 'nobody',
  columns: {
    institutionId: uuid().says('nothing'),
    id: uuid().says('nothing').default('gen_random_uuid()'),
    endpointId: uuid().says('nothing'),
    eventId: uuid().says('nothing'),
    eventType: plainText().says('nothing'),
    /** The event's position in the feed; 0 for one that is not in the feed. */
    sequence: bigint().says('nothing'),
    recordedAt: instant().says('nothing').nullable(),
    /** Deliveries of one resource keep the order of the feed. */
    resourceId: uuid().says('nothing'),
    /** The body to send; null for an event of the feed. */
    body: text().says('text').nullable(),
    status: text<DeliveryStatus>().says('nothing').check("status IN ('pending', 'succeeded', 'failed', 'cancelled')"),
    /** Since the delivery was created or last requested again. */
    attemptCount: integer().says('nothing'),
    attemptsMade: integer().says('nothing'),
    /** Also null for a pending delivery that waits for an earlier one of its resource to end. */
    nextAttemptAt: instant().says('nothing').nullable(),
    ...dated,
  },
  checks: { deliveries_due_are_pending: "next_attempt_at IS NULL OR status = 'pending'" },
  indexes: {
    deliveries_by_status: { on: ['institutionId', 'endpointId', 'status', 'createdAt', 'id'] },
    deliveries_event: { on: ['institutionId', 'eventId'] },
    deliveries_due: {
      on: ['institutionId', 'endpointId', 'nextAttemptAt', 'sequence'],
      where: 'next_attempt_at IS NOT NULL',
    },
    deliveries_order: {
      on: ['institutionId', 'endpointId', 'resourceId', 'sequence', 'createdAt', 'id'],
      where: "status = 'pending'",
    },
    deliveries_ended: { on: ['createdAt'], where: "status <> 'pending'" },
  },
});

/** The requests made for deliveries. */
export const deliveryAttempts = table('delivery_attempts', {
  whose: 'nobody',
  columns: {
    institutionId: uuid().says('nothing'),
    deliveryId: uuid().says('nothing'),
    number: integer().says('nothing'),
    at: instant().says('nothing'),
    durationMs: integer().says('nothing'),
    /** Null without a response. */
    status: integer().says('nothing').nullable(),
    error: plainText().says('nothing').nullable(),
    response: text().says('text').nullable(),
  },
  primaryKey: ['institutionId', 'deliveryId', 'number'],
  references: {
    delivery_attempts_delivery: { columns: ['institutionId', 'deliveryId'], to: 'deliveries', onDelete: 'cascade' },
  },
});

/** All tables of webhooks. */
export const webhooksTables = [
  feedHeads,
  events,
  endpoints,
  endpointCounts,
  endpointSecrets,
  endpointQueues,
  deliveries,
  deletedEndpoints,
  deliveryAttempts,
  deliveryBudgets,
] as const;
