import { randomUUID } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { GatheredBatch, GatheredUsage, type RecordedRequest } from '../../../gateway/activity/gathered-requests.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { type RecordRequestsRequestSchema, RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestInstitution, TestSystem } from '../test-system.ts';

/** What a test says of a request; the rest is as usual. */
export interface Recorded extends Partial<RecordedRequest> {
  readonly integrationId: string;
  /** Milliseconds before the present; by default none. */
  readonly ago?: number;
  /** Of the secret that was right. */
  readonly hint?: string;
  /** Whether it is only counted. */
  readonly isLost?: boolean;
}

/** Records requests as a gateway does. */
export async function record(
  system: Pick<TestSystem, 'clock'>,
  institution: TestInstitution,
  all: readonly Recorded[],
): Promise<void> {
  await institution.operator(RequestService.method.recordRequests, recording(system, institution, all));
}

/** What a gateway sends to record requests. */
export function recording(
  { clock }: Pick<TestSystem, 'clock'>,
  { id: institutionId }: Pick<TestInstitution, 'id'>,
  all: readonly Recorded[],
): MessageInitShape<typeof RecordRequestsRequestSchema> {
  const batch = new GatheredBatch(systemIds.newId());
  const usage = new GatheredUsage();
  batch.usage = usage;
  for (const { integrationId, ago = 0, hint, isLost, ...given } of all) {
    const time = toInstantText(clock.now() - ago);
    const usual = {
      ...{ id: systemIds.newId(), requestId: randomUUID(), time, method: 'GET', route: '/api/v4/users' },
      ...{ path: '/api/v4/users', status: 200, durationMs: 12, bytesIn: 0, bytesOut: 1_024, isReplay: false },
    };
    const requester = { institutionId, integrationId };
    if (isLost) {
      usage.addLost(requester, { ...usual, ...given });
      continue;
    }
    batch.add(requester, { ...usual, ...given });
    usage.add(requester, { ...usual, ...given }, true, hint);
  }
  return batch.message();
}

/** A new integration, and the fingerprint of its secret. */
export async function newIntegration({ operator }: TestInstitution, name: string) {
  const { integration } = await operator(IntegrationService.method.createIntegration, { name });
  const { id = '', clientId = '', secrets = [] } = integration ?? {};
  return { id, clientId, hint: secrets[0]?.hint ?? '' };
}
