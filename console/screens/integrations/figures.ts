import type { Call } from '../../../platform/calls/caller.ts';
import {
  type IntegrationUsage,
  IntegrationUsageService,
} from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { AllowedCall } from '../../route/optional-call.ts';

/** The requests that an integration may make in a minute. */
export const RATE_LIMIT = 1_000;

/** The last use of each secret that was ever used, by integration and fingerprint. */
export type SecretUses = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** When secrets were last used; undefined while that cannot be read. */
export async function secretUses(call: AllowedCall): Promise<SecretUses | undefined | null> {
  const answer = await call(RequestService.method.listSecretUses, {});
  if (!answer) return answer;
  const all = new Map<string, Map<string, string>>();
  for (const { integrationId, hint, lastUsedAt } of answer.uses)
    all.getOrInsertComputed(integrationId, () => new Map()).set(hint, lastUsedAt);
  return all;
}

/** When any secret of an integration was last used; undefined if never. */
export function lastUse(uses: SecretUses, integrationId: string): string | undefined {
  return [...(uses.get(integrationId)?.values() ?? [])].sort().at(-1);
}

/** The usage of the last 24 hours, by integration; undefined while it cannot be read. */
export async function usages(call: AllowedCall): Promise<ReadonlyMap<string, IntegrationUsage> | undefined | null> {
  const answer = await call(IntegrationUsageService.method.listIntegrationUsage, {});
  return answer && new Map(answer.integrations.map((each) => [each.integrationId, each]));
}

/** The names of the institution's administrators, by user: they create integrations. */
export async function administratorNames(call: Call): Promise<ReadonlyMap<string, string>> {
  const { administrators } = await call(AdministratorService.method.listAdministrators, {});
  return new Map(administrators.map(({ userId, name }) => [userId, name]));
}
