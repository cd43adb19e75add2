import { bigint, boolean, bytes, instant, integer, plainText, uuid } from '../../../libraries/typed-sql/index.ts';
import { table } from '../../../platform/data/tables.ts';

/** What is counted of the requests of an integration that arrived within one second: `domain/chunks.ts`. */
export const requestChunks = table('request_chunks', {
  columns: {
    institutionId: uuid(),
    integrationId: uuid(),
    second: instant(),
    id: uuid(),
    /** Whether any of them has a status of 400 or more. */
    isFailed: boolean(),
    count: integer(),
    /** The lowest remaining rate limit. */
    leastRemaining: integer().nullable(),
    /** Their JSON, compressed by Zstandard (RFC 8878); that of an empty list if a text holds it. */
    requests: bytes(),
    textSecond: instant().nullable(),
    textId: uuid().nullable(),
  },
  primaryKey: ['institutionId', 'integrationId', 'second', 'id'],
  partitionedBy: 'second',
  indexes: {
    request_chunks_by_time: { on: ['institutionId', 'second'] },
    request_chunks_failed: { on: ['institutionId', 'second'], where: 'is_failed' },
    request_chunks_failed_by_integration: { on: ['institutionId', 'integrationId', 'second'], where: 'is_failed' },
  },
});

/** The requests of an institution that were recorded together, of all its integrations. */
export const requestTexts = table('request_texts', {
  columns: {
    institutionId: uuid(),
    /** The last second of any of them. */
    second: instant(),
    id: uuid(),
    /** Their JSON, compressed by Zstandard (RFC 8878). */
    requests: bytes(),
  },
  primaryKey: ['institutionId', 'second', 'id'],
  partitionedBy: 'second',
});

/** Where requests are whose ids do not tell their time. */
export const namedRequests = table('named_requests', {
  columns: { institutionId: uuid(), requestId: plainText(), second: instant(), integrationId: uuid() },
  primaryKey: ['institutionId', 'requestId', 'second', 'integrationId'],
  partitionedBy: 'second',
});

export const usageRoutes = table('usage_routes', {
  columns: {
    institutionId: uuid(),
    integrationId: uuid(),
    hour: instant(),
    /** Empty for a path without a route. */
    route: plainText(),
    /** 2 for 200 to 299, and so on. */
    statusClass: integer(),
    requests: bigint(),
    rateLimited: bigint(),
    bytesIn: bigint(),
    bytesOut: bigint(),
  },
  primaryKey: ['institutionId', 'hour', 'integrationId', 'route', 'statusClass'],
  partitionedBy: 'hour',
});

export const usageHours = table('usage_hours', {
  columns: {
    institutionId: uuid(),
    integrationId: uuid(),
    hour: instant(),
    /** How many requests lasted how long: domain/durations.ts. */
    durations: integer().array(),
    lost: bigint(),
  },
  primaryKey: ['institutionId', 'hour', 'integrationId'],
  partitionedBy: 'hour',
});

export const secretUses = table('secret_uses', {
  columns: {
    institutionId: uuid(),
    integrationId: uuid(),
    /** The first 8 bytes of the secret's hash, in hexadecimal. */
    hint: plainText(),
    lastUsedAt: instant(),
  },
  primaryKey: ['institutionId', 'integrationId', 'hint'],
});

export const recordedBatches = table('recorded_batches', {
  columns: { id: uuid(), recordedAt: instant() },
  primaryKey: ['id'],
  indexes: { recorded_batches_by_time: { on: ['recordedAt'] } },
});

export const activityTables = [
  requestChunks,
  requestTexts,
  namedRequests,
  usageRoutes,
  usageHours,
  secretUses,
  recordedBatches,
];
