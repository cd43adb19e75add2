import { archivePart } from '../../platform/handler/archive-part.ts';
import { implement } from '../../platform/handler/implement.ts';
import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import { ArchivePartService } from '../../proto/gen/lyceum/activity/v1/archive_part_pb.ts';
import { IntegrationUsageService } from '../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { RequestService } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { activityVariables, BATCH_RETENTION_MS, requestRetentionMs, USAGE_RETENTION_MS } from './config.ts';
import { erasing } from './erasing/erasing.ts';
import { forgetPerson } from './rpc/forget-person.ts';
import { getRequestRate, listDeprecatedUses, listIntegrationUsage } from './rpc/integration-usage.ts';
import { getRequest, getUsage, listRequests, listSecretUses, recordRequests } from './rpc/requests.ts';
import { removeBatches } from './store/record-batch.ts';
import {
  activityTables,
  deprecatedUses,
  namedRequests,
  requestChunks,
  usageHours,
  usageRoutes,
} from './store/tables.ts';

/** Records of the requests that integrations have made, and their sums. */
export const activity: ServiceDefinition = {
  name: 'activity',
  variables: activityVariables,
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: activityTables,
  constraints: {},
  implementations: [
    archivePart(ArchivePartService),
    implement(RequestService, {
      recordRequests,
      forgetPerson,
      getRequest,
      listRequests,
      listSecretUses,
      getUsage,
    }),
    implement(IntegrationUsageService, { listIntegrationUsage, getRequestRate, listDeprecatedUses }),
  ],
  consumers: [],
  erasing,
  expiries: [{ remove: removeBatches, retentionMs: BATCH_RETENTION_MS }],
  partitions: [
    { table: requestChunks, unit: 'day', ahead: 7, retentionMs: requestRetentionMs },
    { table: namedRequests, unit: 'day', ahead: 7, retentionMs: requestRetentionMs },
    { table: usageRoutes, unit: 'month', ahead: 2, retentionMs: () => USAGE_RETENTION_MS },
    { table: deprecatedUses, unit: 'month', ahead: 2, retentionMs: () => USAGE_RETENTION_MS },
    { table: usageHours, unit: 'month', ahead: 2, retentionMs: () => USAGE_RETENTION_MS },
  ],
};
