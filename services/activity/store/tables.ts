import { bigint, boolean, bytes, instant, integer, plainText, uuid } from '../../../libraries/typed-sql/index.ts';
import { table } from '../../../platform/data/tables.ts';

/** Requests of an integration that arrived within one second: `domain/chunks.ts`. */
export const requestChunks = table('request_chunks', {
  isOfReads: true,
  whose: 'many',
  columns: {
    institutionId: uuid().says('nothing'),
    integrationId: uuid().says('nothing'),
    second: instant().says('nothing'),
    id: uuid().says('nothing'),
    /** Whether any of them has a status of 400 or more. */
    isFailed: boolean().says('nothing'),
    count: integer().says('nothing'),
    /** The lowest remaining rate limit. */
    leastRemaining: integer().says('nothing').nullable(),
    /** Their JSON, compressed by Zstandard (RFC 8878). */
    requests: bytes().says('trace'),
  },
  primaryKey: ['institutionId', 'integrationId', 'second', 'id'],
  partitionedBy: 'second',
  indexes: {
    request_chunks_by_time: { on: ['institutionId', 'second'] },
    request_chunks_failed: { on: ['institutionId', 'second'], where: 'is_failed' },
    request_chunks_failed_by_integration: { on: ['institutionId', 'integrationId', 'second'], where: 'is_failed' },
  },
});

/** Where requests are whose ids do not tell their time. */
export const namedRequests = table('named_requests', {
  isOfReads: true,
  whose: 'nobody',
  columns: {
    institutionId: uuid().says('nothing'),
    requestId: plainText().says('trace'),
    second: instant().says('nothing'),
    integrationId: uuid().says('nothing'),
  },
  primaryKey: ['institutionId', 'requestId', 'second', 'integrationId'],
  partitionedBy: 'second',
});

export const usageRoutes = table('usage_routes', {
  isOfReads: true,
  columns: {
    institutionId: uuid().says('nothing'),
    integrationId: uuid().says('nothing'),
    hour: instant().says('nothing'),
    /** Empty for a path without a route. */
    route: plainText().says('nothing'),
    /** 2 for 200 to 299, and so on. */
    statusClass: integer().says('nothing'),
    requests: bigint().says('nothing'),
    rateLimited: bigint().says('nothing'),
    bytesIn: bigint().says('nothing'),
    bytesOut: bigint().says('nothing'),
  },
  primaryKey: ['institutionId', 'hour', 'integrationId', 'route', 'statusClass'],
  partitionedBy: 'hour',
});

export const deprecatedUses = table('deprecated_uses', {
  isOfReads: true,
  columns: {
    institutionId: uuid().says('nothing'),
    integrationId: uuid().says('nothing'),
    hour: instant().says('nothing'),
    feature: plainText().says('nothing'),
    /** As the release had declared it whose gateway counted. */
    since: instant().says('nothing'),
    sunset: instant().says('nothing').nullable(),
    anchor: plainText().says('nothing'),
    requests: bigint().says('nothing'),
  },
  primaryKey: ['institutionId', 'integrationId', 'feature', 'hour'],
  partitionedBy: 'hour',
});

export const usageHours = table('usage_hours', {
  isOfReads: true,
  columns: {
    institutionId: uuid().says('nothing'),
    integrationId: uuid().says('nothing'),
    hour: instant().says('nothing'),
    /** How many requests lasted how long: domain/durations.ts. */
    durations: integer().says('nothing').array(),
    lost: bigint().says('nothing'),
  },
  primaryKey: ['institutionId', 'hour', 'integrationId'],
  partitionedBy: 'hour',
});

export const secretUses = table('secret_uses', {
  isOfReads: true,
  whose: 'nobody',
  columns: {
    institutionId: uuid().says('nothing'),
    integrationId: uuid().says('nothing'),
    /** The first 8 bytes of the secret's hash, in hexadecimal. */
    hint: plainText().says('credential'),
    lastUsedAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId', 'integrationId', 'hint'],
});

export const recordedBatches = table('recorded_batches', {
  noTenant: 'a batch of a gateway has requests of many institutions',
  columns: { id: uuid().says('nothing'), recordedAt: instant().says('nothing') },
  primaryKey: ['id'],
  indexes: { recorded_batches_by_time: { on: ['recordedAt'] } },
});

/** The people of whom no record of a request says anything any more, until they are erased in all databases. */
export const forgottenPeople = table('forgotten_people', {
  whose: 'userId',
  columns: { institutionId: uuid().says('nothing'), userId: uuid().says('nothing') },
  primaryKey: ['institutionId', 'userId'],
});

export const activityTables = [
  ...[requestChunks, namedRequests, usageRoutes, usageHours, deprecatedUses, secretUses, recordedBatches],
  forgottenPeople,
];
