import {
  bigint,
  boolean,
  double,
  instant,
  integer,
  plainText,
  text,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { table } from '../../../platform/data/tables.ts';

export const requests = table('requests', {
  columns: {
    institutionId: uuid(),
    id: uuid(),
    time: instant(),
    integrationId: uuid(),
    requestId: plainText(),
    method: plainText(),
    route: plainText().nullable(),
    path: text(),
    status: integer(),
    code: plainText().nullable(),
    detail: text().nullable(),
    /** JSON. */
    errors: text().nullable(),
    durationMs: double(),
    bytesIn: integer(),
    bytesOut: integer(),
    isReplay: boolean(),
    rateLimitRemaining: integer().nullable(),
    userAgent: text().nullable(),
    clientAddress: plainText().nullable(),
  },
  primaryKey: ['institutionId', 'time', 'id'],
  partitionedBy: 'time',
  indexes: {
    requests_by_integration: { on: ['institutionId', 'integrationId', 'time', 'id'] },
    requests_failed: { on: ['institutionId', 'time', 'id'], where: 'status >= 400' },
    requests_failed_by_integration: { on: ['institutionId', 'integrationId', 'time', 'id'], where: 'status >= 400' },
    requests_request_id: { on: ['institutionId', 'requestId', 'time'] },
  },
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

export const activityTables = [requests, usageRoutes, usageHours, secretUses, recordedBatches];
