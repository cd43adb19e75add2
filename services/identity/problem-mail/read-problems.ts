import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { IntegrationUsageService } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { type Problem, problemsOf } from '../domain/problems.ts';
import { findPosition, findStream } from '../store/audit-streams.ts';
import { integrationMessage, listIntegrations } from '../store/integrations.ts';

interface InstitutionProblems {
  readonly institution: {
    readonly name: string;
    readonly timeZone: string;
    /** Of whoever has chosen none. */
    readonly language: string | undefined;
  };
  readonly problems: readonly Problem[];
}

/** What waits in an institution. Fails while a service is away: half of it would look as if the rest had ended. */
export async function readProblems(
  call: Call,
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  institutionId: string,
): Promise<InstitutionProblems> {
  const [{ institution }, { endpoints }, { integrations: usages }, { uses: deprecated }, rows, stream, position] =
    await Promise.all([
      call(InstitutionService.method.getInstitution, {}),
      call(EndpointService.method.listEndpoints, { page: { size: ENDPOINTS } }),
      call(IntegrationUsageService.method.listIntegrationUsage, {}),
      call(IntegrationUsageService.method.listDeprecatedUses, {}),
      listIntegrations(db, { institutionId }),
      findStream(db, { institutionId }),
      findPosition(db, { institutionId }),
    ]);
  const { name, settings } = present(institution, 'institution');
  const timeZone = settings?.timeTrackingTimezone ?? 'UTC';
  const now = clock.now();
  const auditStream = stream && { ...stream, failingSince: position?.failingSince ?? null };
  const integrations = rows.map((row) => integrationMessage(row, now));
  return {
    institution: { name, timeZone, language: settings?.language },
    problems: problemsOf({ endpoints, integrations, usages, deprecated, auditStream }, now),
  };
}

/** More than an institution may have. */
const ENDPOINTS = 100;
