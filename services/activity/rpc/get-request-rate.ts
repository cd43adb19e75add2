import { toInstantText } from '../../../platform/core/instant.ts';
import { query } from '../../../platform/handler/query.ts';
import { IntegrationUsageService } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { listMinutes } from '../store/integration-usage.ts';
import { ownerOf } from './owner-of.ts';

const MINUTE_MS = 60 * 1_000;

/** The last hour of one integration, by the minute, as its limit is. */
export const getRequestRate = query(
  IntegrationUsageService.method.getRequestRate,
  async (db, { integrationId }, { actor, now }) => {
    const minute = now - (now % MINUTE_MS);
    const minutes = { first: toInstantText(minute - 60 * MINUTE_MS), last: toInstantText(minute) };
    return { minutes: await listMinutes(db, ownerOf(actor, integrationId), minutes) };
  },
);
