import type { Call } from '../../../platform/calls/caller.ts';
import { readGrant } from '../../../platform/core/grant-message.ts';
import { present } from '../../../platform/core/present.ts';
import { ruleSetOf } from '../../../platform/core/working-time-rules.ts';
import { IntegrationUsageService } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { deprecationPage } from '../../endpoint/deprecation.ts';
import { grantView } from '../../schema/grant.ts';
import { Integration, integrationExample } from '../../schema/integration.ts';

export const getIntegration = readEndpoint({
  path: '/integration',
  operationId: 'getIntegration',
  tag: 'Activity',
  service: 'identity',
  summary: 'Get your own integration',
  description: 'Who you are: the integration whose credentials the request has, and its institution.',
  isExtension: true,
  data: Integration,
  example: integrationExample,
  async run({ call, rateLimit }) {
    const [own, ofInstitution, uses, deprecated, timeTracking] = await Promise.all([
      call(IntegrationService.method.getOwnIntegration, {}),
      call(InstitutionService.method.getInstitution, {}),
      lastUses(call),
      deprecatedUses(call),
      closedThrough(call),
    ]);
    const { id, name, clientId, grant, secrets, createdAt } = present(own.integration, 'integration');
    const institution = present(ofInstitution.institution, 'institution');
    const settings = present(institution.settings, 'settings');
    const timeZone = settings.timeTrackingTimezone ?? 'UTC';
    return {
      data: {
        id,
        name,
        clientId,
        institution: {
          id: institution.id,
          name: institution.name,
          timeZone,
          settings: {
            ...settings,
            timeZone,
            userCodeFormat: settings.userCodeFormat ?? null,
            language: settings.language ?? null,
            workingTimeRules: ruleSetOf(settings.workingTimeRules),
            defaultLessonUnit: present(settings.defaultLessonUnit, 'default lesson unit'),
          },
        },
        timeTracking,
        rateLimit: present(rateLimit, 'rate limit'),
        ...grantView(readGrant(grant)),
        secrets: secrets.map(({ hint, createdAt: from, expiresAt }) => ({
          createdAt: from,
          lastUsedAt: uses.get(hint) ?? null,
          expiresAt: expiresAt ?? null,
        })),
        deprecated,
        createdAt,
      },
    };
  },
});

/** Until when hours are closed; null while time tracking is away, as with {@link lastUses}. */
async function closedThrough(call: Call): Promise<{ readonly closedThrough: string | null } | null> {
  try {
    const answer = await call(MonthService.method.getClosedThrough, {});
    return { closedThrough: answer.closedThrough ?? null };
  } catch {
    return null;
  }
}

/** What it has used lately that is deprecated; null while activity is away. */
async function deprecatedUses(call: Call) {
  try {
    const { uses } = await call(IntegrationUsageService.method.listDeprecatedUses, {});
    return uses.map(({ feature, since, sunset = null, anchor, requests, lastUsedAt }) => ({
      ...{ feature, since, sunset, guide: deprecationPage({ anchor }) },
      ...{ requests: Number(requests), lastUsedAt },
    }));
  } catch {
    return null;
  }
}

/**
 * When each secret was last used, by its hint. Unknown while activity is away: that must not keep a client from asking
 * who it is.
 */
async function lastUses(call: Call): Promise<ReadonlyMap<string, string>> {
  try {
    const { uses } = await call(RequestService.method.listSecretUses, {});
    return new Map(uses.map(({ hint, lastUsedAt }) => [hint, lastUsedAt]));
  } catch {
    return new Map();
  }
}
