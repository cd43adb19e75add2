import { DAY_MS, HOUR_MS, toInstantText } from '../../../platform/core/instant.ts';
import { query } from '../../../platform/handler/query.ts';
import { IntegrationUsageService } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { limitStateOf } from '../domain/limit-state.ts';
import { listDeprecatedUses as listUses } from '../store/deprecated-uses.ts';
import { listIntegrationUsage as list, listMinutes } from '../store/integration-usage.ts';
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

/** The last day of each integration, in one call for a whole list of them. */
export const listIntegrationUsage = query(
  IntegrationUsageService.method.listIntegrationUsage,
  async (db, _, { actor, now }) => {
    const since = {
      hour: toInstantText(now - (now % HOUR_MS) - 24 * HOUR_MS),
      lately: toInstantText(now - HOUR_MS),
    };
    const rows = await list(db, ownerOf(actor, undefined), since);
    return {
      integrations: rows.map(({ integrationId, requests, errors, rateLimited, leastRemaining }) => ({
        ...{ integrationId, requests: BigInt(requests), errors: BigInt(errors), rateLimited: BigInt(rateLimited) },
        ...(leastRemaining !== null && { leastRemaining }),
        limitState: limitStateOf({ rateLimited, leastRemaining }),
      })),
    };
  },
);

/** What an integration has used lately, or each of the institution, that is deprecated. */
export const listDeprecatedUses = query(
  IntegrationUsageService.method.listDeprecatedUses,
  async (db, _, { actor, now }) => {
    const hour = now - (now % HOUR_MS);
    const since = { month: toInstantText(hour - 31 * DAY_MS), day: toInstantText(hour - DAY_MS) };
    const uses = await listUses(db, ownerOf(actor, undefined), since);
    return {
      uses: uses.map(({ sunset, requests, ...each }) => ({
        ...{ ...each, requests: BigInt(requests) },
        ...(sunset !== null && { sunset }),
      })),
    };
  },
);
