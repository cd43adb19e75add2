import {
  boolean,
  bytes,
  identity,
  instant,
  integer,
  json,
  jsonb,
  plainText,
  type RowOf,
  text,
  uuid,
} from '../../libraries/typed-sql/index.ts';
import type { Actor } from '../core/actor.ts';
import type { EventActor } from '../core/event.ts';
import type { RoleName } from '../core/roles.ts';
import { archiveChunks, archiveParts, importedArchives } from './archive/archive-tables.ts';
import { appliedErasures, auditCuts } from './erasure/applied-erasures-table.ts';
import { table } from './tables.ts';

export const idempotencyKeys = table('idempotency_keys', {
  whose: 'many',
  columns: {
    institutionId: uuid().says('nothing'),
    holder: text().says('nothing'),
    key: text().says('text'),
    fingerprint: text().says('trace'),
    response: bytes().says('text'),
    requestId: text().says('trace'),
    createdAt: instant().says('nothing'),
    expiresAt: instant().says('nothing'),
    /** The full name of the RPC, whose response it is; null of one that was written before there was this column. */
    method: plainText().says('nothing').nullable(),
  },
  primaryKey: ['institutionId', 'holder', 'key'],
  indexes: {
    idempotency_keys_by_expiry: { on: ['expiresAt'] },
  },
});

export const outbox = table('outbox', {
  whose: 'nobody',
  isHistory: true,
  columns: {
    sequence: identity().says('nothing'),
    id: uuid().says('nothing'),
    institutionId: uuid().says('nothing').nullable(),
    type: text().says('nothing'),
    aggregateId: text().says('nothing'),
    requestId: text().says('trace'),
    occurredAt: instant().says('nothing'),
    /** Ids, and nothing else of records. */
    payload: bytes().says('nothing'),
    publishedAt: instant().says('nothing').nullable(),
    traceparent: text().says('trace').nullable(),
    actorType: text<EventActor['actorType']>().says('nothing'),
    /** Null for the system. */
    actorId: text().says('nothing').nullable(),
    /** Null if the event is not about a record of the API. */
    resourceId: text().says('nothing').nullable(),
    changed: text().says('nothing').array().nullable(),
  },
  primaryKey: ['sequence'],
  indexes: {
    outbox_unpublished: { on: ['sequence'], where: 'published_at IS NULL' },
    outbox_by_occurrence: { on: ['occurredAt'] },
  },
});

export const inbox = table('inbox', {
  noTenant: 'events of several institutions, and of none, were handled by their ids alone',
  columns: {
    consumer: text().says('nothing'),
    eventId: uuid().says('nothing'),
    handledAt: instant().says('nothing'),
  },
  primaryKey: ['consumer', 'eventId'],
  indexes: {
    inbox_by_handling: { on: ['handledAt'] },
  },
});

/** The dead letters of a service's consumers, and events that are still being retried (`deadSince` is null). */
export const deadLetters = table('dead_letters', {
  whose: 'nobody',
  columns: {
    sequence: identity().says('nothing'),
    consumer: text().says('nothing'),
    eventId: uuid().says('nothing'),
    institutionId: uuid().says('nothing').nullable(),
    type: text().says('nothing'),
    aggregateId: text().says('nothing'),
    occurredAt: instant().says('nothing'),
    envelope: bytes().says('trace'),
    attempts: integer().says('nothing'),
    error: text().says('text'),
    failedAt: instant().says('nothing'),
    deadSince: instant().says('nothing').nullable(),
    replayAt: instant().says('nothing').nullable(),
  },
  primaryKey: ['consumer', 'eventId'],
  indexes: {
    dead_letters_aggregate: { on: ['consumer', 'aggregateId'], where: 'dead_since IS NOT NULL' },
    dead_letters_replay: { on: ['sequence'], where: 'replay_at IS NOT NULL' },
  },
});

export const auditLog = table('audit_log', {
  whose: 'actorId',
  isHistory: true,
  columns: {
    institutionId: uuid().says('nothing'),
    recordedAt: instant().says('nothing'),
    /** Orders records with the same instant, within one service. */
    sequence: identity().says('nothing'),
    actor: text<Actor['kind'] | 'consumer'>()
      .says('nothing')
      .check("actor IN ('integration', 'administrator', 'operator', 'anonymous', 'consumer')"),
    /** The integration's, administrator's or operator's id, or the consumer's name. */
    actorId: plainText().says('nothing').nullable(),
    /** The administrator's or operator's name. */
    actorName: plainText().says('name').nullable(),
    /** The role that allowed the administrator to do it; null in records of before there were roles. */
    role: text<RoleName>().says('nothing').nullable(),
    /** The user for whom the integration was created. */
    onBehalfOf: uuid().says('nothing').nullable(),
    /** `lyceum.directory.v1.UserService/CreateUser`, or the type of the event that a consumer handled. */
    operation: plainText().says('nothing'),
    resource: plainText().says('nothing'),
    resourceId: uuid().says('nothing'),
    /** Null for a creation. */
    versionBefore: uuid().says('nothing').nullable(),
    /** Null for a deletion. */
    versionAfter: uuid().says('nothing').nullable(),
    requestId: text().says('trace'),
    /** The event that a consumer handled. */
    cause: uuid().says('nothing').nullable(),
    /** Why, in the words of who did it; null where nobody was asked. */
    reason: text().says('text', 'nobody').nullable(),
    /** See `Audited.values`; null before the creation, and after the deletion. */
    fieldsBefore: json<AuditedValues>().says('text', 'nobody').nullable(),
    fieldsAfter: json<AuditedValues>().says('text', 'nobody').nullable(),
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

/**
 * The institutions that stand still; one without a row is open. Every transaction that changes rows of an institution
 * asks for its row (`standstill/fence.ts`), so that no process has to be told.
 *
 * - frozen: until `until`.
 * - closed, moved: from `closedAt` on, which is ahead if it is announced.
 * - deleting: its rows in this database are being removed, or are gone (`deletedAt`). This row stays, as the ledger and
 *   so that nothing that comes late brings rows back. It has the id, times and counts, and nothing else of it.
 */
export const standstills = table('standstills', {
  noTenant: 'what an installation has done with an institution outlives its rows',
  columns: {
    institutionId: uuid().says('nothing'),
    state: text<'frozen' | 'closed' | 'moved' | 'deleting'>()
      .says('nothing')
      .check("state IN ('frozen', 'closed', 'moved', 'deleting')"),
    /** From then on it does not count; null if it ends only when the row goes. By the database's clock. */
    until: instant().says('nothing').nullable(),
    /** Whether all that was begun before has ended: from then on, events do not change the institution either. */
    isSettled: boolean().says('nothing'),
    /** Of an institution that has moved: the base address of the installation that has it now. */
    movedTo: plainText().says('nothing').nullable(),
    closedAt: instant().says('nothing').nullable(),
    /** When its deletion may begin by itself; null while it is being closed or reopened in the other databases. */
    deletesAt: instant().says('nothing').nullable(),
    /** Of the last archive that was compared with the closed institution, and had all of it. */
    archiveDigest: text().says('nothing').nullable(),
    archiveVerifiedAt: instant().says('nothing').nullable(),
    deletingSince: instant().says('nothing').nullable(),
    deletedAt: instant().says('nothing').nullable(),
    /** How many rows of each table were removed. */
    deletedRows: jsonb<Readonly<Record<string, number>>>().says('nothing').nullable(),
  },
  primaryKey: ['institutionId'],
});

export type Standstill = RowOf<typeof standstills>;

/**
 * The institutions that were ever moved between PostgreSQL servers, with the one that has their rows of placeable
 * services. Every database has all of them, so that each service finds the server, and knows whose rows it has.
 */
export const placements = table('placements', {
  noTenant: 'where an installation keeps the rows of an institution outlives them',
  columns: {
    institutionId: uuid().says('nothing'),
    server: plainText().says('nothing'),
  },
  primaryKey: ['institutionId'],
});

/** The server that the database is on, in one row; empty for the first one. */
export const ownServer = table('own_server', {
  noTenant: 'it is about the database',
  columns: { server: plainText().says('nothing') },
  primaryKey: ['server'],
});

/** The platform's tables, in every service's database. */
export const platformTables = [
  idempotencyKeys,
  outbox,
  inbox,
  deadLetters,
  auditLog,
  standstills,
  placements,
  ownServer,
  importedArchives,
  archiveParts,
  archiveChunks,
  appliedErasures,
  auditCuts,
] as const;
