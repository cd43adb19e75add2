import { cellBytes } from '../../libraries/sliding-window/index.ts';
import type { Bucket, NatsUser } from '../../platform/events/nats/nats-user.ts';
import { InstitutionSettingsChangedSchema } from '../../proto/gen/lyceum/directory/v1/events_pb.ts';
import {
  InstitutionAccessChangedSchema,
  IntegrationAccessChangedSchema,
  IntegrationActivatedSchema,
  IntegrationCreatedSchema,
  IntegrationDeactivatedSchema,
  IntegrationSecretRotatedSchema,
} from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { RATE_LIMIT } from './rate-limit.ts';

/** The events that make cached credentials stale. */
export const CREDENTIAL_EVENTS: readonly string[] = [
  IntegrationCreatedSchema,
  IntegrationSecretRotatedSchema,
  IntegrationDeactivatedSchema,
  IntegrationActivatedSchema,
  IntegrationAccessChangedSchema,
  InstitutionAccessChangedSchema,
  InstitutionSettingsChangedSchema,
].map((schema) => schema.typeName);

/** Where gateways share their counts. An idle key expires when all it counted has left its window. */
export const RATE_BUCKET: Bucket = {
  name: 'LYCEUM_RATES',
  ttlMs: 2 * RATE_LIMIT.windowMs,
  maxValueBytes: cellBytes(RATE_LIMIT.limit),
};

/** The gateway's permissions in NATS. */
export const gatewayUser: NatsUser = {
  name: 'gateway',
  receives: CREDENTIAL_EVENTS,
  buckets: [RATE_BUCKET],
};
