import { bytes, identity, instant, integer, json, plainText, text, uuid } from '../../libraries/typed-sql/index.ts';
import type { Actor } from '../core/actor.ts';
import type { EventActor } from '../core/event.ts';
import { table } from './tables.ts';

export const idempotencyKeys = table('idempotency_keys', {
  columns: {
    institutionId: uuid(),
    holder: text(),
    key: text(),
    fingerprint: text(),
    response: bytes(),
    requestId: text(),
    createdAt: instant(),
    expiresAt: instant(),
  },
  primaryKey: ['institutionId', 'holder', 'key'],
  indexes: {
    idempotency_keys_by_expiry: { on: ['expiresAt'] },
  },
});

export const outbox = table('outbox', {
  columns: {
    sequence: identity(),
    id: uuid(),
    institutionId: uuid().nullable(),
    type: text(),
    aggregateId: text(),
    requestId: text(),
    occurredAt: instant(),
    payload: bytes(),
    publishedAt: instant().nullable(),
    traceparent: text().nullable(),
    actorType: text<EventActor['actorType']>(),
    /** Null for the system. */
    actorId: text().nullable(),
    /** Null if the event is not about a record of the API. */
    resourceId: text().nullable(),
    changed: text().array().nullable(),
  },
  primaryKey: ['sequence'],
  indexes: {
    outbox_unpublished: { on: ['sequence'], where: 'published_at IS NULL' },
    outbox_by_occurrence: { on: ['occurredAt'] },
  },
});

export const inbox = table('inbox', {
  columns: {
    consumer: text(),
    eventId: uuid(),
    handledAt: instant(),
  },
  primaryKey: ['consumer', 'eventId'],
  indexes: {
    inbox_by_handling: { on: ['handledAt'] },
  },
});

/** The dead letters of a service's consumers, and events that are still being retried (`deadSince` is null). */
export const deadLetters = table('dead_letters', {
  columns: {
    sequence: identity(),
    consumer: text(),
    eventId: uuid(),
    institutionId: uuid().nullable(),
    type: text(),
    aggregateId: text(),
    occurredAt: instant(),
    envelope: bytes(),
    attempts: integer(),
    error: text(),
    failedAt: instant(),
    deadSince: instant().nullable(),
    replayAt: instant().nullable(),
  },
  primaryKey: ['consumer', 'eventId'],
  indexes: {
    dead_letters_aggregate: { on: ['consumer', 'aggregateId'], where: 'dead_since IS NOT NULL' },
    dead_letters_replay: { on: ['sequence'], where: 'replay_at IS NOT NULL' },
  },
});

export const auditLog = table('audit_log', {
  columns: {
    institutionId: uuid(),
    recordedAt: instant(),
    /** Orders records with the same instant, within one service. */
    sequence: identity(),
    actor: text<Actor['kind'] | 'consumer'>().check(
      "actor IN ('integration', 'administrator', 'operator', 'anonymous', 'consumer')",
    ),
    /** The integration's, administrator's or operator's id, or the consumer's name. */
    actorId: plainText().nullable(),
    /** The administrator's or operator's name. */
    actorName: plainText().nullable(),
    /** The user for whom the integration was created. */
    onBehalfOf: uuid().nullable(),
    /** `lyceum.directory.v1.UserService/CreateUser`, or the type of the event that a consumer handled. */
    operation: plainText(),
    resource: plainText(),
    resourceId: uuid(),
    /** Null for a creation. */
    versionBefore: uuid().nullable(),
    /** Null for a deletion. */
    versionAfter: uuid().nullable(),
    requestId: text(),
    /** The event that a consumer handled. */
    cause: uuid().nullable(),
    /** See `Audited.values`; null before the creation, and after the deletion. */
    fieldsBefore: json<AuditedValues>().nullable(),
    fieldsAfter: json<AuditedValues>().nullable(),
  },
  primaryKey: ['institutionId', 'recordedAt', 'sequence'],
  partitionedBy: 'recordedAt',
  indexes: {
    audit_log_resource: { on: ['institutionId', 'resourceId', 'recordedAt', 'sequence'] },
    audit_log_actor: { on: ['institutionId', 'actorId', 'recordedAt', 'sequence'] },
  },
});

/** The values of a resource's fields. */
export type AuditedValues = Readonly<Record<string, unknown>>;

/** The platform's tables, in every service's database. */
export const platformTables = [idempotencyKeys, outbox, inbox, deadLetters, auditLog] as const;
