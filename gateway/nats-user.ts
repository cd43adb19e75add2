import type { Bucket, NatsUser } from '../platform/events/nats/nats-user.ts';
import {
  InstitutionSettingsChangedSchema,
  IntegrationCreatedSchema,
  IntegrationDeactivatedSchema,
  IntegrationSecretRotatedSchema,
} from '../proto/gen/lyceum/directory/v1/events_pb.ts';
import { RATE_LIMIT } from './rate-limit/rate-limit-store.ts';
import { bytesOf } from './rate-limit/window-bytes.ts';

/** The events after which what is known of credentials is stale. */
export const CREDENTIAL_EVENTS: readonly string[] = [
  IntegrationCreatedSchema,
  IntegrationSecretRotatedSchema,
  IntegrationDeactivatedSchema,
  InstitutionSettingsChangedSchema,
].map((schema) => schema.typeName);

/** Where gateways share their counts. Keys that are idle vanish when all that they counted has left its window. */
export const RATE_BUCKET: Bucket = {
  name: 'LYCEUM_RATES',
  ttlMs: 2 * RATE_LIMIT.windowMs,
  maxValueBytes: bytesOf(RATE_LIMIT.limit),
};

/** Where gateways put together what clients write in a day, until the day is over: a number of bytes in decimal digits. */
export const WRITES_BUCKET: Bucket = { name: 'LYCEUM_WRITES', ttlMs: 48 * 60 * 60 * 1000, maxValueBytes: 16 };

/** What gateways may do at NATS. */
export const gatewayUser: NatsUser = {
  name: 'gateway',
  receives: CREDENTIAL_EVENTS,
  buckets: [RATE_BUCKET, WRITES_BUCKET],
};
